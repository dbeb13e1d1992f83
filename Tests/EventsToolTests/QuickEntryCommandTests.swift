import Foundation
import Testing

@testable import events

@Suite("Adding a line of words")
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

  @Test("IE-14 Options stand over the line, and JSON is the outcome alone")
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

  @Test("IE-14 What is missing is refused with what was understood, and nothing is recorded")
  func missing() throws {
    let ledger = try Ledger()
    let cases: [(String, ExitCode, [String])] = [
      ("taxi cash #berlin", .no, ["the amount is missing", "Understood: expense", "#berlin"]),
      ("23.90", .no, ["the category and the payment are missing", "€23.90"]),
      ("lunch 12.345 food cash", .dataError, ["the amount is missing", "can be read as 12.345 or as 12,345"]),
      ("taxi 1.234 cash", .dataError, ["the amount is missing"]),
      ("\u{1b}[31m", .no, ["vendor \\u{1b}[31m"]),
    ]
    for (line, code, words) in cases {
      let outcome = ledger.run("add", line)
      #expect(outcome.code == code, "\(line): \(outcome.errors)")
      for word in words { #expect(outcome.errors.contains(word), "\(line): \(outcome.errors)") }
    }
    #expect(ledger.run("add").code == .usage)
    #expect(ledger.run("add", "").code == .usage)
    #expect(ledger.run("add", "taxi 5 USD cash", "--currency", "JPY").code == .usage)
    #expect(ledger.run("receipts", "--json").output.isEmpty)
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
    #expect(refused.code == .dataError && refused.errors.contains("--currency says JPY"))
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

  @Test("IE-14 On a terminal it asks, and no is no")
  func asks() throws {
    let ledger = try Ledger()
    let terminal = try #require(PseudoTerminal(columns: 80))
    #expect(terminal.run(["add", "taxi 5 cash"], on: ledger, typing: "n\n").contains("Record it? [y/N]"))
    #expect(ledger.run("receipts", "--json").output.isEmpty)
    _ = terminal.run(["add", "taxi 5 cash"], on: ledger, typing: "y\n")
    #expect(ledger.run("receipts", "--json").lines.count == 1)
    _ = terminal.run(["add", "taxi 5 cash", "--yes"], on: ledger)
    #expect(ledger.run("receipts", "--json").lines.count == 2)
  }
}
