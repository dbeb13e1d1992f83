import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport

@testable import LedgerExchange

/// A ledger in a folder of its own that goes when the test is over.
final class TestLedger {
  let book: Book
  let folder: String

  init(currency: CurrencyCode = .eur, weeks: WeekSetting = .iso, locale: LedgerLocale = .default) throws {
    folder = NSTemporaryDirectory() + "ledger-exchange-" + UUID().uuidString
    let settings = Book.Settings(folder: folder, actor: .person("test"), deviceName: "test")
    book = try Book.create(
      settings, NewLedger(device: "test", currency: currency, locale: locale, weeks: weeks))
  }

  deinit {
    try? book.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Appends events as they are, without asking whether a command would give them, in one batch.
  func append(_ events: [(event: TransactionEvent, id: TransactionID)]) throws {
    let codec = EventCodec.current
    let drafts = events.map { event, id in
      EventDraft(
        stream: id.stream, type: LedgerEvent.transaction(event).type.rawValue,
        schema: codec.schema(of: LedgerEvent.transaction(event).type),
        payload: codec.encode(.transaction(event)),
        actor: "user/test")
    }
    _ = try book.log.write { writer in
      try writer.append(drafts, correlation: UniqueID.random(), clock: .now(), salts: LedgerLog.randomSalt)
    }
  }

  /// What an export writes.
  func export(
    _ format: Exporter.Format, _ filter: TransactionFilter = TransactionFilter(),
    table: TableOptions = TableOptions()
  ) throws -> (text: String, report: ExportReport) {
    var bytes: [UInt8] = []
    let report = try Exporter.export(book, format: format, filter: filter, table: table) { bytes += $0 }
    return (String(decoding: bytes, as: UTF8.self), report)
  }
}

func day(_ iso: String) -> CivilDate {
  guard let date = CivilDate(iso: iso) else { preconditionFailure("not a date: \(iso)") }
  return date
}

func currency(_ code: String) -> CurrencyCode {
  guard let currency = CurrencyCode(code) else { preconditionFailure("not a currency: \(code)") }
  return currency
}

/// Texts that mean something to one format or another.
let nastyTexts = [
  "REWE City", "Café Müller", "*** STAR ***", "(Hotel) Adlon", "[x] y", "=SUM(A1)", "+49 30", "-5 %", "@home",
  "a;b",
  "a | b", "two  spaces", "line\nbreak", "tab\tstop", "colon: here", ":leading", "comma, tag:injected",
  "\"quoted\"", "back\\slash", "'=1", "食品", "🍽️", "\u{202e}bidi", "é", "a\u{a0}\u{a0}b", "! note",
  "transaction:fake", "x [2012/99/99] y", "{brace}", "#hash ^link", "100 EUR", "nul\u{1}control", "\u{85}next",
  "ends with hyphen-", "Z\r\nW", "a\u{2028}b", "ß", "ǆ", "1.", "-", "\"", "؟",
]

extension TestLedger {
  /// Random transactions of every sort, in one batch, with some drafts and deleted ones among them.
  func fill(_ count: Int, seed: UInt64, from: Int = 2021, years: Int = 3) throws {
    var random = SeededGenerator(seed: seed)
    let currencies = ["EUR", "EUR", "EUR", "USD", "JPY", "KWD", "CLF", "XQZ"].map(currency)
    let categories = [
      "food", "hotel", "taxi", "coffee shop", "coffee-shop", "a:b", "a b", "食品", "🍽️", "unknown",
      "o'neil; \"x\"",
    ]
    let accounts = ["Giro", "giro", "Bank: A", "Bank- A", "(virtual)", "Konto  2", "card", "100 EUR"]
    let first = day("\(from)-01-01")
    var events: [(TransactionEvent, TransactionID)] = []
    for _ in 0..<count {
      let id = TransactionID(UniqueID.random(using: &random))
      let kind = TransactionKind.allCases[[0, 0, 0, 0, 1, 2].randomElement(using: &random) ?? 0]
      let units = Int64.random(in: -20_000...100_000, using: &random)
      func some(_ texts: [String], _ percent: Int) -> String? {
        Int.random(in: 0..<100, using: &random) < percent ? texts.randomElement(using: &random) : nil
      }
      let recorded = TransactionEvent.Recorded(
        origin: .manual, on: first, kind: kind,
        money: Money(
          minorUnits: units == 0 ? 1 : units, currency: currencies.randomElement(using: &random) ?? .eur),
        date: first.adding(days: Int.random(in: 0..<years * 365, using: &random)), vendor: some(nastyTexts, 90),
        category: some(categories, kind == .transfer ? 10 : 99),
        payment: [.card, .cash].randomElement(using: &random),
        note: some(nastyTexts, 30), account: some(accounts, 30),
        tags: Array(Set([some(["berlin", "coffee shop", "a;b", "c:d", "date"], 30)].compactMap { $0 })))
      events.append((.transactionRecorded(recorded), id))
      switch Int.random(in: 0..<20, using: &random) {
      case 0: events.append((.transactionDeleted, id))
      case 1: events.append((.transactionCleared, id))
      case 2:
        let draft = TransactionID(UniqueID.random(using: &random))
        events.append(
          (
            .receiptCaptured(
              TransactionEvent.ReceiptCaptured(source: .file, attachments: [], name: nil, on: first)), draft
          ))
      default: break
      }
      if events.count > 5_000 {
        try append(events)
        events = []
      }
    }
    try append(events)
  }
}
