import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import Testing

@testable import events

/// Queries and tags that nobody types, but that may be pasted.
@Suite("Hostile searches and many tags")
struct HostileSearchTests {
  @Test("IE-10 A query of ten kilobytes is a search like any other, of one word or of thousands")
  func long() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5", "--vendor", "Kiosk")
    let word = String(repeating: "x", count: 10_240)
    let words = Array(repeating: "kiosk", count: 1_700).joined(separator: " ")
    let many = (0..<1_700).map { "w\($0)" }.joined(separator: " ")
    #expect(ledger.run("search", word, "--json").code == .ok)
    #expect(ledger.run("search", words, "--json").lines.count == 1)
    let none = ledger.run("search", many)
    #expect(none.code == .ok && none.output.contains("No receipt has"), "\(none.errors)")
    // The output contains the query, but not all ten kilobytes of it.
    #expect(none.output.utf8.count < 1_000, "\(none.output.utf8.count)")
    for line in none.lines { #expect(columnWidth(line) <= 80, "\(columnWidth(line))") }
  }

  @Test(
    "IE-10 The search language of the index means nothing in a query",
    arguments: [
      "vendor:kiosk", "{vendor note} : kiosk", "kiosk NOT nord", "NEAR(kiosk nord, 2)", "kiosk AND", "^kiosk",
      "kiosk*",
      "\"kiosk", "kiosk\"\"", "-kiosk", "(kiosk", "kiosk)", "kiosk + nord", "'; DROP TABLE search; --",
    ])
  func language(query: String) throws {
    let ledger = try Ledger()
    _ = try ledger.add(
      "5", "--vendor", "Kiosk Nord", "--note",
      "kiosk AND nord, kiosk NOT nord, vendor:kiosk NEAR(kiosk nord, 2) {vendor note} '; DROP TABLE search; --")
    let outcome = ledger.run("search", "--json", "--", query)
    #expect(outcome.code == .ok && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.lines.count == 1, "\(query)")
    #expect(ledger.run("search", "kiosk", "--json").lines.count == 1)
  }

  @Test(
    "IE-10 Only punctuation, or nothing, is no search, and that is reported",
    arguments: ["\"*", "()", "…", " ", ":-^", "''"])
  func punctuation(query: String) throws {
    let ledger = try Ledger()
    let outcome = ledger.run("search", query)
    #expect(outcome.code == .dataError && !outcome.errors.isEmpty && outcome.output.isEmpty, "\(outcome)")
    for line in outcome.errors.split(separator: "\n") { #expect(columnWidth(String(line)) <= 80) }
  }

  @Test("IE-10 A zero byte ends no query: the words after it are looked for too")
  func zero() throws {
    let ledger = try Ledger()
    let both = try ledger.add("5", "--vendor", "Kiosk Nord")
    _ = try ledger.add("5", "--vendor", "Kiosk")
    let outcome = ledger.run("search", "kiosk\0nord", "--json")
    #expect(outcome.lines.count == 1 && outcome.output.contains(both), "\(outcome)")
    #expect(ledger.run("search", "\0").code == .dataError)
  }

  @Test("IE-09 Ten thousand tags are counted, filtered by and searched")
  func tags() throws {
    let ledger = try Ledger()
    let book = try Book.open(Book.Settings(folder: ledger.path, actor: .person("anna"), deviceName: "test"))
    let day = try #require(CivilDate(iso: "2026-06-14"))
    for part in 0..<100 {
      var request = RecordRequest(
        money: Money(minorUnits: 100, currency: .eur), date: day, vendor: "Kiosk \(part)", category: "food",
        payment: .card)
      request.tags = (0..<100).map { "tag \(part * 100 + $0)" }
      try book.record(request)
    }
    try book.close()
    let counts = ledger.run("receipts", "--counts", "--json").lines.filter { $0.contains("\"filter\":\"tag\"") }
    #expect(counts.count == 10_000)
    #expect(ledger.run("receipts", "--tag", "tag 4217", "--json").lines.count == 1)
    let all = (0..<10_000).flatMap { ["--tag", "tag \($0)"] }
    #expect(ledger.run(["receipts", "--json", "--limit", "1000"] + all).lines.count == 100)
    // All of them are the filter; what is shown of it stays readable.
    let shown = ledger.run(["receipts", "--limit", "1"] + all)
    #expect(shown.code == .ok, "\(shown.errors)")
    for line in shown.lines { #expect(columnWidth(line) <= 80, "\(columnWidth(line))") }
    #expect(ledger.run("search", "tag", "4217", "--json").lines.count == 1)
    #expect(ledger.run("tag", "--suggest", "tag 42", "--json").code == .ok)
  }
}
