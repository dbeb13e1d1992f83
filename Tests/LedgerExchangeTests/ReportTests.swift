import Foundation
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@testable import LedgerExchange

@Suite("The report for people")
struct ReportTests {
  @Test("It has the totals, a table per month, and where the values come from")
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
    #expect(text.contains("<tr><td>EUR</td><td class=\"amount\">-€15.00</td></tr>"))
    #expect(text.contains("<tr><td>Food</td><td class=\"amount\">-€15.00</td></tr>"))
    #expect(text.components(separatedBy: "<thead>").count == 1 + 1, "one month")
    #expect(text.components(separatedBy: "<tr class=\"day\">").count == 1 + 2)
    #expect(text.contains("<strong>Café &amp; Co</strong>") && text.contains("Entered by hand "))
    #expect(text.contains("<br>a<br>b<br>"))
  }

  /// The rows of the list: the class of the row, and its amount in cents.
  private func amounts(_ text: String) throws -> [(row: Substring, cents: Int)] {
    let pattern = /(<tr class="day">|<thead>|<tr><td>).*?class="amount">(-?)€([0-9,]+)\.([0-9]{2})</
    return text.matches(of: pattern).map { match in
      let units = Int(match.output.3.replacing(",", with: "") + match.output.4) ?? 0
      return (match.output.1, match.output.2 == "-" ? -units : units)
    }
  }

  @Test("Rows add up to their day, days to their month, and months to the total", arguments: [true, false])
  func sums(hasIncome: Bool) throws {
    let ledger = try TestLedger()
    var random = SeededGenerator(seed: 5)
    for _ in 0..<120 {
      let kind: TransactionKind = hasIncome && Int.random(in: 0..<4, using: &random) == 0 ? .income : .expense
      let refund = Int.random(in: 0..<6, using: &random) == 0 ? -1 : 1
      try ledger.book.record(
        RecordRequest(
          kind: kind,
          money: Money(minorUnits: Int64(refund * Int.random(in: 1...200_000, using: &random)), currency: .eur),
          date: day("2026-0\(Int.random(in: 1...3, using: &random))-1\(Int.random(in: 0...8, using: &random))"),
          vendor: "Shop", category: "food",
          payment: .card))
    }
    let list = try amounts(ledger.export(.html).text)
    var (total, month, day) = (0, 0, 0)
    for (row, cents) in list.dropFirst(2).reversed() {
      switch row {
      case "<tr><td>": day += cents
      case "<thead>":
        #expect(month == cents)
        (total, month) = (total + month, 0)
      default:
        #expect(day == cents)
        (month, day) = (month + day, 0)
      }
    }
    #expect(list.count > 120 && list[0].cents == total && list[1].cents == total)
    var spent: Int64 = 0
    try ledger.book.journal { listed in
      if let money = listed.row.money { spent += (listed.row.kind == .income ? -1 : 1) * money.minorUnits }
    }
    #expect(Int64(total) == (hasIncome ? -spent : spent))
  }

  @Test("The words for dates are English like all others, and amounts are those of the locale")
  func language() throws {
    let ledger = try TestLedger(locale: #require(LedgerLocale("de_DE")))
    try ledger.book.record(
      RecordRequest(
        money: Money(minorUnits: 123_450, currency: .eur), date: day("2026-10-03"), vendor: "Bahn",
        category: "taxi", payment: .card))
    let text = try ledger.export(.html).text
    #expect(text.contains("<th>Saturday, 3 October 2026</th>") && text.contains("1.234,50\u{a0}€"))
    #expect(!text.contains("Oktober") && !text.contains("03.10."))
  }

  @Test(
    "A browser prints it as PDF",
    .enabled(
      if: InstalledProgram.path("chromium") != nil && InstalledProgram.path("pdftotext") != nil,
      "needs chromium and pdftotext"))
  func pdf() throws {
    let ledger = try TestLedger()
    for number in 1...60 {
      try ledger.book.record(
        RecordRequest(
          money: Money(minorUnits: Int64(number), currency: .eur), date: day("2026-10-03"), vendor: "Shop",
          category: "food", payment: .card))
    }
    var bytes: [UInt8] = []
    let report = try Exporter.export(ledger.book, format: .pdf) { bytes += $0 }
    let html = try Exporter.export(ledger.book, format: .html) { _ in }
    #expect(report.count == html.count && report.totals == html.totals && report.bytes == bytes.count)
    let path = NSTemporaryDirectory() + "report-\(UUID().uuidString).pdf"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = try ZipReaders.run(["pdftotext", path], "-").output
    var ids: [String] = []
    try ledger.book.journal { ids.append($0.row.id.description) }
    #expect(ids.count == 60 && ids.allSatisfy(text.contains))
    let pages = text.split(separator: "\u{c}")
    #expect(
      pages.count > 2
        && pages.filter { $0.contains("Entered by hand") }.allSatisfy { $0.contains("October 2026 ·") })
  }

  @Test("Its sentences are those of the audits, of all receipts and of a few, now and in the past")
  func sentences() throws {
    let ledger = try TestLedger()
    try ledger.fill(1_200, seed: 11)
    for position in [Position.max, 900] {
      let book = ledger.book.asOf(.position(position))
      var ids: [TransactionID] = []
      try book.journal { ids.append($0.row.id) }
      for ids in [ids, Array(ids.prefix(40))] {
        let sentences = try Audit.sentences(of: ids, in: book, .default)
        #expect(sentences.count == ids.count)
        for id in ids.prefix(60) { #expect(try sentences[id] == Audit.of(id, in: book).sentence) }
      }
    }
  }

  @Test("Without a program there is no PDF, and nothing is written")
  func withoutProgram() throws {
    let ledger = try TestLedger()
    try ledger.fill(3, seed: 9)
    #expect(throws: ExportFailure.notPrinted("neither Chromium nor LibreOffice is installed")) {
      _ = try Exporter.export(ledger.book, format: .pdf, printer: PagePrinter(path: "/nowhere")) { _ in
        Issue.record("something was written")
      }
    }
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
        "<thead", "</thead", "<th", "</th",
        "<strong", "</strong", "<br", "<span", "</span", "<div", "</div",
      ]), "\(names)")
    for name in ["table", "thead", "tr", "td", "th", "span", "div"] {
      let begun = tags.count { $0.hasPrefix("<\(name)>") || $0.hasPrefix("<\(name) ") }
      #expect(begun == tags.count { $0 == "</\(name)>" }, "\(name)")
    }
    #expect(!text.unicodeScalars.contains { $0.value == 0x202e || ($0.value < 0x20 && $0 != "\n") })
  }
}
