import Foundation
import Testing

@testable import events

@Suite("Accounts")
struct AccountCommandTests {
  /// A ledger with two accounts and a receipt on one of them.
  static func ledger() throws -> Ledger {
    let ledger = try Ledger()
    let opened = ledger.run(
      "account", "open", "Checking", "--currency", "EUR", "--opening", "100", "--date", "2026-06-10")
    try #require(opened.code == .ok, "\(opened.errors)")
    ledger.run("account", "open", "Mortgage", "--kind", "tracking", "--opening=-1800.50")
    _ = try ledger.add("38", "--account", "CHECKING")
    return ledger
  }

  /// Name, balance and cleared balance of each account.
  static func balances(_ ledger: Ledger, _ options: String...) throws -> [String] {
    try ledger.run(["account", "list", "--json"] + options).lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      func units(_ key: String) -> Any { (object?[key] as? [String: Any])?["minorUnits"] ?? "?" }
      return "\(object?["name"] ?? "?") \(object?["kind"] ?? "?") \(units("balance")) \(units("cleared"))"
    }
  }

  @Test("FF-02 Budget Accounts and Tracking Accounts with their balances, now and in the past, rebuilt or not")
  func list() throws {
    let ledger = try Self.ledger()
    #expect(try Self.balances(ledger) == ["Checking budget 6200 10000", "Mortgage tracking -180050 -180050"])
    #expect(
      try Self.balances(ledger, "--at", "HEAD~1")
        == ["Checking budget 10000 10000", "Mortgage tracking -180050 -180050"])
    #expect(
      ledger.run("account", "list").lines == [
        "               balance     cleared", "Budget Accounts", "  Checking      €62.00     €100.00",
        "Tracking Accounts", "  Mortgage  -€1,800.50  -€1,800.50",
      ])
    #expect(ledger.run("rebuild", "--check").code == .ok)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("A statement goes to the account of today's name and in its currency, and finds the receipts there")
  func statement() throws {
    let ledger = try Self.ledger()
    #expect(ledger.run("account", "rename", "Checking", "Giro").code == .ok)
    ledger.run(
      "add", "--amount", "12.50", "--vendor", "Rewe", "--date", "2026-06-12", "--category", "food",
      "--payment", "card", "--account", "Giro")
    let path = try ledger.file(
      "giro.csv",
      """
      Date;Payee;Amount
      2026-06-12;REWE SAGT DANKE;-12,50
      2026-06-13;Lidl;-20,00

      """)
    let outcome = ledger.run("import", path, "--account", "giro", "--json")
    try #require(outcome.code == .ok, "\(outcome.errors)")
    #expect(try ImportStatementTests.counts(outcome) == [1, 1, 0, 0])
    #expect(try Self.balances(ledger) == ["Giro budget 2950 6750", "Mortgage tracking -180050 -180050"])
  }

  @Test("An account that receipts mention is there without an opening, under any spelling of its name")
  func implied() throws {
    let ledger = try Self.ledger()
    #expect(ledger.run("add", "5 taxi cash @Chekcing").code == .noInput)
    let refused = ledger.run("add", "5 taxi cash @Chekcing")
    #expect(refused.errors.contains("there is no account “Chekcing”") && refused.errors.contains("“Checking”"))
    _ = try ledger.add("5", "--account", "Purse", "--new-account")
    _ = try ledger.add("6", "--account", "purse", "--new-account")
    #expect(try Self.balances(ledger)[1] == "Purse budget -1100 0")
    #expect(ledger.run("receipts", "--account", "PURSE", "--json").lines.count == 2)
    #expect(ledger.run("correct", try ledger.add("7"), "account", "Nowhere").code == .noInput)
  }

  @Test("Rename, move, close and reopen, each undone")
  func changes() throws {
    let ledger = try Self.ledger()
    let before = try Self.balances(ledger)
    func expect(_ arguments: [String], _ lines: [String]) throws {
      let outcome = ledger.run(arguments)
      #expect(outcome.code == .ok, "\(outcome.errors)")
      #expect(try Self.balances(ledger) == lines)
      ledger.run("undo", "--yes")
      #expect(try Self.balances(ledger) == before, "\(arguments)")
    }
    try expect(
      ["account", "rename", "Checking", "Giro"],
      ["Giro budget 6200 10000", "Mortgage tracking -180050 -180050"])
    try expect(
      ["account", "open", "Purse"],
      ["Checking budget 6200 10000", "Purse budget 0 0", "Mortgage tracking -180050 -180050"])
    let full = ledger.run("account", "close", "Checking")
    #expect(full.code == .no && full.errors.contains("holds €62.00"))
    ledger.run("account", "open", "Purse")
    ledger.run("account", "move", "Purse", "--before", "Checking")
    #expect(try Self.balances(ledger)[0] == "Purse budget 0 0")
    #expect(ledger.run("account", "move", "Purse", "--before", "Mortgage").code == .no)
    #expect(ledger.run("account", "close", "Purse").code == .ok)
    #expect(ledger.run("add", "5 taxi cash @Purse").code == .no)
    #expect(ledger.run("account", "reopen", "Purse").code == .ok)
    #expect(ledger.run("add", "5 taxi cash @Purse").code == .ok)
    let foreign = ledger.run("add", "5 USD taxi cash @Purse")
    #expect(foreign.code == .no && foreign.errors.contains("is kept in EUR"))
  }

  @Test("Checking names what is not cleared, clears it, and records the rest with its reason")
  func check() throws {
    let ledger = try Self.ledger()
    _ = try ledger.add("12", "--account", "Checking")
    ledger.run("add", "3 taxi cash 2026-06-13 @Checking")
    func check(_ balance: String, _ options: String...) -> (code: ExitCode, lines: [String]) {
      let outcome = ledger.run(
        ["account", "check", "Checking", "--balance", balance, "--on", "2026-06-12"] + options)
      return (outcome.code, outcome.lines)
    }
    #expect(check("100").code == .ok)
    // What came later is not looked at.
    #expect(check("97").lines.count == 2 && check("97").code == .no)
    #expect(check("50").lines.count == 4 && check("50").code == .no)
    #expect(check("50", "--clear", "--dry-run").code == .ok)
    #expect(try Self.balances(ledger)[0] == "Checking budget 4700 10000")
    #expect(check("50", "--clear").code == .ok)
    #expect(try Self.balances(ledger)[0] == "Checking budget 4700 5000")
    #expect(check("49.50", "--adjust", "--reason", "bank fee").code == .ok)
    #expect(try Self.balances(ledger)[0] == "Checking budget 4650 4950")
    #expect(ledger.run("receipts", "--all", "--json").lines.contains { $0.contains("bank fee") })
    #expect(check("51", "--adjust").code == .ok)
    #expect(try Self.balances(ledger)[0] == "Checking budget 4800 5100")
    ledger.run("undo", "--yes")
    #expect(try Self.balances(ledger)[0] == "Checking budget 4650 4950")
    // An opening balance that is still to come is not there yet.
    ledger.run("account", "open", "Later", "--opening", "100", "--date", "2026-12-01")
    #expect(ledger.run("account", "check", "Later", "--balance", "0").code == .ok)
    #expect(ledger.run("account", "check", "Later", "--balance", "100", "--on", "2026-12-01").code == .ok)
  }

  @Test("The first check of an account whose transactions are all at the bank clears them, and adjusts nothing")
  func firstCheck() throws {
    let ledger = try Self.ledger()
    for amount in ["12", "5", "7.50", "9"] { _ = try ledger.add(amount, "--account", "Checking") }
    func check(_ options: String...) -> String {
      ledger.run(["account", "check", "Checking", "--balance", "28.50"] + options).output
    }
    #expect(check().contains("The 5 transactions above explain it"))
    #expect(check("--adjust", "--dry-run").contains("--clear"))
    #expect(check("--clear").contains("5 transactions"))
    #expect(try Self.balances(ledger)[0] == "Checking budget 2850 2850")
    // One is not at the bank yet.
    for amount in ["1", "2", "3", "4", "5"] { _ = try ledger.add(amount, "--account", "Checking") }
    let outcome = ledger.run("account", "check", "Checking", "--balance", "15.50", "--clear")
    #expect(outcome.output.contains("4 transactions"), "\(outcome.output)")
    #expect(try Self.balances(ledger)[0] == "Checking budget 1350 1550")
  }

  @Test("An account shows its balances and receipts, also to programs")
  func show() throws {
    let ledger = try Self.ledger()
    let lines = ledger.run("account", "show", "checking").lines
    #expect(
      lines[0] == "Checking" && lines.contains("  balance   €62.00") && lines.contains { $0.contains("€38") })
    let json = ledger.run("account", "show", "checking", "--json").lines
    #expect(json.count == 2 && json[0].contains("\"balance\"") && json[1].contains("\"transaction\""))
  }

  @Test("A balance is explained and searched, and an account's own events are shown by its name")
  func explained() throws {
    let ledger = try Self.ledger()
    let why = ledger.run("why", "balance Checking", "--json")
    #expect(why.code == .ok && why.lines.count == 2)
    #expect(why.lines[1].contains("\"opening\":{\"currency\":\"EUR\",\"minorUnits\":10000}"))
    #expect(why.lines[1].contains("\"shown\":{\"currency\":\"EUR\",\"minorUnits\":6200}"))
    #expect(ledger.run("why", "balance", "Checking", "food").code == .dataError)
    #expect(ledger.run("why", "balance Nowhere").code == .noInput)
    let found = ledger.run("bisect", "balance Checking EUR = 100")
    #expect(found.output.contains("is false since event 9."), "\(found.output) \(found.errors)")
    ledger.run("account", "rename", "Checking", "Giro")
    #expect(ledger.run("blame", "giro").lines.contains { $0.hasPrefix("name      Giro            10") })
    #expect(ledger.run("show", "Giro").output.contains("AccountOpened"))
  }
}
