import Foundation
import Testing

@testable import events

@Suite("Rules of recurring transactions")
struct RuleCommandTests {
  /// A ledger in dollars with a category for rent; it is 14 June 2026 there.
  static func ledger() throws -> Ledger {
    let ledger = try Ledger(begun: false)
    let outcome = ledger.run("init", "--currency", "USD", "--locale", "en_US", "--device", "test")
    try #require(outcome.code == .ok, "\(outcome.errors)")
    ledger.run("category", "add", "rent", "--emoji", "🏠")
    return ledger
  }

  static func rent(_ ledger: Ledger, _ options: String...) throws -> String {
    let first = try record(ledger)
    let arguments = ["rule", "add", "--from", first, "--every", "month", "--json"] + options
    let outcome = ledger.run(arguments)
    try #require(outcome.code == .ok, "\(outcome.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    return try #require(object?["rule"] as? String)
  }

  static func record(_ ledger: Ledger, date: String = "2026-01-01") throws -> String {
    try #require(
      try ledger.json(
        "add", "--amount", "2500", "--date", date, "--category", "rent", "--payment", "card", "--vendor",
        "Landlord")[
          "transaction"] as? String)
  }

  static func instances(_ ledger: Ledger, _ rule: String) throws -> [(date: String, standing: [String])] {
    let rows = try #require(try ledger.json("rule", "show", rule)["instances"] as? [[String: Any]])
    return try rows.map {
      (try #require($0["date"] as? String), try #require($0["standing"] as? [String]))
    }
  }

  @Test("ET-12 ET-16 A transaction made recurring is the first; the rest of the year follows, and no day twice")
  func made() throws {
    let ledger = try Self.ledger()
    let rule = try Self.rent(ledger)
    let instances = try Self.instances(ledger, rule)
    #expect(instances.map(\.date) == (1...12).map { "2026-\($0 < 10 ? "0" : "")\($0)-01" })
    #expect(instances[0].standing == ["template"])
    #expect(instances.dropFirst().allSatisfy { $0.standing == ["on-time"] })
    let listed = ledger.run("receipts", "--rule", rule, "--json").lines
    #expect(listed.count == 12)
    #expect(listed.allSatisfy { $0.contains("\"rule\":\"\(rule)\"") })
    #expect(ledger.run("receipts", "--json").lines.count == 12)
  }

  @Test("ET-13 The labels of a rule")
  func labels() throws {
    let ledger = try Self.ledger()
    _ = try Self.rent(ledger)
    let lines = ledger.run("rule", "list").lines
    #expect(lines[0].hasSuffix("🏠 rent • $2500 • monthly"), "\(lines)")
    #expect(lines[1].hasSuffix("Monthly (1st) • Starts 2026-01-01"), "\(lines)")
    ledger.run(
      "rule", "add", "--every", "2 weeks", "--start", "2026-06-15", "--amount", "12.50", "--category", "food",
      "--payment", "card", "--end", "2026-08-01")
    let second = ledger.run("rule", "list").lines
    #expect(second.contains { $0.hasSuffix("🍽️ food • $12.50 • every 2 weeks") }, "\(second)")
    #expect(
      second.contains { $0.hasSuffix("Every 2 weeks (Monday) • Starts 2026-06-15 • Ends 2026-08-01") },
      "\(second)")
  }

  @Test("ET-17 A year is generated once, and the next one when asked for")
  func nextYear() throws {
    let ledger = try Self.ledger()
    let rule = try Self.rent(ledger)
    #expect(ledger.run("rule", "generate").output.contains("nothing new"))
    let preview = ledger.run("rule", "generate", "--through", "2027", "--dry-run").output
    #expect(preview.contains("12 transactions made"))
    #expect(try Self.instances(ledger, rule).count == 12)
    let made = try ledger.json("rule", "generate", "--through", "2027")
    #expect(made["made"] as? Int == 12 && (made["events"] as? [Int])?.count == 13)
    let again = try ledger.json("rule", "generate", "--through", "2027")
    #expect(again["made"] as? Int == 0 && (again["events"] as? [Int])?.isEmpty == true)
    #expect(try Self.instances(ledger, rule).count == 24)
  }
}
