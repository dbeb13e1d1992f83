import Foundation
import Testing

@testable import events

@Suite("Adding one entry after the other")
struct EntrySeriesCommandTests {
  private func row(_ ledger: Ledger) throws -> [String: Any] {
    let line = try #require(ledger.run("receipts", "--json").lines.first)
    return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test("One word makes no rule from a pipe unless --yes agrees")
  func unseenRule() throws {
    let ledger = try Ledger()
    let refused = ledger.run("add", "--repeat", input: "netflix monthly 12.99 food card\n")
    #expect(refused.code == .dataError && refused.errors.contains("“monthly” would make a rule"))
    #expect(try rows(ledger).isEmpty)
    #expect(ledger.run("add", "netflix monthly 12.99 food card", "--yes").code == .ok)
    #expect(ledger.run("add", "rent 950 every month food card").code == .ok)
    let rules = ledger.run("rule", "list").lines
    #expect(rules.filter { $0.contains("netflix") || $0.contains("rent") }.count == 2)
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

  @Test("Defaults are shown and set, and a wrong group or category ends a series before its first entry")
  func defaults() throws {
    let ledger = try Ledger()
    #expect(ledger.run("defaults", "set", "--currency", "CHF", "--payment", "cash").code == .ok)
    let shown = try ledger.json("defaults", "show")
    #expect(shown["currency"] as? String == "CHF" && shown["payment"] as? String == "cash")
    try Golden.expect(ledger.run("defaults", "show").output, "defaults")
    #expect(ledger.run("defaults", "set").code == .usage)
    #expect(ledger.run("defaults", "set", "--group", "Nope").code == .noInput)
    #expect(ledger.run("defaults", "set", "--account", "Nope").code == .noInput)
    #expect(ledger.run("defaults", "set", "--group", "x", "--no-group").code == .usage)
    #expect(ledger.run("add", "food 5", "--last").code == .ok)
    #expect(try row(ledger)["payment"] as? String == "cash")
    for option in [["--group", "Nope"], ["--category", "Nope"]] {
      #expect(ledger.run(["add", "--repeat"] + option, input: "food 5 card\n").code == .noInput)
    }
    #expect(ledger.run("receipts", "--json").lines.count == 1)
  }

  @Test("IE-14 On a terminal it asks, and no is no")
  func asks() throws {
    let ledger = try Ledger()
    let terminal = try #require(PseudoTerminal(columns: 80))
    #expect(terminal.run(["add", "taxi 5 cash"], on: ledger, typing: "n\n").contains("Record it? [Y/n]"))
    #expect(ledger.run("receipts", "--json").output.isEmpty)
    _ = terminal.run(["add", "taxi 5 cash"], on: ledger, typing: "y\n")
    #expect(ledger.run("receipts", "--json").lines.count == 1)
    _ = terminal.run(["add", "taxi 5 cash", "--yes"], on: ledger)
    #expect(ledger.run("receipts", "--json").lines.count == 2)
  }

  @Test("ET-02 From a pipe, only the date is kept for the next entry")
  func piped() throws {
    let ledger = try Ledger()
    let outcome = ledger.run(
      "add", "--repeat",
      input: "taxi 23.90 cash 2026-06-01 #berlin Funk Taxi\n\nfood 1536p card\n2026-05-31\nincome 5 food\r\n")
    #expect(outcome.code == .ok && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.lines.count == 3, "\(outcome.output)")
    let rows = try rows(ledger).reversed()
    #expect(Set(rows.compactMap { $0["date"] as? String }) == ["2026-06-01", "2026-05-31"])
    let second = try #require(rows.first { ($0["amount"] as? [String: Any])?["minorUnits"] as? Int == 1_536 })
    #expect(second["date"] as? String == "2026-06-01" && second["category"] as? String == "food")
    #expect(second["tags"] as? [String] == [] && second["vendor"] is NSNull)
    let third = try #require(rows.first { $0["kind"] as? String == "income" })
    #expect(third["date"] as? String == "2026-05-31")
  }

  @Test("A bad line is reported with its number, the others are recorded, and it ends with 65")
  func badLines() throws {
    let ledger = try Ledger()
    let long = String(repeating: "x", count: 20_000)
    let outcome = ledger.run(
      "add", "--repeat", "--json",
      input: "taxi 5 cash\ntaxi cash\nfood 12.345 card\n\(long)\ntaxi 0 cash\nfood 6 card #a,b\nfood 7 card")
    #expect(outcome.code == .dataError)
    #expect(outcome.lines.count == 2, "\(outcome.output)")
    for number in [2, 3, 4, 5, 6] {
      #expect(outcome.errors.contains("standard input:\(number): "), "\(number): \(outcome.errors)")
    }
    #expect(outcome.errors.contains("5 lines of 7 could not be recorded"), "\(outcome.errors)")
    #expect(try rows(ledger).count == 2)
    for line in outcome.lines { #expect(line.hasPrefix("{\"events\":[") && line.contains("\"transaction\"")) }
  }

  @Test("Options next to --repeat apply to every line; entries are not taken from the command line")
  func repeatOptions() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let outcome = ledger.run(
      "add", "--repeat", "--group", "Berlin", "--payment", "card", "--date", "2026-06-03", "--note", "trip",
      input: "taxi 5\nfood 6 2026-06-04\nfood 7\n")
    #expect(outcome.code == .ok, "\(outcome.errors)")
    let rows = try rows(ledger)
    #expect(
      rows.count == 3
        && rows.allSatisfy { $0["payment"] as? String == "card" && $0["note"] as? String == "trip" })
    #expect(rows.compactMap { $0["date"] as? String }.sorted() == ["2026-06-03", "2026-06-04", "2026-06-04"])
    #expect(ledger.run("add", "--repeat", "taxi 5 cash").code == .usage)
    #expect(ledger.run("add", "--repeat", "--amount", "5").code == .usage)
    #expect(ledger.run("add", "--repeat", "--date", "nonsense", input: "taxi 5 cash\n").code == .dataError)
    #expect(ledger.run("add", "--repeat").code == .ok, "nothing to read is nothing to do")
  }

  @Test("ET-02, ET-05 On a terminal it asks for one after the other, shows tags, and ends with an empty line")
  func conversation() throws {
    let ledger = try Ledger()
    _ = try ledger.add("1.00", "--tags", "berlin,client", "--account", "Giro")
    let terminal = try #require(PseudoTerminal(columns: 80))
    let keys = [
      "#be?", "#x?", "2026-06-02", "taxi 5 cash", "y", "nonsense", "food 6", "y", "food 7 card", "n", "8 cash",
      "hotel",
      "y", "",
    ]
    let all = terminal.run(["add", "--repeat"], on: ledger, typing: keys.map { $0 + "\n" }.joined())
    let shown = Self.onOneLine(all)
    #expect(shown.contains("Tags: #berlin #client") && all.contains("Tags: #berlin\r\n"), "\(shown)")
    #expect(shown.contains("No tag begins with x") && shown.contains("the amount"), "\(shown)")
    #expect(
      shown.contains("(account Giro as last time)") && shown.contains("(cash and account Giro as last time)"))
    #expect(shown.contains("Category (food taxi hotel flight other, an empty line for food)> "), "\(shown)")
    let rows = try rows(ledger).filter { $0["date"] as? String == "2026-06-02" }
    #expect(rows.compactMap { $0["category"] as? String }.sorted() == ["food", "hotel", "taxi"], "\(shown)")
    #expect(rows.allSatisfy { $0["account"] as? String == "Giro" && $0["payment"] as? String == "cash" })
  }
}
