import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerExchange

@Suite("The archive of receipts (IE-35, IE-36)")
struct ReceiptArchiveTests {
  /// A ledger with a receipt of two pages, a recorded one, and one for each hostile text.
  private func ledger(hostile: Bool = false) throws -> TestLedger {
    let ledger = try TestLedger()
    try capture([[0xff, 0xd8, 0xff, 1], Array("%PDF-1.7 two".utf8)], "Lufthansa", in: ledger)
    try ledger.book.record(
      RecordRequest(
        money: Money(minorUnits: 3_800, currency: .eur), date: day("2026-06-15"), vendor: "Taxi",
        category: "taxi",
        payment: .cash, note: "to the\nairport"))
    if hostile {
      for text in hostileTexts where !text.isEmpty {
        _ = try? ledger.book.record(
          RecordRequest(
            money: Money(minorUnits: 1, currency: .jpy), date: day("2026-06-16"), vendor: text,
            category: "food",
            payment: .cash, note: text, tags: [text]))
      }
    }
    return ledger
  }

  @discardableResult
  private func capture(_ pages: [[UInt8]], _ vendor: String, in ledger: TestLedger) throws -> TransactionID {
    let id = try #require(try ledger.book.capture(CaptureInput(files: pages.map { .bytes($0) })).transaction)
    for (field, value) in [
      (TransactionField.vendor, FieldValue.text(vendor)), (.date, .date(day("2026-06-14"))),
      (.total, .amount(Amount(Money(minorUnits: 42_000, currency: .eur)))), (.category, .text("flight")),
      (.payment, .text("card")),
    ] { try ledger.book.perform(.correct(field, value), on: id) }
    try ledger.book.perform(.save, on: id)
    return id
  }

  private func export(_ ledger: TestLedger) throws -> (bytes: [UInt8], report: ExportReport) {
    var bytes: [UInt8] = []
    let report = try Exporter.export(ledger.book, format: .zip) { bytes += $0 }
    return (bytes, report)
  }

  @Test("It has the pages by date, a text for a receipt without paper, the summary and the manifest")
  func content() throws {
    let ledger = try ledger()
    let (bytes, report) = try export(ledger)
    let zip = try PlainZip(bytes)
    #expect(
      zip.names == [
        "2026-06-14/2026-06-14_Lufthansa_EUR-420.00_p1.jpg",
        "2026-06-14/2026-06-14_Lufthansa_EUR-420.00_p2.pdf",
        "2026-06-15/2026-06-15_Taxi_EUR-38.00.txt", "summary.csv", "manifest.json",
      ])
    #expect(zip.entries[0].bytes == [0xff, 0xd8, 0xff, 1])
    #expect((report.count, report.images, report.missing) == (2, 2, []))
    #expect(report.bytes == Int64(bytes.count))
    let stub = String(decoding: zip.entries[2].bytes, as: UTF8.self)
    #expect(
      stub.hasPrefix("Taxi\nDate: 2026-06-15\nAmount: 38.00 EUR\n") && stub.contains("Note: to the airport\n"))
    let summary = try rows(ofCSV: String(decoding: zip.entries[3].bytes.dropFirst(3), as: UTF8.self))
    #expect(summary[0] == ["Files"] + TransactionCSV.columns)
    #expect(summary[1][0] == zip.names[0] + ", " + zip.names[1])
    #expect(summary[3].contains("458.00") && Set(summary.map(\.count)) == [TransactionCSV.columns.count + 1])
    let manifest = try JSONValue(parsing: zip.entries[4].bytes, as: .exchange)
    #expect(manifest["ledger"] == .string(ledger.book.log.ledgerID.description))
    guard case .array(let receipts)? = manifest["receipts"] else {
      throw PlainZip.Malformed(reason: "manifest")
    }
    #expect(
      receipts[0]["files"] == [
        [
          "bytes": 4, "name": .string(zip.names[0]),
          "sha256": .string(SHA256.hash([0xff, 0xd8, 0xff, 1]).description),
        ],
        [
          "bytes": 12, "name": .string(zip.names[1]),
          "sha256": .string(SHA256.hash(Array("%PDF-1.7 two".utf8)).description),
        ],
      ])
    let text = SHA256.hash(zip.entries[3].bytes).description
    #expect(manifest["summary"]?["sha256"] == .string(text))
  }

  @Test("The same receipts give the same bytes, now, as of the past, and from models built again")
  func identical() throws {
    let ledger = try ledger(hostile: true)
    let first = try export(ledger).bytes
    let position = try ledger.book.log.lastPosition()
    #expect(try export(ledger).bytes == first)
    _ = try ledger.book.rebuild()
    #expect(try export(ledger).bytes == first)
    try capture([[1]], "later", in: ledger)
    #expect(try export(ledger).bytes != first)
    var past: [UInt8] = []
    _ = try Exporter.export(ledger.book.asOf(.position(position)), format: .zip) { past += $0 }
    #expect(past == first)
    #expect(Set(try PlainZip(first).names.map { $0.lowercased() }).count == (try PlainZip(first).names.count))
  }

  @Test("Every installed reader unpacks an archive with hostile vendors", arguments: ZipReaders.installed)
  func readers(reader: [String]) throws {
    let path = NSTemporaryDirectory() + "ledger-archive-\(UUID().uuidString).zip"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(export(ledger(hostile: true)).bytes).write(to: URL(fileURLWithPath: path))
    let run = try ZipReaders.run(reader, path)
    #expect(run.code == 0, "\(run.output)")
  }

  @Test("A page that is missing or damaged is listed, and the others are exported")
  func missing() throws {
    let ledger = try ledger()
    let gone = try capture([[1, 2, 3], [4, 5, 6]], "gone", in: ledger)
    let damaged = try capture([[7, 8, 9]], "damaged", in: ledger)
    func path(_ bytes: [UInt8]) -> String { ledger.book.path(ofPage: SHA256.hash(bytes)) }
    try FileManager.default.removeItem(atPath: path([1, 2, 3]))
    try Data([7, 8, 0]).write(to: URL(fileURLWithPath: path([7, 8, 9])))
    let (bytes, report) = try export(ledger)
    #expect(report.missing.map(\.transaction) == [gone, damaged])
    #expect(report.missing.map(\.reason) == [.missing, .damaged])
    #expect(report.images == 3)
    let zip = try PlainZip(bytes)
    #expect(zip["2026-06-14/2026-06-14_gone_EUR-420.00_p2.jpg".replacing("jpg", with: "bin")] == [4, 5, 6])
    let stub = try #require(zip["2026-06-14/2026-06-14_damaged_EUR-420.00.txt"])
    #expect(String(decoding: stub, as: UTF8.self).contains("Page 1 is damaged"))
    let manifest = String(decoding: try #require(zip["manifest.json"]), as: UTF8.self)
    #expect(manifest.contains("\"missing\":[{\"page\":1,\"reason\":\"damaged\""))
  }

  @Test("A large page is copied in pieces, and a cancelled export ends between them")
  func large() throws {
    struct Cancelled: Error {}
    let ledger = try TestLedger()
    var page = [UInt8](repeating: 3, count: CheckedPage.wholeBytesMax + 12_345)
    page[1_000_000] = 4
    try capture([page], "large", in: ledger)
    let (bytes, report) = try export(ledger)
    #expect(report.images == 1)
    #expect(bytes.count(of: [3, 4, 3]) == 1 && bytes.count > page.count)
    var written = 0
    #expect(throws: Cancelled.self) {
      _ = try Exporter.export(
        ledger.book, format: .zip, progress: { _ in if written > 1 << 20 { throw Cancelled() } },
        to: { written += $0.count })
    }
    #expect(written < page.count)
  }
}
