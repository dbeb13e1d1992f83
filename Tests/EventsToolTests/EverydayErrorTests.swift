import Foundation
import Testing

@testable import events

/// The refusals that a person meets in everyday use, letter by letter. Those of a line are in `add-refused`.
@Suite("Refusals in everyday use")
struct EverydayErrorTests {
  @Test("Each one names the problem and the way on, in the ledger's notation")
  func refusals() throws {
    let ledger = try Ledger(begun: true, "--locale", "de_DE")
    for arguments in [
      ["group", "create", "Berlin — June"], ["group", "create", "Berlin — July"], ["group", "create", "Rome"],
      ["account", "open", "Giro"], ["account", "open", "Dollars", "--currency", "USD"],
      ["category", "add", "Salary", "--kind", "income"],
    ] {
      let outcome = ledger.run(arguments)
      try #require(outcome.code == .ok, "\(arguments): \(outcome.errors)")
    }
    let first = try ledger.add("84,50", "--vendor", "Rewe", "--tags", "trip", "--account", "Giro")
    let second = try ledger.add("12", "--vendor", "Kiosk")
    #expect(ledger.run("group", "delete", "Rome", "--yes").code == .ok)
    let bad = ledger.folder + "/bad.txt"
    try Data([0x52, 0xff, 0xfe, 0x81, 0x00, 0x41, 0x81]).write(to: URL(fileURLWithPath: bad))
    var shown = ""
    func refuse(_ arguments: String..., input: String = "") {
      let outcome = ledger.run(arguments, input: input)
      #expect(outcome.code != .ok, "\(arguments): \(outcome.output)")
      let words = arguments.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
      shown += "$ events \(words)\n\(outcome.errors)[\(outcome.code.rawValue)]\n"
    }
    // Dates and amounts, in every place that takes one.
    refuse("receipts", "--from", "05-06-2026")
    refuse("receipts", "--month", "2026-13")
    refuse("receipts", "--last-month", "--this-year")
    refuse("correct", first, "date", "31.02.2026")
    refuse("correct", first, "date", "12.06.1926")
    refuse("correct", first, "total", "84 +10")
    refuse("correct", first, "total", "0")
    refuse("item", "add", first, "Bread", "3,5,0")
    refuse("transfer", "10", "Giro", "Dollars")
    refuse("transfer", "10", "Giro", "Giro")
    refuse("budget", "set", "food", "300-")
    // Several records.
    refuse("tag", first, second, "trip", "trap")
    refuse("save", first, "--category", "food")
    refuse("delete", "--where", "--yes")
    refuse("correct", first, "total")
    refuse("correct", first, "vendor", "a", "vendor", "b")
    refuse("flag", first, "paid", "unpaid")
    refuse("delete", "-", input: "nonsense\n")
    // Undo.
    refuse("redo")
    refuse("undo", "1")
    // Names.
    refuse("receipts", "--category", "fodo")
    refuse("receipts", "--tag", "trpi")
    refuse("receipts", "--account", "Gro")
    refuse("add", "--amount", "5", "--category", "salary", "--payment", "cash", "--date", "2026-06-12")
    refuse("file", first, "Berlin")
    refuse("file", first, "Rome")
    refuse("receipts", "--group", "Rome")
    refuse("group", "create", "Unfiled")
    refuse("add", "--repeat", "--group", "Nope", input: "food 5 card\n")
    refuse("defaults", "set", "--account", "Nope")
    // Papers.
    refuse("read", second)
    refuse("read", first, "--text", bad)
    refuse("review", "--all", first)
    refuse("search", "…")
    let masked = shown.replacing(ledger.folder, with: "FOLDER")
    try Golden.expect(masked, "everyday-refused")
    #expect(ledger.run("receipts", "--all", "--json").lines.count == 2)
  }
}
