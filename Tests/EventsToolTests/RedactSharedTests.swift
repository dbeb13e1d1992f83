import Foundation
import LedgerPlatform
import Testing

@testable import events

@Suite("Redactions and the files in a shared folder")
struct RedactSharedTests {
  private static let secret = "alexanderplatz"

  private static func files(below folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
      path.contains(secret)
        || FileManager.default.contents(atPath: "\(folder)/\(path)")?.range(of: Data(secret.utf8)) != nil
    }
  }

  /// Two devices that have synced, each with a saved receipt that has the text and a scan.
  private static func devices() throws -> (laptop: Ledger, phone: Ledger, shared: String, receipts: [String]) {
    let laptop = try Ledger()
    let phone = try Ledger(begun: false)
    let shared = laptop.folder + "/shared"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    #expect(laptop.run("sync", shared).code == .ok)
    #expect(phone.run("init", "--device", "phone", "--from", shared).code == .ok)
    var receipts: [String] = []
    for ledger in [laptop, phone] {
      let receipt = try ledger.add("38.00", "--vendor", "Taxi \(secret)")
      let scan = try ledger.file("scan.jpg", "\u{ff}\u{d8}\u{ff}\(secret) \(receipt)")
      #expect(ledger.run("page", "add", receipt, scan).code == .ok)
      receipts.append(receipt)
    }
    for ledger in [laptop, phone, laptop] { #expect(ledger.run("sync", shared, "--readable").code == .ok) }
    return (laptop, phone, shared, receipts)
  }

  @Test("A plain sync erases this device's segments and pages, and the readable copy")
  func plain() throws {
    let (laptop, phone, shared, receipts) = try Self.devices()
    #expect(try Self.files(below: shared).contains { $0.hasPrefix("Receipts/") })
    let leftover = "\(shared)/Data/.Transactions.csv.1a2b.tmp"
    try Data(Self.secret.utf8).write(to: URL(fileURLWithPath: leftover))
    let done = laptop.run("redact", receipts[0], "--why", "asked")
    #expect(done.output.contains("Still in the shared folder"), "\(done.output)")
    #expect(laptop.run("redact", receipts[1], "--why", "asked").code == .ok)
    let synced = laptop.run("sync", shared)
    #expect(
      synced.output.contains("2 scans removed") && !synced.output.contains("so it stays"), "\(synced.output)")
    let left = try Self.files(below: shared)
    #expect(left.count == 2 && left.allSatisfy { $0.hasPrefix("devices/") }, "\(left)")
    #expect(synced.output.replacing("\n", with: " ").contains("still in 2 files of phone"), "\(synced.output)")
    #expect(laptop.run("status").output.replacing("\n", with: " ").contains("still in 2 files of phone"))
    // The scan of the phone, which is in the folder and not here, is not lost.
    let erasure = laptop.run("erase", "--shared", shared, "--dry-run")
    #expect(erasure.output.contains("Everything is on this device as well"), "\(erasure.output)")
    #expect(phone.run("sync", shared).code == .ok)
    #expect(try Self.files(below: shared) == [])
    #expect(try Self.files(below: phone.path) == [] && Self.files(below: laptop.path) == [])
    #expect(laptop.run("sync", shared).code == .ok)
    #expect(!laptop.run("status").output.contains("Erased content"))
    let tablet = try Ledger(begun: false)
    #expect(tablet.run("init", "--device", "tablet", "--from", shared).code == .ok)
    #expect(tablet.run("sync", shared).output.contains("Up to date"))
    #expect(tablet.run("verify").code == .ok)
  }

  @Test("A file among the scans that is no scan of the ledger stays, and is named as such")
  func strange() throws {
    let (laptop, _, shared, receipts) = try Self.devices()
    let strange = "\(shared)/Receipts/2026-06-12/holiday.jpg"
    try FileManager.default.createDirectory(
      atPath: "\(shared)/Receipts/2026-06-12", withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: strange))
    #expect(laptop.run("redact", receipts[0], "--why", "asked").code == .ok)
    let synced = laptop.run("sync", shared).output.replacing("\n", with: " ")
    #expect(
      synced.contains("No scan that an event names, so it stays: Receipts/2026-06-12/holiday.jpg"), "\(synced)")
    #expect(FileManager.default.fileExists(atPath: strange))
  }
}
