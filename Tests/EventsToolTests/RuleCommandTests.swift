import Foundation
import Testing

@testable import events

@Suite("Rules of recurring transactions")
struct RuleCommandTests {
  /// A ledger in dollars with a category for rent. Its date is 14 June 2026.
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

  @Test("A rule keeps the computation that gave its amount, in each way to set it")
  func computations() throws {
    let ledger = try Self.ledger()
    func last(_ type: String) -> String? {
      ledger.run("tail", "--json", "--type", type).lines.last.map { String($0) }
    }
    ledger.run(
      "rule", "add", "--every", "month", "--start", "2026-07-01", "--amount", "5000/2", "--category", "rent",
      "--payment", "card")
    #expect(last("RuleCreated")?.contains(#""expression":"5000/2""#) ?? false, "\(last("RuleCreated") ?? "")")
    let rule = try Self.rent(ledger)
    #expect(last("RuleCreated")?.contains("expression") == false)
    ledger.run("rule", "change", rule, "--amount", "2500 +10%", "--yes")
    #expect(
      last("RuleChanged")?.contains(#""expression":"2500 +10%""#) ?? false, "\(last("RuleChanged") ?? "")")
    ledger.run("rule", "change", rule, "--vendor", "Lessor", "--yes")
    #expect(last("RuleChanged")?.contains("expression") == false)
    ledger.run("rule", "split", rule, "--from", "2026-08-01", "--amount", "2500*2", "--yes")
    #expect(last("RuleCreated")?.contains(#""expression":"2500*2""#) ?? false, "\(last("RuleCreated") ?? "")")
    let added = try ledger.json("add", "rent 700/2 card Lessor 2026-06-01", "--every", "year", "--yes")
    #expect(last("RuleCreated")?.contains(#""expression":"700/2""#) ?? false, "\(last("RuleCreated") ?? "")")
    let id = try #require(added["transaction"] as? String)
    ledger.run("correct", id, "total", "360 - 5", "--rule", "--yes")
    #expect(last("RuleChanged")?.contains(#""expression":"360 - 5""#) ?? false, "\(last("RuleChanged") ?? "")")
    ledger.run("undo")
    #expect(last("RuleChanged")?.contains("expression") == false, "\(last("RuleChanged") ?? "")")
  }

  @Test("ET-13 The labels of a rule")
  func labels() throws {
    let ledger = try Self.ledger()
    _ = try Self.rent(ledger)
    let lines = ledger.run("rule", "list").lines
    #expect(lines[0].hasSuffix("🏠 rent • Landlord • $2500 • monthly"), "\(lines)")
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

extension RuleCommandTests {
  @Test("ET-12 add --every records the first and makes a rule; the saving stays whatever becomes of the rest")
  func addEvery() throws {
    let ledger = try Self.ledger()
    let made = try ledger.json(
      "add", "--amount", "12.50", "--date", "2026-06-01", "--category", "food", "--payment", "card", "--every",
      "2 weeks", "--end", "2026-08-01")
    let rule = try #require(made["rule"] as? String)
    #expect(made["transaction"] is String)
    #expect(
      try Self.instances(ledger, rule).map(\.date)
        == ["2026-06-01", "2026-06-15", "2026-06-29", "2026-07-13", "2026-07-27"])
    let wrong = ledger.run(
      "add", "--amount", "1", "--category", "food", "--payment", "card", "--interval", "2")
    #expect(wrong.code == .usage && wrong.errors.contains("--every month"), "\(wrong.errors)")
  }

  @Test("FF-14 A correction reaches this one, this and the future ones, or the rule")
  func correct() throws {
    let ledger = try Self.ledger()
    let rule = try Self.rent(ledger)
    func amounts() throws -> [String: Int] {
      var amounts: [String: Int] = [:]
      for line in ledger.run("receipts", "--json").lines {
        let row = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let date = try #require(row["date"] as? String)
        amounts[date] = ((row["amount"] as? [String: Any])?["minorUnits"] as? Int ?? 0) / 100
      }
      return amounts
    }
    func id(_ date: String) throws -> String {
      let rows = try #require(try ledger.json("rule", "show", rule)["instances"] as? [[String: Any]])
      return try #require(rows.first { $0["date"] as? String == date }?["transaction"] as? String)
    }
    #expect(ledger.run("correct", try id("2026-03-01"), "total", "1", "--this").code == .ok)
    #expect(ledger.run("correct", try id("2026-09-01"), "total", "2600", "--future", "--dry-run").code == .ok)
    #expect(try amounts()["2026-09-01"] == 2_500)
    #expect(ledger.run("correct", try id("2026-09-01"), "total", "2600", "--future").code == .ok)
    #expect(ledger.run("correct", try id("2026-02-01"), "total", "2400", "--rule").code == .ok)
    let now = try amounts()
    #expect(now["2026-01-01"] == 2_500 && now["2026-02-01"] == 2_400 && now["2026-03-01"] == 1)
    #expect(now["2026-08-01"] == 2_400 && now["2026-09-01"] == 2_600 && now["2026-12-01"] == 2_600)
    let alone = try ledger.add("3")
    let refused = ledger.run("correct", alone, "total", "4", "--future")
    #expect(refused.code == .no && refused.errors.contains("does not belong to a rule"), "\(refused.errors)")
    #expect(ledger.run("correct", try id("2026-02-01"), "total", "4", "--rule", "--this").code == .usage)
    #expect(ledger.run("receipt", try id("2026-02-01")).output.contains("🏠 rent • Landlord • $2400 • monthly"))
    let february = try id("2026-02-01")
    #expect(ledger.run("rule", "delete", rule, "--yes").code == .ok)
    let ofNone = ledger.run("correct", february, "total", "4", "--rule")
    #expect(
      ofNone.code == .no && ofNone.errors.contains("the rule of this receipt is deleted"), "\(ofNone.errors)")
    #expect(ofNone.errors.contains("events rule restore \(rule.prefix(8))"), "\(ofNone.errors)")
  }

  @Test("ET-15 Deleting lists what it deletes, and a dry run deletes nothing")
  func delete() throws {
    let ledger = try Self.ledger()
    let rule = try Self.rent(ledger)
    let alone = ledger.run("rule", "delete", rule, "--dry-run").output.split(separator: "\n").joined(
      separator: " ")
    #expect(alone.contains("keep what it made, 6 transactions from Jun 14, 2026 on included"), "\(alone)")
    let future = try ledger.json("rule", "delete", rule, "--with-future", "--dry-run")
    #expect(future["transactions"] as? Int == 6)
    #expect(ledger.run("receipts", "--json").lines.count == 12)
    #expect(ledger.run("rule", "delete", rule, "--with-future").output.contains("with 6 transactions"))
    #expect(ledger.run("receipts", "--json").lines.count == 6)
    #expect(ledger.run("rule", "list").output.hasPrefix("There are no rules."))
    #expect(ledger.run("rule", "list", "--deleted").output.contains("deleted"))
    #expect(ledger.run("rule", "change", rule, "--amount", "1").code == .no)
    #expect(ledger.run("rule", "restore", rule).code == .ok)
    #expect(ledger.run("receipts", "--json").lines.count == 12)
  }

  @Test("Wrong input to rules is refused with what to do")
  func wrong() throws {
    let ledger = try Self.ledger()
    let rule = try Self.rent(ledger)
    let cases: [([String], ExitCode, String)] = [
      (["rule", "show", "ffffffff"], .noInput, "there is no rule “ffffffff”"),
      (["rule", "add", "--every", "month"], .usage, "--amount"),
      (["rule", "add", "--every", "fortnight", "--amount", "1"], .usage, "no cadence"),
      (["rule", "add", "--every", "month", "--interval", "0", "--amount", "1"], .usage, "from 1 to 10000"),
      (["rule", "change", rule], .usage, "name what to change"),
      (["rule", "change", rule, "--end", "2025-01-01"], .dataError, "cannot end"),
      (["rule", "change", rule, "--amount", "5 EUR", "--currency", "USD"], .dataError, "leave one"),
      (["rule", "change", rule, "--category", "nothing"], .noInput, "there is no category"),
      (["rule", "split", rule], .usage, "--from DATE"),
      (["rule", "split", rule, "--from", "2025-01-01"], .no, "cannot be split"),
      (["rule", "generate", "--through", "2200"], .usage, "2199"),
      (["rule", "detach", try ledger.add("3")], .no, "does not belong to a rule"),
    ]
    for (arguments, code, words) in cases {
      let outcome = ledger.run(arguments)
      #expect(outcome.code == code, "\(arguments): \(outcome.code), \(outcome.errors)")
      #expect(outcome.errors.lowercased().contains(words.lowercased()), "\(arguments): \(outcome.errors)")
    }
    let advice = "There are no rules yet; make one with events rule add --from T --every month.\n"
    #expect(try Ledger().run("rule", "generate").output == advice)
    #expect(try Ledger().run("rule", "list").output.hasPrefix("There are no rules."))
  }
}
