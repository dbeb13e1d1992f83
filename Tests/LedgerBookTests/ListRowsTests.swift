import EventLog
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing

@testable import LedgerBook
@testable import LedgerProjections

/// A list that scrolls both ways, without counts and sums.
@Suite("Rows of a list in both directions (IE-41)")
struct ListRowsTests {
  /// A ledger whose rows share dates and moments, with some that have no date, over several blocks.
  private static func ledger(_ random: inout SeededGenerator) throws -> ScreenLedger {
    let ledger = try ScreenLedger()
    for _ in 0..<40 {
      // The events of one batch have the same millisecond or the next.
      let events = (0..<Int.random(in: 1...20, using: &random)).map {
        _ -> (event: TransactionEvent, id: TransactionID) in
        let id = TransactionID(UniqueID.random(using: &random))
        let day = screenDay("2026-01-01").adding(days: Int.random(in: 0...9, using: &random))
        if Int.random(in: 0..<8, using: &random) == 0 {
          return (
            .receiptCaptured(
              TransactionEvent.ReceiptCaptured(source: .scan, attachments: [], name: nil, on: day)), id
          )
        }
        let money = Money(minorUnits: Int64.random(in: 1...500, using: &random), currency: .eur)
        let recorded = TransactionEvent.Recorded(
          origin: .manual, on: day, kind: .expense, money: money, date: day, vendor: "V")
        return (.transactionRecorded(recorded), id)
      }
      try ledger.append(events)
    }
    return ledger
  }

  @Test("A walk forward gives the whole list, and the walk back from any place gives what came before it")
  func walks() throws {
    var random = SeededGenerator()
    let ledger = try Self.ledger(&random)
    for filter in [TransactionFilter(), .everything] {
      let all = try ledger.book.transactions(filter, page: PageRequest(limit: 10_000)).rows
      #expect(all.count > 200, "seed \(random.seed)")
      for limit in [1, 7, 50, 10_000] {
        var pages: [TransactionRows] = [try ledger.book.rows(filter, limit: limit)]
        #expect(pages[0].previous == nil)
        while let next = pages.last?.next {
          pages.append(try ledger.book.rows(filter, from: .after(next), limit: limit))
        }
        #expect(pages.flatMap(\.rows) == all, "seed \(random.seed), \(limit)")
        var back = pages.removeLast()
        while let previous = back.previous, let expected = pages.popLast() {
          back = try ledger.book.rows(filter, from: .before(previous), limit: limit)
          #expect(back.rows == expected.rows, "seed \(random.seed), \(limit)")
          #expect(back.next == expected.next)
        }
        #expect(pages.isEmpty && back.previous == nil, "seed \(random.seed), \(limit)")
      }
    }
  }

  @Test("A walk back that begins between two pages fills its page")
  func between() throws {
    var random = SeededGenerator()
    let ledger = try Self.ledger(&random)
    let all = try ledger.book.transactions(page: PageRequest(limit: 10_000)).rows
    for _ in 0..<30 {
      let (place, limit) = (
        Int.random(in: 0..<all.count, using: &random), Int.random(in: 1...60, using: &random)
      )
      let cursor = PageCursor(all[place].row).text
      let back = try ledger.book.rows(from: .before(cursor), limit: limit)
      #expect(back.rows == Array(all[..<place].suffix(limit)), "seed \(random.seed), \(place), \(limit)")
      #expect((back.previous != nil) == (place > limit))
      let on = try ledger.book.rows(from: .after(cursor), limit: limit)
      #expect(on.rows == Array(all[(place + 1)...].prefix(limit)), "seed \(random.seed), \(place), \(limit)")
    }
  }

  @Test("A filter of dates that a cursor lies outside of has no rows on that side")
  func outside() throws {
    let ledger = try ScreenLedger()
    for day in ["2026-01-02", "2026-01-05"] { try ledger.record("V") { $0.date = screenDay(day) } }
    let newest = try #require(try ledger.book.rows(limit: 1).next)
    var early = TransactionFilter()
    early.through = screenDay("2026-01-03")
    #expect(try ledger.book.rows(early, from: .before(newest)).rows.isEmpty)
    #expect(try ledger.book.rows(early, from: .after(newest)).rows.count == 1)
    var late = TransactionFilter()
    late.from = screenDay("2026-01-06")
    #expect(try ledger.book.rows(late, from: .after(newest)).rows.isEmpty)
    #expect(try ledger.book.rows(late).rows.isEmpty)
  }

  @Test(
    "Rows of the past come from history as those of now from the models, and a text that is no cursor is refused"
  )
  func past() throws {
    var random = SeededGenerator()
    let ledger = try Self.ledger(&random)
    let position = try ledger.book.log.lastPosition()
    try ledger.record("later")
    _ = try ledger.book.rebuildHistory()
    let past = ledger.book.asOf(.position(position))
    let all = try past.transactions(page: PageRequest(limit: 10_000)).rows
    let cursor = PageCursor(all[all.count / 2].row).text
    #expect(try past.rows(from: .before(cursor), limit: 40).rows == Array(all[..<(all.count / 2)].suffix(40)))
    #expect(try past.rows(limit: 40).rows == Array(all.prefix(40)))
    #expect(throws: CursorError.self) { try ledger.book.rows(from: .before("x")) }
  }
}
