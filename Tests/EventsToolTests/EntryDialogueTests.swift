import Foundation
import Testing

@testable import events

@Suite("Questions about entries that are typed or pasted")
struct EntryDialogueTests {
  private func converse(_ ledger: Ledger, _ arguments: String..., typing lines: [String]) throws -> String {
    let terminal = try #require(PseudoTerminal(columns: 80))
    let shown = terminal.run(arguments, on: ledger, typing: lines.map { $0 + "\n" }.joined())
    return shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func rows(_ ledger: Ledger) throws -> [[String: Any]] {
    try ledger.run("receipts", "--all", "--json").lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func amounts(_ ledger: Ledger) throws -> [Int] {
    try rows(ledger).compactMap { ($0["amount"] as? [String: Any])?["minorUnits"] as? Int }.sorted()
  }

  @Test(
    "ET-02 Of pasted lines each is recorded or refused by its own text, and no line is an answer",
    arguments: ["en_GB", "de_DE"])
  func pastedLines(_ locale: String) throws {
    let ledger = try Ledger(begun: true, "--locale", locale)
    let separator = locale == "de_DE" ? "," : "."
    let lines = [
      "migros 84\(separator)50 food card", "", "taxi 5 cash", "yes 7 other cash", "foo bar", "2009-01-02",
      "hotel 120 card yesterday",
    ]
    let shown = try converse(ledger, "add", "--repeat", typing: lines + [""])
    #expect(try amounts(ledger) == [500, 700, 8_450, 12_000], "\(shown)")
    for refused in ["foo bar", "2009-01-02"] {
      #expect(shown.contains("This line was not recorded: \(refused)"), "\(shown)")
    }
    #expect(!shown.contains("Record it?") && shown.hasSuffix("Recorded: 4 entries."), "\(shown)")
    #expect(Set(try rows(ledger).compactMap { $0["date"] as? String }).count == 2, "\(shown)")
  }

  @Test("An answer that is neither yes nor no asks again, in the languages of the locales")
  func unknownAnswers() throws {
    let ledger = try Ledger()
    let shown = try converse(ledger, "add", "taxi 5 cash", typing: ["maybe", "x", "nein"])
    #expect(shown.components(separatedBy: "Record it? [Y/n]").count == 4, "\(shown)")
    #expect(shown.components(separatedBy: "Please answer yes or no.").count == 3, "\(shown)")
    #expect(shown.hasSuffix("Nothing was recorded."), "\(shown)")
    _ = try converse(ledger, "add", "taxi 6 cash", typing: ["ja"])
    _ = try converse(ledger, "add", "taxi 7 cash", typing: ["oui"])
    #expect(try amounts(ledger) == [600, 700])
  }

  @Test("FF-22 The first entry asks for all that is missing, and adds an unknown category if that is wanted")
  func firstEntry() throws {
    let ledger = try Ledger()
    ledger.run("account", "open", "Giro")
    let shown = try converse(
      ledger, "add", "fitx 20", typing: ["gym", "perhaps", "yes", "cheque", "card", "Nope", "giro", "y"])
    let order = ["Category (", "Add it as a new category?", "Payment (", "Account, or", "Record it?"]
    let places = order.compactMap { shown.range(of: $0)?.lowerBound }
    #expect(places.count == order.count && places == places.sorted(), "\(shown)")
    let row = try #require(try rows(ledger).first)
    #expect(row["category"] as? String == "gym" && row["payment"] as? String == "card", "\(row)")
    #expect(row["account"] as? String == "Giro" && row["vendor"] as? String == "fitx", "\(row)")
    // The category that was used last comes first, and is that of an empty line.
    let second = try converse(ledger, "add", "aldi 20", typing: ["", "y"])
    #expect(second.contains("Category (gym food") && !second.contains("Payment ("), "\(second)")
    #expect(try rows(ledger).allSatisfy { $0["category"] as? String == "gym" })
    // No to a new category asks for another one.
    let third = try converse(ledger, "add", "ikea 30", typing: ["furniture", "n", "other", "y"])
    #expect(third.components(separatedBy: "Category (").count == 3, "\(third)")
    #expect(!ledger.run("category", "list").output.contains("furniture"))
  }

  @Test("A date that a person confirmed once is not asked about again in a series")
  func confirmedOnce() throws {
    let ledger = try Ledger()
    let shown = try converse(
      ledger, "add", "--repeat", typing: ["2009-01-02", "y", "taxi 5 cash", "y", "taxi 6 cash", "y", ""])
    #expect(shown.components(separatedBy: "Is that right?").count == 2, "\(shown)")
    #expect(try rows(ledger).compactMap { $0["date"] as? String } == ["2009-01-02", "2009-01-02"], "\(shown)")
  }
}
