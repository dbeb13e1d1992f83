import EventLog
import Foundation
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerProjections

/// Amounts that add up to more than 64 bits: a fold is total, and posting never fails because of a sum.
@Suite("Sums of more than 64 bits")
struct SumOverflowTests {
  private static let largest = Int64(9_007_199_254_740_991)

  /// A ledger with so many receipts of the largest amount, on two days, in no group.
  private func ledger(_ count: Int) throws -> ScreenLedger {
    let ledger = try ScreenLedger()
    let money = Money(minorUnits: Self.largest, currency: .eur)
    let events = (0..<count).map { number in
      (
        event: TransactionEvent.transactionRecorded(
          TransactionEvent.Recorded(
            origin: .manual, on: screenDay("2026-06-15"), kind: .expense, money: money,
            date: screenDay(number % 2 == 0 ? "2026-06-14" : "2026-06-15"), vendor: "Kiosk", category: "food",
            payment: .card)),
        id: TransactionID(UniqueID.random())
      )
    }
    for start in stride(from: 0, to: events.count, by: 500) {
      try ledger.append(Array(events[start..<min(start + 500, events.count)]))
    }
    return ledger
  }

  private func expectSound(_ book: Book, _ note: Comment) throws {
    let comparison = try book.checkModels()
    #expect(comparison.isSame, "\(comparison.samples.prefix(3)) \(note)")
  }

  @Test(
    "Posting, rebuilding, history and screens survive it, and all is right again when the excess is deleted")
  func survives() throws {
    let ledger = try ledger(1_030)
    let id: GroupID? = nil
    let book = ledger.book
    #expect(try book.group(id).count == 1_030)
    try expectSound(book, "posted")
    _ = try book.rebuild(progress: nil)
    try expectSound(book, "rebuilt")
    // One by one, as commands post.
    var last: [TransactionID] = []
    for number in 0..<3 {
      last.append(
        try ledger.record("late \(number)") {
          $0.money = Money(minorUnits: Self.largest, currency: .eur)
        })
    }
    try expectSound(book, "commands")
    let group = try book.group(id)
    #expect(group.totals.isEmpty && group.tooLarge == [.eur] && group.categories[0].tooLarge == [.eur])
    let list = try book.list(TransactionFilter(), page: PageRequest(limit: 5))
    #expect(list.sections[0].tooLarge == [.eur] && list.sections[0].totals.isEmpty && list.page.rows.count == 5)
    #expect(
      list.sections[0].days[1].tooLarge.isEmpty, "one day alone fits: \(list.sections[0].days[1].totals)")
    let analysis = try book.analysis(kind: .expense, period: .year(2026))
    #expect(analysis.tooLarge == [.eur] && analysis.totals.isEmpty && analysis.count == 1_033)
    #expect(throws: ModelError.overflow("EUR")) { try book.totals(TransactionFilter()) }
    #expect(throws: ModelError.overflow("EUR")) { try book.value(of: LedgerFigure(.group(id), .eur)) }
    // What was true before is told of the past, and what is now is not.
    try book.rebuildHistory()
    let end = try book.log.lastPosition()
    _ = try book.history { reader in
      #expect(throws: ModelError.overflow("EUR")) {
        try reader.value(of: LedgerFigure(.group(id), .eur), at: end)
      }
      #expect(throws: ModelError.overflow("EUR"), "of a step that others follow") {
        try reader.value(of: LedgerFigure(.group(id), .eur), at: end - 2)
      }
      let whole = try reader.value(of: LedgerFigure(.group(id), .eur), at: end - 20)
      #expect(whole.minorUnits == Self.largest * whole.count && whole.count < 1_025)
    }
    // Back within 64 bits.
    for listed in try book.list(TransactionFilter(), page: PageRequest(limit: 20)).page.rows {
      try book.perform(.delete, on: listed.row.id)
    }
    #expect(
      try book.group(id).totals == [Money(minorUnits: Self.largest * 1_013, currency: .eur)]
        && book.group(id).tooLarge.isEmpty)
    try expectSound(book, "fits again")
    let path = try #require(try book.status().modelsPath)
    let connection = try Connection(path: path, mode: .readOnly)
    defer { try? connection.close() }
    #expect(try connection.statement("SELECT max(abs(beyond)) FROM group_total").firstInt64() == 0)
  }

  @Test("Taken apart into its two columns, and added in SQL, a sum is the same in any order")
  func anyOrder() throws {
    let seed = SeededGenerator.anySeed()
    var random = SeededGenerator(seed: seed)
    let connection = try Connection(path: ":memory:", mode: .memory)
    try connection.execute(
      """
      CREATE TABLE t (k INTEGER PRIMARY KEY, count INTEGER NOT NULL, total INTEGER NOT NULL, beyond INTEGER NOT NULL)
      STRICT, WITHOUT ROWID
      """)
    let edges: [Int128] = [
      Int128(Int64.max), Int128(Int64.min), 1, -1, 0, Int128(1) << 64, -(Int128(1) << 63) - 1,
    ]
    var sum: Int128 = 0
    var parts: [Int128] = []
    for _ in 0..<2_000 {
      let part =
        Bool.random(using: &random)
        ? edges.randomElement(using: &random) ?? 0 : Int128(Int64.random(in: .min ... .max, using: &random)) * 3
      parts.append(part)
      sum += part
    }
    for order in [parts, parts.reversed(), parts.sorted()] {
      try connection.execute("DELETE FROM t")
      for part in order {
        let statement = try connection.statement(
          "INSERT INTO t VALUES (1, 1, ?1, ?2) ON CONFLICT DO UPDATE SET \(WideSumSQL.adding)")
        try statement.bind(1, part.low)
        try statement.bind(2, part.beyond)
        try statement.run()
        #expect(Int128(low: part.low, beyond: part.beyond) == part)
      }
      let statement = try connection.statement("SELECT total, beyond, count FROM t")
      try statement.forEachRow { row in
        #expect(Int128(low: row.int64(0), beyond: row.int64(1)) == sum, "LEDGER_SEED=\(seed)")
        #expect(row.int64(2) == 2_000)
      }
    }
  }

  @Test("Verifying reports that a total is too large, and finds nothing wrong")
  func verified() throws {
    let ledger = try ledger(1_030)
    _ = try ledger.book.groups()
    let health = try Health.of(ledger.book, modelsPath: try ledger.book.status().modelsPath)
    #expect(health.isHealthy, "\(health.findings.prefix(3))")
    #expect(health.notes.contains { $0.contains("EUR") && $0.contains("too large") })
  }
}
