import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerSQLite
import Testing

@testable import LedgerProjections

/// Models that are built in a file, mostly without SQLite, compared with models in memory, which SQLite writes.
@Suite("Models written page by page") struct BulkTableTests {
  /// Transactions of every stage, with and without amounts, units, dates and notes, some longer than a page.
  private static func fill(_ ledger: ScreenLedger, count: Int) throws {
    let currencies: [CurrencyCode] = [.eur, .usd, .jpy, .chf]
    var events: [(event: TransactionEvent, id: TransactionID)] = []
    for number in 0..<count {
      let id = TransactionID(UniqueID(high: 7, low: UInt64(number)))
      let day = screenDay("2026-01-01").adding(days: number * 7 % 900 - 450)
      if number % 4 == 0 {
        events.append(
          (
            .receiptCaptured(
              TransactionEvent.ReceiptCaptured(
                source: .scan, attachments: Self.pages(number), name: nil, on: day)), id
          ))
        if number % 8 == 0 {
          let amount = Amount(currency: currencies[number / 8 % 4], minorUnits: nil)
          events.append(
            (
              .fieldCorrected(TransactionEvent.FieldCorrected(field: .total, from: nil, to: .amount(amount))),
              id
            ))
        }
        continue
      }
      let units = Int64(number % 50) * (number % 9 == 0 ? -1_000_000_007 : 311)
      let note =
        number % 61 == 1
        ? String(repeating: "ä long note ", count: 300 * (number % 7)) : number % 5 == 1 ? "Note" : nil
      events.append(
        (
          .transactionRecorded(
            TransactionEvent.Recorded(
              origin: .manual, on: day, kind: number % 6 == 1 ? .income : .expense,
              money: Money(minorUnits: units, currency: currencies[number % 4]), date: day,
              vendor: "Vendor \(number % 17)", category: ["food", "home", "travel"][number % 3], payment: .card,
              note: note, tags: number % 10 == 1 ? ["a", "ü"] : [])), id
        ))
      if number % 23 == 1 { events.append((.transactionDeleted, id)) }
    }
    for start in stride(from: 0, to: events.count, by: 500) {
      try ledger.append(Array(events[start..<min(events.count, start + 500)]))
    }
  }

  /// At most two pages, some of which others have too.
  private static func pages(_ number: Int) -> [ReceiptPage] {
    (0..<number / 4 % 3).map { page in
      let digest = SHA256.hash([UInt8(truncatingIfNeeded: number / 12), UInt8(page)])
      return ReceiptPage(digest: digest, byteCount: 10, mediaType: "image/png", page: page + 1)
    }
  }

  /// Every table and index that a rebuild fills, as text.
  private func text(_ connection: Connection) throws -> [String] {
    var lines: [String] = []
    for table in ModelTable.allCases.map(\.name) + Total.all.map(\.table) + [
      "facet_block", "facet_value", "transaction_tag",
    ] {
      var columns: [String] = []
      try connection.statement("SELECT name FROM pragma_table_info('\(table)')")
        .forEachRow { columns.append("quote(\"\($0.string(0))\")") }
      let all = columns.joined(separator: " || ',' || ")
      lines.append(table)
      try connection.statement("SELECT \(all) FROM \(table)").forEachRow { lines.append($0.string(0)) }
    }
    try connection.statement(
      """
      SELECT ifnull(currency, '-') || ' ' || ifnull(minor_units, '-') || ' ' || ifnull(date, '-') || ' ' || key
      FROM transaction_row INDEXED BY transaction_by_amount WHERE stage < 2
      ORDER BY currency, minor_units, date, key
      """
    ).forEachRow { lines.append($0.string(0)) }
    return lines
  }

  @Test("are sound to SQLite, and hold what it writes itself", arguments: [0, 3, 40, 3_000], [1, 3])
  func soundness(count: Int, jobs: Int) throws {
    let ledger = try ScreenLedger()
    try Self.fill(ledger, count: count)
    let log = ledger.book.log
    let models = ReadModels(of: log, folder: ledger.folder + "/aside")
    models.jobs = jobs
    // Nothing is large, and what waits for its order does so in files.
    models.sizes = BuildSizes(shard: 40, sorted: 64, sums: 30)
    _ = try models.rebuild()
    let made = try #require(models.takeBack()).connection
    #expect(try made.integrityCheck() == [])

    let inMemory = ReadModels(of: log, folder: nil)
    _ = try inMemory.rebuild()
    let expected = try text(try #require(inMemory.takeBack()).connection)
    #expect(try text(made) == expected)
    #expect(expected.count > count)
    #expect(try DurableFile.list(ledger.folder + "/aside").allSatisfy { !$0.hasPrefix("aside-") })

    // The rows are SQLite's from here on.
    try Self.fill(ledger, count: count / 2)
    try models.catchUp()
    #expect(try made.integrityCheck() == [])
    models.close()
    inMemory.close()
  }
}
