import Foundation
import Testing

@testable import events

@Suite("What an entry takes from earlier ones")
struct EntryDefaultsTests {
  private func row(_ ledger: Ledger) throws -> [String: Any] {
    let line = try #require(ledger.run("receipts", "--json").lines.first)
    return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  // MARK: One after the other

  private func rows(_ ledger: Ledger) throws -> [[String: Any]] {
    try ledger.run("receipts", "--all", "--json").lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// Without the line breaks of a narrow terminal.
  private static func onOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("FF-22 The last value is used on a terminal or with --last, with a notice; otherwise it is missing")
  func lastUsed() throws {
    let ledger = try Ledger()
    #expect(ledger.run("add", "taxi 5", "--last").errors.contains("the payment is missing"))
    _ = try ledger.add("1.00", "--account", "Giro")
    #expect(ledger.run("add", "taxi 5").code == .no)
    let outcome = ledger.run("add", "taxi 5", "--last")
    #expect(
      outcome.code == .ok && Self.onOneLine(outcome.output).contains("(card and account Giro as last time)"),
      "\(outcome.output)")
    let amount = ledger.run(
      "add", "--amount", "6", "--category", "food", "--last", "--account", "Cash box", "--new-account")
    #expect(
      amount.code == .ok && Self.onOneLine(amount.output).contains("(card as last time)"),
      "\(amount.output)\(amount.errors)")
    let terminal = try #require(PseudoTerminal(columns: 80))
    let shown = Self.onOneLine(
      terminal.run(["add", "--amount", "7", "--category", "food"], on: ledger, typing: "y\n"))
    #expect(shown.contains("(card and account Cash box as last time)"), "\(shown)")
    #expect(try rows(ledger).count == 4)
  }

  @Test("Defaults fill what is not given, with a notice; a deleted group is not used")
  func defaultPlaces() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    ledger.run("group", "create", "Rome")
    ledger.run("account", "open", "Giro")
    ledger.run("defaults", "set", "--group", "Berlin", "--account", "Giro", "--payment", "card")
    let first = ledger.run("add", "food 5")
    #expect(
      Self.onOneLine(first.output).contains("(card, account Giro and in Berlin by default)"), "\(first.output)")
    var row = try row(ledger)
    #expect(
      row["account"] as? String == "Giro" && row["group"] is String && row["payment"] as? String == "card")
    let json = try ledger.json("add", "food 6", "--json")
    let offers = try #require(json["offers"] as? [[String: Any]])
    #expect(offers.compactMap { $0["field"] as? String } == ["payment", "account", "group"])
    #expect(offers.allSatisfy { $0["reason"] as? String == "by default" })
    // What is given wins, and Unfiled is a group that can be given.
    #expect(
      ledger.run("add", "food 7 cash in:Unfiled @Cash", "--new-account").output.contains("by default") == false)
    row = try self.row(ledger)
    #expect(
      row["group"] is NSNull && row["account"] as? String == "Cash" && row["payment"] as? String == "cash")
    // An account in another currency does not fit.
    #expect(!ledger.run("add", "food 7 CHF cash").output.contains("Giro"))
    let pipe = ledger.run("add", "--repeat", input: "food 8\n")
    #expect(Self.onOneLine(pipe.output).contains("in Berlin by default"), "\(pipe.output)\(pipe.errors)")
    #expect(ledger.run("add", "--amount", "9", "--category", "food").output.contains("in Berlin by default"))
    // The most recent group is by use.
    ledger.run("add", "food 9", "--group", "Rome")
    #expect(try ledger.json("defaults", "show")["mostRecentGroup"] is String)
    #expect(ledger.run("defaults", "show").output.contains("Most recent group: Rome"))
    #expect(ledger.run().output.contains("Most recent group: Rome, 1 receipt"))
    ledger.run("group", "delete", "Berlin", "--yes")
    #expect(ledger.run("defaults", "show").output.contains("Berlin (deleted: not used)"))
    let without = ledger.run("add", "food 10")
    #expect(without.code == .ok && !without.output.contains("Berlin"), "\(without.errors)")
    ledger.run("defaults", "set", "--no-account", "--no-group")
    #expect(Self.onOneLine(ledger.run("add", "food 11").output).contains("(card by default)"))
    ledger.run("undo")
    ledger.run("undo")
    #expect(ledger.run("defaults", "show").output.contains("Giro"))
  }

  @Test("A vendor's last receipt gives category and payment, with the reason")
  func vendorMemory() throws {
    let ledger = try Ledger()
    #expect(ledger.run("add", "Rewe City 12.50").code == .no)
    #expect(ledger.run("add", "Rewe City 12.50 food cash").code == .ok)
    let outcome = ledger.run("add", "rewe city 7.20")
    #expect(
      outcome.code == .ok
        && Self.onOneLine(outcome.output).contains("Food and cash as last time at rewe city)"),
      "\(outcome.output)\(outcome.errors)")
    let row = try row(ledger)
    #expect(row["category"] as? String == "food" && row["payment"] as? String == "cash")
    // What is given wins, and only the rest is taken.
    let given = Self.onOneLine(ledger.run("add", "Rewe City 8 other", "--dry-run").output)
    #expect(given.contains("(cash as last time at Rewe City)"), "\(given)")
    let dry = try ledger.json("add", "--amount", "9", "--vendor", "REWE CITY", "--dry-run")
    #expect(dry["category"] as? String == "food" && dry["payment"] as? String == "cash")
    #expect(dry["offered"] as? [String] == ["🍽️ Food", "cash"])
  }
}
