import Foundation
import LedgerBook
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerExchange

@Suite("The report for people")
struct ReportTests {
  @Test("It has the totals, a section per date, and where the values come from")
  func content() throws {
    let ledger = try TestLedger()
    let group = try #require(try ledger.book.createGroup(name: "Berlin <June>").group)
    for (units, date, kind) in [
      (1_250, "2026-06-14", TransactionKind.expense), (750, "2026-06-15", .expense),
      (500, "2026-06-15", .income),
    ] as [(Int64, String, TransactionKind)] {
      try ledger.book.record(
        RecordRequest(
          kind: kind, money: Money(minorUnits: units, currency: .eur), date: day(date), vendor: "Café & Co",
          category: "food", payment: .card, group: group, note: "a\nb"))
    }
    let text = try ledger.export(.html, .group(group)).text
    #expect(text.contains("<h1>Berlin &lt;June&gt;</h1>") && text.contains("<p>3 receipts · "))
    #expect(text.contains("<tr><td>EUR</td><td class=\"amount\">€15.00</td></tr>"))
    #expect(text.components(separatedBy: "<h2>").count == 1 + 2 + 2)
    #expect(text.contains("<strong>Café &amp; Co</strong>") && text.contains("Entered by hand "))
    #expect(text.contains("<br>a b<br>"))
  }

  @Test("Hostile text never becomes markup, and the tables are balanced", arguments: [true, false])
  func hostile(isEmpty: Bool) throws {
    let ledger = try TestLedger()
    for text in isEmpty ? [] : hostileTexts {
      _ = try? ledger.book.record(
        RecordRequest(
          money: Money(minorUnits: 1, currency: .jpy), date: day("2026-06-16"), vendor: text, category: "food",
          payment: .cash, note: text, account: text), opensAccounts: true)
    }
    let text = try ledger.export(.html).text
    let tags = text.matches(of: (/<[^>]*>/).matchingSemantics(.unicodeScalar)).map { String($0.output) }
    let names = Set(tags.map { $0.prefix { !" >".contains($0) } })
    #expect(
      names.isSubset(of: [
        "<!DOCTYPE", "<html", "</html", "<head", "</head", "<meta", "<title", "</title", "<style", "</style",
        "<body",
        "</body", "<h1", "</h1", "<h2", "</h2", "<p", "</p", "<table", "</table", "<tr", "</tr", "<td", "</td",
        "<strong", "</strong", "<br", "<span", "</span", "<div", "</div",
      ]), "\(names)")
    for name in ["table", "tr", "td", "span", "div"] {
      #expect(tags.count { $0.hasPrefix("<\(name)") } == tags.count { $0 == "</\(name)>" }, "\(name)")
    }
    #expect(!text.unicodeScalars.contains { $0.value == 0x202e || ($0.value < 0x20 && $0 != "\n") })
  }
}
