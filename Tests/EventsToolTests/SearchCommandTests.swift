import Foundation
import Testing

@testable import events

@Suite("The search command")
struct SearchCommandTests {
  @Test("IE-10 Goldens: hits with a piece of the text, for people and for programs")
  func goldens() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    let commands: [(String, [String])] = [
      ("search", ["search", "ber"]), ("search-place", ["search", "client"]),
      ("search-several", ["search", "hotel", "nights"]),
      ("search-filtered", ["search", "ber", "--category", "food", "--payment", "card", "--payment", "cash"]),
      ("search-json", ["search", "snacks", "--json"]),
    ]
    for (name, arguments) in commands {
      let outcome = ledger.run(arguments)
      #expect(outcome.code == .ok, "\(outcome.errors)")
      for line in outcome.lines where name != "search-json" { #expect(columnWidth(line) <= 80, "\(line)") }
      try Golden.expect(outcome.output, name)
    }
  }

  @Test("IE-09 Nothing found is not nothing matching")
  func nothing() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5", "--vendor", "Kiosk")
    #expect(ledger.run("search", "zebra").output.contains("No receipt has “zebra”"))
    let filtered = ledger.run("search", "kiosk", "--category", "hotel").output
    #expect(filtered.contains("Filters: category hotel") && filtered.contains("without them"))
    #expect(ledger.run("search", "zebra", "--json").output.isEmpty)
    #expect(ledger.run("search", "\u{1b}[31m").code == .ok)
    #expect(!ledger.run("search", "\u{1b}[31m").output.contains("\u{1b}"))
  }

  @Test("IE-10 Drafts are found, deleted ones are not, and the limit is shown")
  func stages() throws {
    let ledger = try Ledger()
    let draft = try ledger.capture("Kiosk Nord\n12.06.2026\nSumme EUR 12,00\n")
    let saved = try ledger.add("5", "--vendor", "Kiosk Süd")
    #expect(ledger.run("search", "KIOSK", "sud", "--json").output.contains(saved))
    #expect(ledger.run("search", "kiosk", "--json").lines.count == 2)
    #expect(ledger.run("search", "kiosk", "-n", "1").errors.contains("--limit"))
    ledger.run("discard", draft, "--yes")
    #expect(ledger.run("search", "kiosk", "--json").lines.count == 1)
  }

  @Test("IE-10 A query without words is refused")
  func wrong() throws {
    let ledger = try Ledger()
    #expect(ledger.run("search").code == .usage)
    #expect(ledger.run("search", "\"*").code == .dataError)
    #expect(ledger.run("search", "a", "--limit", "0").code == .usage)
    #expect(ledger.run("search", "a", "--group", "Atlantis").code == .noInput)
    #expect(ledger.run("search", "NEAR(a", "OR", "vendor:x").code == .ok)
  }

  @Test("IE-10 What matched is bold on a terminal only")
  func bold() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5", "--vendor", "Kiosk Nord")
    #expect(!ledger.run("search", "nord").output.contains("\u{1b}"))
    let terminal = try #require(PseudoTerminal(columns: 80))
    let shown = terminal.run(["search", "nord"], on: ledger)
    #expect(shown.contains("\u{1b}[1mNord\u{1b}[0m"), "\(shown)")
  }
}
