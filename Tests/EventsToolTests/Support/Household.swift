import Foundation
import Testing

@testable import events

/// Two devices that record one movement before they have exchanged events.
struct Household {
  let laptop: Ledger
  let phone: Ledger
  private let shared: String

  /// Two devices that know the accounts Giro with 1,000.00 and Spar with nothing.
  init() throws {
    (laptop, phone, shared) = try Ledger.joined()
    for account in [["Giro", "--opening", "1000"], ["Spar"]] {
      #expect(laptop.run(["account", "open"] + account + ["--date", "2026-06-01"]).code == .ok)
    }
    try sync()
  }

  func sync() throws {
    for ledger in [laptop, phone, laptop] { try #require(ledger.run("sync", shared).code == .ok) }
    #expect(try balances(laptop) == balances(phone))
  }

  func take(_ name: String, _ text: String, _ ledger: Ledger, _ options: String...) throws -> [String: Any] {
    let outcome = ledger.run(["import", try ledger.file(name, text), "--json"] + options)
    #expect(outcome.code == .ok, "\(outcome.errors)")
    return try object(outcome.lines.last)
  }

  /// The balances of Giro and Spar, in cents.
  func balances(_ ledger: Ledger) throws -> [Int?] {
    let rows = try objects(ledger.run("account", "list", "--json").output)
    return ["Giro", "Spar"].map { name in
      let row = rows.first { $0["name"] as? String == name }
      return (row?["balance"] as? [String: Any])?["minorUnits"] as? Int
    }
  }

  func pairs(_ ledger: Ledger) throws -> [(tier: String?, later: String, earlier: String)] {
    try objects(ledger.run("duplicates", "--json").output).map { pair in
      let ids = try ["of", "transaction"].map { try #require(pair[$0] as? String) }
      return (pair["tier"] as? String, ids[0], ids[1])
    }
  }

  /// The kinds of what `doctor` finds.
  func findings(_ ledger: Ledger) throws -> [String?] {
    try objects(ledger.run("doctor", "--json").output).map { $0["kind"] as? String }
  }
}
