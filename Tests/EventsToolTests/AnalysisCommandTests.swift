import Foundation
import Testing

@testable import events

@Suite("The analysis command")
struct AnalysisCommandTests {
  @Test("ET-20 Goldens: a year by month, a month by week, a week by day, everything by year")
  func goldens() throws {
    let ledger = try TwoTrips().ledger
    let commands: [(String, [String])] = [
      ("analysis-year", ["--kind", "expense", "--year", "2026"]),
      ("analysis-month", ["--kind", "expense", "--month", "2026-06"]),
      ("analysis-week", ["--kind", "expense", "--week", "2026-W24"]),
      ("analysis-all", ["--kind", "expense", "--all"]),
      (
        "analysis-filtered",
        ["--kind", "expense", "--year", "2026", "--category", "hotel", "--category", "flight"]
      ),
      ("analysis-empty", ["--kind", "income", "--year", "2026"]),
      (
        "analysis-no-match",
        ["--kind", "expense", "--year", "2026", "--payment", "cash", "--category", "flight"]
      ),
    ]
    for (name, arguments) in commands {
      let outcome = ledger.run(["analysis"] + arguments)
      #expect(outcome.code == .ok, "\(outcome.errors)")
      for line in outcome.lines { #expect(columnWidth(line) <= 80, "\(name): \(line)") }
      try Golden.expect(outcome.output, name)
    }
  }

  @Test("ET-20 The JSON is one document with exactly the promised keys")
  func json() throws {
    let ledger = try TwoTrips().ledger
    let outcome = ledger.run("analysis", "--kind", "expense", "--month", "2026-06", "--json")
    #expect(outcome.lines.count == 1)
    try Golden.expect(outcome.output, "analysis-json")
    let document = try ledger.json("analysis", "--kind", "expense", "--all", "--through", "2026-12-31")
    #expect(document.keys.sorted() == ["buckets", "categories", "totals"])
    let bucket = try #require((document["buckets"] as? [[String: Any]])?.first)
    #expect(bucket.keys.sorted() == ["count", "from", "through", "totals"])
    #expect(bucket["from"] as? String == "2026-01-01" && bucket["through"] as? String == "2026-12-31")
    let empty = try Ledger().json("analysis", "--kind", "income", "--all")
    #expect((empty["buckets"] as? [Any])?.isEmpty == true && (empty["totals"] as? [Any])?.isEmpty == true)
  }

  @Test("ET-20 A period that is not one, and two of them, are wrong")
  func wrong() throws {
    let ledger = try Ledger()
    let cases: [([String], ExitCode, String)] = [
      (["--kind", "expense", "--year", "2026", "--all"], .usage, "one of"),
      (["--kind", "gift", "--all"], .usage, "expense"),
      (["--kind", "expense", "--year", "26"], .dataError, "26"),
      (["--kind", "expense", "--year", "0000"], .dataError, "0000"),
      (["--kind", "expense", "--month", "2026-13"], .dataError, "2026-13"),
      (["--kind", "expense", "--month", "Junember"], .dataError, "2026-06"),
      (["--kind", "expense", "--week", "2026-24"], .dataError, "2026-W24"),
      (["--kind", "expense", "--week", "2026-W+4"], .dataError, "2026-W24"),
      (["--kind", "expense", "--week", "+026-W24"], .dataError, "2026-W24"),
      (["--kind", "expense", "--year", "+202"], .dataError, "four digits"),
      (["--kind", "expense", "--week", "2025-W53"], .dataError, "W52"),
      (["--kind", "expense", "--all", "--from", "x"], .dataError, "x"),
    ]
    for (arguments, code, words) in cases {
      let outcome = ledger.run(["analysis"] + arguments)
      #expect(outcome.code == code && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
    }
  }

  @Test("ET-22 Week labels carry the number and the days, in English in every locale, cut at the month's edges")
  func weekLabels() throws {
    for (locale, label) in [
      ("en_GB", "Wk 24 (8–14 Jun)"), ("en_US", "Wk 24 (Jun 8\u{2009}–\u{2009}14)"),
      ("de_DE", "Wk 24 (8–14 Jun)"), ("ja_JP", "Wk 24 (8–14 Jun)"),
    ] {
      let ledger = try Ledger("--locale", locale)
      _ = try ledger.add("5")
      let output = ledger.run("analysis", "--kind", "expense", "--month", "2026-06").output
      #expect(output.contains(label), "\(locale): \(output)")
    }
  }

  @Test("IE-02 Many currencies fit: side by side while there is room, the others below")
  func manyCurrencies() throws {
    let ledger = try Ledger()
    for currency in ["EUR", "USD", "JPY", "GBP", "CHF", "KWD"] {
      _ = try ledger.add("1234567", "--currency", currency)
    }
    _ = try ledger.add("-10", "--currency", "EUR")
    let outcome = ledger.run("analysis", "--kind", "expense", "--month", "2026-06")
    for line in outcome.lines { #expect(columnWidth(line) <= 80, "\(line)") }
    for currency in ["EUR", "USD", "JPY", "GBP", "CHF", "KWD"] { #expect(outcome.output.contains(currency)) }
  }

  @Test(
    "FF-20 A bar is as long as its part of the greatest, hollow below zero, and never nothing for something")
  func bars() {
    #expect(Bar.text(100, of: 100, width: 4) == "████")
    #expect(Bar.text(50, of: 100, width: 4) == "██")
    #expect(Bar.text(1, of: 1_000_000, width: 4) == "▏")
    #expect(Bar.text(0, of: 100, width: 4) == "" && Bar.text(0, of: 0, width: 4) == "")
    #expect(Bar.text(-50, of: 100, width: 4) == "░░")
    #expect(Bar.text(.max, of: UInt64(Int64.max), width: 24).count == 24)
    #expect(Bar.text(.min, of: Int64.min.magnitude, width: 24).count == 24)
  }
}
