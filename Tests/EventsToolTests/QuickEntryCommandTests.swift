import Foundation
import Testing

@testable import events

@Suite("Adding from a line of text")
struct QuickEntryCommandTests {
  private func row(_ ledger: Ledger) throws -> [String: Any] {
    let line = try #require(ledger.run("receipts", "--json").lines.first)
    return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test("IE-14 A line is shown as it was understood, and recorded", arguments: [true, false])
  func line(_ isOneWord: Bool) throws {
    let ledger = try Ledger()
    let line = "taxi 23.90 cash yesterday #berlin Funk Taxi"
    let words = isOneWord ? [line] : line.split(separator: " ").map(String.init)
    let outcome = ledger.run(["add"] + words)
    try Golden.expect(outcome.output, "add-line")
    let row = try row(ledger)
    #expect(row["category"] as? String == "taxi" && row["payment"] as? String == "cash")
    #expect(row["date"] as? String == "2026-06-13" && row["tags"] as? [String] == ["berlin"])
    #expect((row["amount"] as? [String: Any])?["minorUnits"] as? Int == 2_390)
    #expect(row["vendor"] as? String == "Funk Taxi")
  }

  @Test("IE-14 Options win over the line, and JSON has only the outcome")
  func options() throws {
    let ledger = try Ledger()
    let outcome = ledger.run(
      "add", "taxi 5 cash", "--payment", "card", "--date", "2026-06-01", "--tags", "x", "--note", "n",
      "--amount",
      "15.00 + 5.00", "--currency", "USD", "--json")
    #expect(outcome.code == .ok && outcome.lines.count == 1, "\(outcome.errors)")
    let row = try row(ledger)
    #expect(row["payment"] as? String == "card" && row["date"] as? String == "2026-06-01")
    #expect((row["amount"] as? [String: Any])?["minorUnits"] as? Int == 2_000)
    #expect((row["amount"] as? [String: Any])?["currency"] as? String == "USD")
  }

  @Test(
    "A line that recurs makes a rule, alone and in a series, and shows its next dates",
    arguments: [false, true])
  func recurs(isSeries: Bool) throws {
    let ledger = try Ledger()
    let line = "rent 950 every month on the 1st card food unpaid"
    let dry = ledger.run("add", line, "--dry-run").output.split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    #expect(dry.contains("monthly, next on 1 Aug 2026, 1 Sept 2026, 1 Oct 2026"), "\(dry)")
    #expect(ledger.run("rule", "list", "--json").output.isEmpty)
    let outcome = isSeries ? ledger.run(["add", "--repeat"], input: line + "\n") : ledger.run("add", line)
    #expect(outcome.code == .ok, "\(outcome.errors)")
    #expect(ledger.run("rule", "list", "--json").lines.count == 1)
    let rows = try ledger.run("receipts", "--json").lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(
      Set(rows.compactMap { $0["date"] as? String })
        == Set((7...12).map { "2026-\($0 < 10 ? "0" : "")\($0)-01" }))
    #expect(rows.allSatisfy { $0["vendor"] as? String == "rent" && $0["rule"] is String })
  }

  @Test("--payment takes the words of a line, and refuses others")
  func payment() throws {
    let ledger = try Ledger()
    #expect(ledger.run("add", "taxi 5", "--payment", "visa").code == .ok)
    #expect(try row(ledger)["payment"] as? String == "card")
    let refused = ledger.run("add", "taxi 5", "--payment", "stones")
    #expect(refused.code != .ok && refused.errors.contains("there is card or cash"), "\(refused.errors)")
  }

  @Test("IE-14 What is missing is refused with what was understood, and nothing is recorded")
  func missing() throws {
    let ledger = try Ledger()
    let cases: [(String, ExitCode, [String])] = [
      ("taxi cash #berlin", .no, ["the amount is missing", "Understood: expense", "#berlin"]),
      ("23.90", .no, ["the category and the payment are missing", "€23.90"]),
      ("lunch 12.345 food cash", .dataError, ["can be read as 12.345 or as 12,345"]),
      ("taxi 1.234 cash", .dataError, ["Nothing was recorded"]),
      ("\u{1b}[31m", .no, ["vendor \\u{1b}[31m"]),
    ]
    for (line, code, words) in cases {
      let outcome = ledger.run("add", line)
      #expect(outcome.code == code, "\(line): \(outcome.errors)")
      for word in words { #expect(outcome.errors.contains(word), "\(line): \(outcome.errors)") }
    }
    #expect(ledger.run("add").code == .usage)
    #expect(ledger.run("add", "").code == .usage)
    #expect(ledger.run("add", "food 5 card in:Nope").code == .noInput)
    #expect(ledger.run("add", "taxi 5 USD cash", "--currency", "JPY").code == .usage)
    #expect(ledger.run("receipts", "--json").output.isEmpty)
  }

  @Test("Money, dates and names that can be meant in two ways are refused with both, and nothing is recorded")
  func refusals() throws {
    let ledger = try Ledger()
    var shown = ""
    for line in [
      "hotel 3 nights 300 card", "5 food cash 2026-02-30", "food taxi 12 card", "food 12 card cash",
      "food 12 May card", "food 31/05 card", "food 12 card yesterday 2026-06-01", "food 1 234,50 € card",
      "food 12 card 05-06-2026", "food 12.345 card", "food 5$ card", "food 12 card \"TGI Friday",
      "5 food 2026-06",
      "food 12 card note:a note:b", "food 12 card 1926-06-01", "food 12 card in:Nope",
    ] {
      let outcome = ledger.run("add", line)
      #expect(outcome.code != .ok && outcome.output.isEmpty, "\(line)")
      shown += "$ events add '\(line)'\n\(outcome.errors)"
    }
    try Golden.expect(shown, "add-refused")
    #expect(ledger.run("receipts", "--all", "--json").output.isEmpty)
  }

  @Test("--dry-run shows what was understood and records nothing")
  func dryRun() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let line = "other card Level 42 concert 55 EUR 12 jun in:Berlin @Giro #music note: two tickets"
    try Golden.expect(ledger.run("add", line, "--dry-run", "--new-account").output, "add-dry-run")
    let object = try ledger.json("add", line, "--dry-run", "--new-account")
    #expect((object["amount"] as? [String: Any])?["minorUnits"] as? Int == 5_500)
    #expect(object["vendor"] as? String == "Level 42 concert" && object["date"] as? String == "2026-06-12")
    #expect(object["note"] as? String == "two tickets" && object["account"] as? String == "Giro")
    #expect(ledger.run("receipts", "--all", "--json").output.isEmpty)
  }

  @Test("A date far from today and a category of another kind need an agreement")
  func unusual() throws {
    let ledger = try Ledger()
    ledger.run("category", "add", "Salary", "--kind", "income")
    for arguments in [
      ["add", "food 12 card 1926-06-01"], ["add", "food 12 card 2029-06-01"], ["add", "salary 12 card"],
      ["add", "--amount", "12", "--category", "Salary", "--payment", "card"],
    ] {
      #expect(ledger.run(arguments).code == .dataError, "\(arguments)")
      #expect(ledger.run(arguments + ["--yes"]).code == .ok, "\(arguments)")
    }
    #expect(ledger.run("add", "salary 12 income").code == .ok)
    let id = try ledger.add("5")
    #expect(ledger.run("correct", id, "date", "1.6.1926").code == .dataError)
    #expect(ledger.run("correct", id, "date", "1.6.1926", "--yes").code == .ok)
    #expect(ledger.run("correct", id, "date", "14 jun").code == .ok)
  }

  @Test("Errors of a German ledger write amounts as it does")
  func german() throws {
    let ledger = try Ledger(begun: false)
    ledger.run("init", "--currency", "EUR", "--locale", "de_DE")
    let outcome = ledger.run("add", "food 12..50 karte")
    #expect(outcome.code == .dataError && outcome.errors.contains("84,50 or 1.284,50"), "\(outcome.errors)")
    #expect(ledger.run("add", "food 12,50 karte 12.06.2026").code == .ok)
    #expect(try row(ledger)["date"] as? String == "2026-06-12")
  }

  @Test(
    "FF-10, FF-11 Amounts build from the right and may be sums",
    arguments: [("1536p", 1_536), ("15.00 + 5.00", 2_000)])
  func amounts(_ text: String, _ expected: Int) throws {
    let ledger = try Ledger()
    _ = try ledger.add(text)
    #expect((try row(ledger)["amount"] as? [String: Any])?["minorUnits"] as? Int == expected)
    let refused = ledger.run(
      "add", "--amount", "5 USD", "--currency", "JPY", "--category", "food", "--payment", "card")
    #expect(refused.code == .dataError && refused.errors.contains("--currency is JPY"))
  }

  @Test("IE-28 Correcting a total with another currency changes both")
  func correctsBoth() throws {
    let ledger = try Ledger()
    let id = try ledger.add("5")
    #expect(ledger.run("correct", id, "total", "84 JPY").code == .ok)
    let amount = try #require(try row(ledger)["amount"] as? [String: Any])
    #expect(amount["minorUnits"] as? Int == 84 && amount["currency"] as? String == "JPY")
    #expect(ledger.run("correct", id, "total", "20 + 1").code == .ok)
    #expect((try row(ledger)["amount"] as? [String: Any])?["minorUnits"] as? Int == 21)
  }

  @Test("A computation is kept in the event, and shown where the event is")
  func expressions() throws {
    let ledger = try Ledger()
    let outcome = ledger.run("add", "food 90/3 cash")
    #expect(outcome.output.contains("€30.00 = 90/3"), "\(outcome.output)")
    let id = try #require(try row(ledger)["transaction"] as? String)
    ledger.run("add", "--amount", "15.00 + 5.00", "--category", "food", "--payment", "cash")
    ledger.run("correct", id, "total", "84 +10%")
    ledger.run("correct", id, "total", "92.50")
    let payloads = ledger.run("tail", "--json", "-n", "4").lines.map { line in
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return (object?["payload"] as? [String: Any])?["expression"] as? String
    }
    #expect(payloads == ["90/3", "15.00 + 5.00", "84 +10%", nil])
    #expect(ledger.run("audit", id).output.contains("typed as 84 +10%"))
    #expect(ledger.run("audit", id).output.contains("= 90/3"))
    #expect(ledger.run("blame", id, "total", "--history").output.contains("84 +10%"))
    let lines = ledger.run("blame", id, "total", "--history", "--json").lines
    #expect(lines.contains { $0.contains(#""expression":"84 +10%""#) }, "\(lines)")
  }

  @Test("The refusals of a German ledger show German amounts")
  func notation() throws {
    let ledger = try Ledger(begun: false)
    ledger.run("init", "--currency", "EUR", "--locale", "de_DE")
    ledger.run("account", "open", "Giro", "--opening", "1234,50")
    let closing = ledger.run("account", "close", "Giro")
    #expect(closing.errors.contains("1.234,50\u{a0}€") && !closing.errors.contains("EUR"), "\(closing.errors)")
    let id = try ledger.add("20,00")
    let yen = ledger.run("correct", id, "currency", "JPY")
    #expect(yen.errors.contains("20,00\u{a0}€ cannot be in JPY"), "\(yen.errors)")
    let second = try ledger.add("21,00")
    let both = ledger.run("correct", "\(id),\(second)", "currency", "JPY")
    #expect(both.errors.contains("20,00\u{a0}€ cannot be in JPY"), "\(both.errors)")
    let named = ledger.run("--ledger", ledger.path, "correct", id, "currency", "JPY")
    #expect(named.errors.contains("20,00\u{a0}€"), "\(named.errors)")
  }
}
