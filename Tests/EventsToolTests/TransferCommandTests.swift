import Foundation
import Testing

@testable import events

@Suite("FF-16: transfer")
struct TransferCommandTests {
  /// A ledger with four accounts, in two currencies and of both kinds.
  static func ledger() throws -> Ledger {
    let ledger = try Ledger()
    for account in [
      ["Checking", "--opening", "1000"], ["Savings"], ["Dollars", "--currency", "USD"],
      ["Mortgage", "--kind", "tracking", "--opening=-1800"],
    ] {
      let opened = ledger.run(["account", "open"] + account)
      try #require(opened.code == .ok, "\(opened.errors)")
    }
    return ledger
  }

  /// Name and balance of each account.
  static func balances(_ ledger: Ledger, _ options: String...) throws -> [String] {
    try ledger.run(["account", "list", "--json"] + options).lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let balance = object?["balance"] as? [String: Any]
      return "\(object?["name"] ?? "?") \(balance?["minorUnits"] ?? "?")"
    }
  }

  private static func id(_ outcome: Tool.Outcome) throws -> String {
    String(try #require(outcome.lines.first?.split(separator: " ").first, "\(outcome.errors)"))
  }

  @Test("Both balances move, now, in the past, rebuilt, undone and done again")
  func both() throws {
    let ledger = try Self.ledger()
    let before = try Self.balances(ledger)
    let moved = ledger.run("transfer", "200", "EUR", "Checking", "Savings", "--note", "rainy days")
    #expect(moved.lines.count == 2 && moved.lines[1] == "  Checking €800.00 · Savings €200.00")
    let after = ["Checking 80000", "Savings 20000", "Dollars 0", "Mortgage -180000"]
    #expect(try Self.balances(ledger) == after)
    #expect(try Self.balances(ledger, "--at", "HEAD~1") == before)
    #expect(ledger.run("rebuild", "--check").code == .ok)
    #expect(ledger.run("verify").code == .ok)
    for name in ["Checking", "savings"] {
      #expect(ledger.run("receipts", "--account", name, "--json").lines.count == 1)
      let why = ledger.run("why", "balance \(name)")
      #expect(why.code == .ok && why.output.contains("adds up:"), "\(why.output)")
    }
    #expect(ledger.run("receipts", "--account", "Dollars", "--json").lines.isEmpty)
    #expect(ledger.run("undo").code == .ok)
    #expect(try Self.balances(ledger) == before)
    #expect(ledger.run("redo").code == .ok)
    #expect(try Self.balances(ledger) == after)
  }

  @Test("A transfer is neutral in spending and in income")
  func neutral() throws {
    let ledger = try Self.ledger()
    _ = try ledger.add("38")
    func figures() -> [String] {
      [["month"], ["analysis"], ["analysis", "--kind", "income"]].map { ledger.run($0).output }
    }
    let before = figures()
    #expect(ledger.run("transfer", "200", "Checking", "Savings").code == .ok)
    #expect(figures() == before)
    // It needs no group, so the list of groups does not count it.
    #expect(ledger.run("groups").output == "Unfiled  12 Jun 2026  1 receipt  €38.00\n  🍽️ Food\n")
  }

  @Test("Two currencies need two amounts, and the rate is computed")
  func currencies() throws {
    let ledger = try Self.ledger()
    let refused = ledger.run("transfer", "100", "Checking", "Dollars")
    #expect(refused.code == .usage && refused.errors.contains("Dollars is kept in USD"))
    let moved = ledger.run("transfer", "100", "Checking", "Dollars", "--received", "107.50")
    #expect(moved.lines.dropFirst().first == "  1 EUR = 1.075 USD")
    #expect(try Self.balances(ledger) == ["Checking 90000", "Savings 0", "Dollars 10750", "Mortgage -180000"])
    #expect(ledger.run("why", "balance Dollars").output.contains("adds up: US$107.50"))
    let id = try Self.id(moved)
    #expect(ledger.run("correct", id, "to-account", "Savings").code == .ok)
    #expect(try Self.balances(ledger).prefix(3) == ["Checking 90000", "Savings 10000", "Dollars 0"])
    let back = ledger.run("correct", id, "to-account", "Dollars", "received", "99 USD", "total", "90")
    #expect(back.code == .ok, "\(back.errors)")
    #expect(try Self.balances(ledger).prefix(3) == ["Checking 91000", "Savings 0", "Dollars 9900"])
    #expect(ledger.run("undo").code == .ok)
    #expect(try Self.balances(ledger).prefix(3) == ["Checking 90000", "Savings 10000", "Dollars 0"])
    #expect(ledger.run("blame", id, "to-account").output.contains("Savings"))
    #expect(ledger.run("rebuild", "--check").code == .ok)
  }

  @Test("Wrong input records nothing, and neither does --dry-run")
  func refused() throws {
    let ledger = try Self.ledger()
    let before = try Self.balances(ledger)
    let wrong: [([String], ExitCode, String)] = [
      (["50", "Checking", "Chekcing"], .noInput, "Did you mean “Checking”?"),
      (["50", "Checking", "checking"], .no, "both are “Checking”"),
      (["50", "Checking", "Mortgage"], .usage, "needs a category"),
      (["0", "Checking", "Savings"], .no, "zero"), (["-5", "Checking"], .usage, "two accounts"),
      (["9007199254740993", "Checking", "Savings"], .dataError, "is too large\n  Enter at most €90,071,992"),
      (["50", "Checking", "Savings", "--date", "2026-02-30"], .dataError, "is not a day"),
      (["50", "Checking", "Savings", "--received", "60"], .no, "the amount received equals the amount sent"),
      (["50", "USD", "Checking", "Savings"], .no, "is kept in EUR"),
    ]
    for (arguments, code, words) in wrong {
      let outcome = ledger.run(["transfer"] + arguments)
      #expect(outcome.code == code && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
    }
    let dry = ledger.run("transfer", "50", "Checking", "Savings", "--dry-run")
    #expect(dry.code == .ok && dry.output.contains("Would move €50.00, Checking → Savings"))
    #expect(ledger.run("transfer", "50", "Checking", "Mortgage", "--dry-run").code == .usage)
    #expect(try Self.balances(ledger) == before)
    let opened = ledger.run("transfer", "50", "Checking", "Piggy bank", "--new-account")
    #expect(opened.code == .ok, "\(opened.errors)")
    #expect(try Self.balances(ledger).contains("Piggy bank 5000"))
  }

  @Test("An account with money is closed with a transfer, which one undo takes back")
  func close() throws {
    let ledger = try Self.ledger()
    ledger.run("transfer", "200", "Checking", "Savings")
    let refused = ledger.run("account", "close", "Savings")
    #expect(refused.code == .no && refused.errors.contains("“Savings” holds €200.00"))
    #expect(refused.errors.contains("--to ACCOUNT"))
    #expect(ledger.run("account", "close", "Savings", "--to", "Savings").code == .no)
    let dry = ledger.run("account", "close", "Savings", "--to", "Checking", "--dry-run")
    #expect(dry.output.contains("move €200.00 to Checking"))
    let closed = ledger.run("account", "close", "Savings", "--to", "Checking")
    #expect(closed.code == .ok && closed.output.contains("€200.00 moved to Checking"), "\(closed.errors)")
    #expect(try Self.balances(ledger).prefix(2) == ["Checking 100000", "Savings 0"])
    #expect(ledger.run("transfer", "5", "Checking", "Savings").code == .no)
    #expect(ledger.run("undo").code == .ok)
    #expect(try Self.balances(ledger).prefix(2) == ["Checking 80000", "Savings 20000"])
    // A debt is paid from the other account.
    let paid = ledger.run("account", "close", "Mortgage", "--to", "Checking", "--category", "other")
    #expect(paid.code == .ok, "\(paid.errors)")
    #expect(try Self.balances(ledger).first == "Checking -100000")
  }

  @Test("An account is closed as of today or an earlier day, with the sum that is there today")
  func closeLater() throws {
    let ledger = try Self.ledger()
    ledger.run("transfer", "200", "Checking", "Savings")
    let before = try Self.balances(ledger)
    for options in [[], ["--dry-run"]] {
      let later = ledger.run(
        ["account", "close", "Savings", "--to", "Checking", "--date", "2026-12-10"] + options)
      #expect(later.code == .no && later.errors.contains("still to come"), "\(later.output)")
      #expect(later.errors.contains("leave the date out"))
    }
    #expect(try Self.balances(ledger) == before)
    let closed = ledger.run("account", "close", "Savings", "--to", "Checking", "--date", "2026-06-12")
    #expect(closed.code == .ok && closed.output.contains("€200.00 moved to Checking"), "\(closed.errors)")
    for options in [[], ["--to", "Checking", "--date", "2026-12-10"]] {
      let again = ledger.run(["account", "close", "Savings"] + options)
      #expect(again.code == .ok && again.output.contains("It is closed already"), "\(again.errors)")
    }
    // A debt has a sign, and an account without money moves nothing.
    let paid = ledger.run("account", "close", "Mortgage", "--to", "Checking", "--category", "other")
    #expect(paid.output.contains("-€1,800.00 moved to Checking"), "\(paid.output)")
    let empty = ledger.run("account", "close", "Dollars", "--to", "Checking")
    #expect(empty.code == .ok && empty.output.contains("Closed; its receipts stay"), "\(empty.errors)")
  }

  @Test("A transfer with one account is refused, whichever command records it")
  func oneSided() throws {
    let ledger = try Self.ledger()
    let expense = try ledger.add("7", "--vendor", "Shop", "--account", "Checking")
    let rule = try #require(
      try ledger.json(
        "rule", "add", "--every", "month", "--amount", "5", "--category", "food", "--payment", "card")["rule"]
        as? String)
    let before = ledger.run("receipts", "--json").output
    for words in [
      ["add", "move", "5", "--kind", "transfer"], ["add", "--amount", "5", "--kind", "transfer"],
      ["add", "--amount", "5", "--kind", "transfer", "--account", "Checking", "--every", "month"],
      ["correct", expense, "kind", "transfer"],
      ["rule", "add", "--every", "month", "--amount", "5", "--kind", "transfer", "--account", "Checking"],
      ["rule", "add", "--from", expense, "--every", "month", "--kind", "transfer"],
      ["rule", "change", rule, "--kind", "transfer"],
    ] {
      let refused = ledger.run(words)
      #expect(refused.code != .ok && refused.errors.contains("transfer needs"), "\(words) \(refused.errors)")
    }
    #expect(ledger.run("receipts", "--json").output == before)
    #expect(ledger.run("correct", expense, "kind", "transfer", "to-account", "Savings").code == .ok)
    #expect(try Self.balances(ledger).prefix(2) == ["Checking 99300", "Savings 700"])
  }

  @Test("A rename is seen wherever the account is")
  func names() throws {
    let ledger = try Self.ledger()
    ledger.run("transfer", "200", "Checking", "Savings")
    #expect(ledger.run("account", "rename", "Checking", "Giro").code == .ok)
    let list = ledger.run("receipts").output
    #expect(list.contains("Giro → Savings"))
    #expect(ledger.run("receipts", "--json").output.contains("\"account\":\"Giro\""))
    #expect(ledger.run("export", "--format", "csv").output.contains("Checking") == false)
    #expect(try Self.balances(ledger).prefix(2) == ["Giro 80000", "Savings 20000"])
  }

  @Test("Names of accounts for completions are a line each")
  func completions() throws {
    let ledger = try Self.ledger()
    #expect(ledger.run("account", "list", "--names").lines == ["Checking", "Savings", "Dollars", "Mortgage"])
    for shell in ["bash", "zsh", "fish"] {
      #expect(ledger.run("completions", shell).output.contains("account list --names"), "\(shell)")
    }
  }
}
