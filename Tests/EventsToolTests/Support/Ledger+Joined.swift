import Foundation
import Testing

@testable import events

extension Ledger {
  /// Returns a ledger with an expense, another device that has joined it, and the folder that both have synced with.
  static func joined() throws -> (laptop: Ledger, phone: Ledger, shared: String) {
    let laptop = try Ledger()
    let phone = try Ledger(begun: false)
    let shared = laptop.folder + "/shared"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    _ = try laptop.add("38.00", "--vendor", "Taxi")
    try #require(laptop.run("sync", shared).code == .ok)
    try #require(phone.run("init", "--device", "phone", "--from", shared).code == .ok)
    try #require(phone.run("sync", shared).code == .ok)
    return (laptop, phone, shared)
  }
}
