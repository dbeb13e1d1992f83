import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerExchange

@Suite("Exporter")
struct ExporterTests {
  private func record(
    _ ledger: TestLedger, _ vendor: String, _ units: Int64, _ date: String, kind: TransactionKind = .expense,
    category: String? = "food"
  ) throws -> TransactionID {
    let outcome = try ledger.book.record(
      RecordRequest(
        kind: kind, money: Money(minorUnits: units, currency: .eur), date: day(date), vendor: vendor,
        category: category, payment: .card))
    return try #require(outcome.transaction)
  }

  @Test(
    "Drafts and deleted ones are left out, whatever the filter is", arguments: Exporter.Format.ofTransactions)
  func onlySaved(format: Exporter.Format) throws {
    let ledger = try TestLedger()
    let kept = try record(ledger, "kept", 100, "2026-06-01")
    let gone = try record(ledger, "gone", 200, "2026-06-02")
    try ledger.book.perform(.delete, on: gone)
    let draft = try ledger.book.capture(CaptureInput(text: "SUMME EUR 3,00\n01.06.2026"))
    let (text, report) = try ledger.export(format, .everything)
    #expect(report.count == 1)
    #expect(text.contains(kept.description))
    #expect(!text.contains(gone.description))
    #expect(!text.contains(try #require(draft.transaction).description))
    #expect(report.bytes == Int64(text.utf8.count))
  }

  @Test("Rows come by date, then in the order they were recorded", arguments: Exporter.Format.ofTransactions)
  func order(format: Exporter.Format) throws {
    let ledger = try TestLedger()
    let ids = try [
      record(ledger, "c", 1, "2026-06-03"), record(ledger, "a", 2, "2026-06-01"),
      record(ledger, "b", 3, "2026-06-01"), record(ledger, "d", 4, "2025-12-31"),
    ]
    let text = try ledger.export(format).text
    let places = try ids.map { id in try #require(text.range(of: id.description)).lowerBound }
    #expect(places.indices.sorted { places[$0] < places[$1] } == [3, 1, 2, 0])
  }

  @Test(
    "The same ledger gives the same bytes, from rebuilt models too", arguments: Exporter.Format.ofTransactions
  )
  func stable(format: Exporter.Format) throws {
    let ledger = try TestLedger()
    try ledger.fill(400, seed: 7)
    let before = try ledger.export(format)
    _ = try ledger.book.rebuild()
    #expect(try ledger.export(format).text == before.text)
    #expect(try ledger.book.asOf(.position(ledger.book.log.lastPosition())).exported(format) == before.text)
  }

  @Test("A filter chooses the rows", arguments: Exporter.Format.ofTransactions)
  func filtered(format: Exporter.Format) throws {
    let ledger = try TestLedger()
    let june = try record(ledger, "june", 100, "2026-06-01")
    let july = try record(ledger, "july", 200, "2026-07-01")
    let income = try record(ledger, "pay", 300, "2026-07-02", kind: .income)
    var filter = TransactionFilter()
    filter.from = day("2026-07-01")
    filter.kinds = [.expense]
    let text = try ledger.export(format, filter).text
    #expect(text.contains(july.description))
    #expect(!text.contains(june.description))
    #expect(!text.contains(income.description))
  }

  @Test("An empty ledger gives an empty file of its format", arguments: Exporter.Format.ofTransactions)
  func empty(format: Exporter.Format) throws {
    let (text, report) = try TestLedger().export(format)
    #expect(report.count == 0)
    let expected =
      switch format {
      case .hledger, .ndjson: ""
      case .beancount: "option \"operating_currency\" \"EUR\"\n\n"
      case .csv: "\u{feff}" + TransactionCSV.columns.joined(separator: ",") + "\r\n"
      case .items, .zip, .xlsx, .html, .pdf: ""
      }
    #expect(text == expected)
  }

  @Test("The output comes in pieces of bounded size", arguments: Exporter.Format.ofTransactions)
  func pieces(format: Exporter.Format) throws {
    let ledger = try TestLedger()
    try ledger.fill(1_500, seed: 3)
    var sizes: [Int] = []
    let report = try Exporter.export(ledger.book, format: format) { sizes.append($0.count) }
    #expect(sizes.count > 1)
    #expect(sizes.allSatisfy { $0 < 80 << 10 })
    #expect(Int64(sizes.reduce(0, +)) == report.bytes)
  }

  @Test(
    "What the sink throws ends the export, and the ledger goes on", arguments: Exporter.Format.ofTransactions)
  func sinkThrows(format: Exporter.Format) throws {
    struct DiskFull: Error {}
    let ledger = try TestLedger()
    try ledger.fill(1_000, seed: 4)
    #expect(throws: DiskFull.self) {
      try Exporter.export(ledger.book, format: format) { _ in throw DiskFull() }
    }
    let id = try record(ledger, "after", 1, "2026-06-01")
    #expect(try ledger.export(format).text.contains(id.description))
  }

  @Test("A saved receipt without date or amount is in tables, but reported and left out of journals")
  func incomplete() throws {
    let ledger = try TestLedger()
    let whole = try record(ledger, "whole", 100, "2026-06-01")
    let id = TransactionID(UniqueID.random())
    try ledger.append([
      (
        .receiptCaptured(
          TransactionEvent.ReceiptCaptured(source: .scan, attachments: [], name: nil, on: day("2026-06-01"))),
        id
      ),
      (.receiptSaved, id),
    ])
    for format in [Exporter.Format.hledger, .beancount] {
      let (text, report) = try ledger.export(format)
      #expect(text.contains(whole.description) && !text.contains(id.description))
      #expect((report.count, report.leftOut) == (1, 1))
      #expect(report.firstLeftOut == [id])
    }
    for format in [Exporter.Format.csv, .ndjson] {
      let (text, report) = try ledger.export(format)
      #expect(text.contains(id.description))
      #expect((report.count, report.leftOut) == (2, 0))
    }
  }
}

extension Exporter.Format {
  /// The formats of text that contain each transaction with its id.
  static let ofTransactions: [Exporter.Format] = [.hledger, .beancount, .csv, .ndjson]
}

extension Book {
  func exported(_ format: Exporter.Format) throws -> String {
    var bytes: [UInt8] = []
    _ = try Exporter.export(self, format: format) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
