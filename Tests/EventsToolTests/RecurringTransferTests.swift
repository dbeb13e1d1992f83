import Foundation
import Testing

@testable import events

@Suite("Recurring transfers between accounts")
struct RecurringTransferTests {
  /// A ledger on 14 June 2026 with four accounts, and 200 euros moved to Savings each month from 30 April on.
  private static func ledger() throws -> (Ledger, rule: String) {
    let ledger = try TransferCommandTests.ledger()
    let made = ledger.run(
      "transfer", "200", "Checking", "Savings", "--date", "2026-04-30", "--every", "month", "--json")
    try #require(made.code == .ok, "\(made.errors)")
    return (ledger, try #require(try ledger.json("rule", "list")["rule"] as? String))
  }

  /// Each instance of a rule: its date and the accounts and amounts of its transaction.
  private static func instances(_ ledger: Ledger, _ rule: String) throws -> [String] {
    let rows = try #require(try ledger.json("rule", "show", rule)["instances"] as? [[String: Any]])
    return try rows.map { row in
      let id = try #require(row["transaction"] as? String)
      let receipt = try ledger.json("receipt", id)
      func units(_ key: String) -> Int { (receipt[key] as? [String: Any])?["minorUnits"] as? Int ?? -1 }
      return "\(row["date"] ?? "?") \(receipt["account"] ?? "?")→\(receipt["toAccount"] ?? "?") "
        + "\(units("amount"))→\(units("received"))"
    }
  }

  private static func id(_ ledger: Ledger, _ rule: String, on date: String) throws -> String {
    let rows = try #require(try ledger.json("rule", "show", rule)["instances"] as? [[String: Any]])
    return try #require(rows.first { $0["date"] as? String == date }?["transaction"] as? String)
  }

  @Test("A transfer recurs with both halves, from its own date through the year, and both balances move")
  func generation() throws {
    let (ledger, rule) = try Self.ledger()
    let dates = ["04-30", "05-30", "06-30", "07-30", "08-30", "09-30", "10-30", "11-30", "12-30"]
    #expect(try Self.instances(ledger, rule) == dates.map { "2026-\($0) Checking→Savings 20000→20000" })
    #expect(
      try TransferCommandTests.balances(ledger, "--through", "2026-12-31")
        == ["Checking -80000", "Savings 180000", "Dollars 0", "Mortgage -180000"])
    #expect(ledger.run("rule", "list").output.contains("Checking → Savings • €200 • monthly"))
    #expect(ledger.run("rebuild", "--check").code == .ok && ledger.run("verify").code == .ok)
    // It is neither spent nor earned.
    #expect(ledger.run("report", "spending", "--months", "6", "--json").output.contains("\"rows\":[]"))
  }

  @Test("Two currencies recur with two amounts, and a rule without the second one is refused")
  func currencies() throws {
    let ledger = try TransferCommandTests.ledger()
    let words = ["rule", "add", "--every", "month", "--amount", "100", "--account", "Checking"]
    let dollars = words + ["--to-account", "Dollars", "--start", "2026-05-01", "--end", "2026-06-30"]
    let refused = ledger.run(dollars)
    #expect(
      refused.code == .usage && refused.errors.contains("the amount received in USD"), "\(refused.errors)")
    #expect(ledger.run(dollars + ["--received", "107.50"]).code == .ok)
    let rule = try #require(try ledger.json("rule", "list")["rule"] as? String)
    #expect(
      try Self.instances(ledger, rule)
        == ["2026-05-01 Checking→Dollars 10000→10750", "2026-06-01 Checking→Dollars 10000→10750"])
    #expect(ledger.run("rule", "change", rule, "--to-account", "Savings", "--yes").code == .ok)
    #expect(try Self.instances(ledger, rule).last == "2026-06-01 Checking→Savings 10000→10000")
  }

  @Test(
    "Wrong transfers are refused in words, and nothing is recorded",
    arguments: [
      (["--account", "Checking", "--to-account", "Checking"], "both are “Checking”"),
      (["--to-account", "Savings"], "the account that the money leaves"),
      (["--account", "Checking", "--to-account", "Mortgage"], "needs a category"),
      (["--account", "Dollars", "--to-account", "Savings", "--currency", "EUR"], "kept in USD"),
      (
        ["--account", "Checking", "--to-account", "Savings", "--received", "99"],
        "both accounts are in EUR"
      ),
      (
        ["--kind", "expense", "--category", "food", "--payment", "cash", "--to-account", "Savings"],
        "only a transfer has a second account"
      ),
      (["--account", "Checking", "--to-account", "Savngs"], "there is no account “Savngs”"),
    ])
  func refused(options: [String], reason: String) throws {
    let ledger = try TransferCommandTests.ledger()
    let before = try ledger.json("status")["events"] as? Int
    let outcome = ledger.run(["rule", "add", "--every", "month", "--amount", "100"] + options)
    #expect(outcome.code != .ok && outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(try ledger.json("status")["events"] as? Int == before)
  }

  @Test("An amount, an account and the received amount are corrected for one, for this and future, or for all")
  func edits() throws {
    let (ledger, rule) = try Self.ledger()
    let june = try Self.id(ledger, rule, on: "2026-06-30")
    #expect(ledger.run("correct", june, "total", "210", "--this").code == .ok)
    let august = try Self.id(ledger, rule, on: "2026-08-30")
    let would = ledger.run("correct", august, "total", "250", "--future", "--dry-run")
    #expect(would.output.contains("5 transactions changed") && would.output.contains("Nothing was done"))
    #expect(ledger.run("correct", august, "total", "250", "--future", "--yes").code == .ok)
    let later = ledger.run("rule", "list", "--json").lines
    #expect(later.count == 2)
    #expect(
      try Self.instances(ledger, rule).map { $0.suffix(12) }
        == ["20000→20000", "20000→20000", "21000→21000", "20000→20000"].map { " \($0)".suffix(12) })
    let rules = later.compactMap { line in
      try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
    let split = try #require(rules.first { $0["since"] is String }?["rule"] as? String)
    let changed = ledger.run(
      "rule", "change", split, "--to-account", "Dollars", "--received", "270", "--yes")
    #expect(changed.code == .ok, "\(changed.errors)")
    #expect(ledger.run("correct", august, "received", "275", "--rule", "--yes").code == .ok)
    #expect(Set(try Self.instances(ledger, split).map { $0.dropFirst(11) }) == ["Checking→Dollars 25000→27500"])
    // One undo for each, and the first of them brings the received amount back.
    #expect(ledger.run("undo").code == .ok)
    #expect(Set(try Self.instances(ledger, split).map { $0.dropFirst(11) }) == ["Checking→Dollars 25000→27000"])
    #expect(ledger.run("undo").code == .ok)
    #expect(Set(try Self.instances(ledger, split).map { $0.dropFirst(11) }) == ["Checking→Savings 25000→25000"])
    #expect(ledger.run("undo").code == .ok)
    #expect(ledger.run("rule", "list", "--json").lines.count == 1)
    #expect(try Self.instances(ledger, rule).count == 9)
    #expect(ledger.run("rebuild", "--check").code == .ok && ledger.run("verify").code == .ok)
  }

  @Test("A rule that is no longer one of transfers has no arriving half, and its transactions follow")
  func kind() throws {
    let (ledger, rule) = try Self.ledger()
    let changed = ledger.run(
      "rule", "change", rule, "--kind", "expense", "--category", "food", "--payment", "cash", "--yes")
    #expect(changed.code == .ok, "\(changed.errors)")
    let object = try ledger.json("rule", "show", rule)
    #expect(object["toAccount"] is NSNull && object["received"] is NSNull)
    #expect(try TransferCommandTests.balances(ledger)[1] == "Savings 20000")
    #expect(ledger.run("rebuild", "--check").code == .ok)
  }

  @Test("A transfer that was recorded becomes recurring with both halves")
  func template() throws {
    let ledger = try TransferCommandTests.ledger()
    let moved = ledger.run("transfer", "100", "Checking", "Dollars", "--received", "107.50", "--json")
    let id = try #require(
      (try JSONSerialization.jsonObject(with: Data(moved.output.utf8)) as? [String: Any])?["transaction"]
        as? String)
    #expect(ledger.run("rule", "add", "--from", id, "--every", "month").code == .ok)
    let rule = try #require(try ledger.json("rule", "list")["rule"] as? String)
    #expect(Set(try Self.instances(ledger, rule).map { $0.dropFirst(11) }) == ["Checking→Dollars 10000→10750"])
  }
}
