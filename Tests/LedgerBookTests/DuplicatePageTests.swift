import LedgerBytes
import LedgerDomain
import LedgerSQLite
import Testing

@testable import LedgerBook
@testable import LedgerProjections

@Suite("Pages of duplicates")
struct DuplicatePageTests {
  private static func paper(_ bytes: [UInt8]...) -> PagesInput { PagesInput(files: bytes.map { .bytes($0) }) }

  @Test("IE-26: two that share several pages are one pair, listed once, and so are three")
  func sharedPages() throws {
    let ledger = try ScreenLedger()
    let ids = try ["Kiosk", "REWE City", "Taxi"].map { try ledger.record($0) }
    for id in ids[..<2] { try ledger.book.addPages(Self.paper([1], [2], [3]), to: id) }
    #expect(try ledger.book.duplicatePairs(limit: 10) == [Set(ids[..<2])])
    #expect(try ledger.book.duplicatePairs(limit: 1) == [Set(ids[..<2])])
    try ledger.book.addPages(Self.paper([1], [2], [3]), to: ids[2])
    let pairs = try ledger.book.duplicatePairs(limit: 10)
    #expect(pairs.count == 2 && Set(pairs).count == 2, "each but the first with one other")
    // A page that only two of them share brings up nothing that is there already.
    try ledger.book.addPages(Self.paper([4]), to: ids[0])
    try ledger.book.addPages(Self.paper([4]), to: ids[2])
    let more = try ledger.book.duplicatePairs(limit: 1)
    #expect(Set(more).count == more.count && Set(more).isSuperset(of: pairs), "\(more)")
  }

  @Test("IE-26: whom a page of paper was told apart from does not hide those it was not told apart from")
  func sharers() throws {
    let ledger = try ScreenLedger()
    let ids = try (1...8).map { number in
      try ledger.record("Vendor \(number)") {
        $0.money = Money(minorUnits: Int64(number) * 100, currency: .eur)
      }
    }
    for id in ids { try ledger.book.addPages(Self.paper([7]), to: id) }
    try ledger.book.dismissDuplicates(ids[0], of: Array(ids[3...]))
    #expect(try Set(ledger.book.duplicates(of: ids[0], limit: 2).map(\.other.row.id)) == Set(ids[1...2]))
    #expect(try ledger.book.duplicates(of: ids[0], limit: 1).count == 1)
  }

  /// 800 of 9.99 and 800 of 10.00, two a day for a year and then hundreds on one day.
  private static func equalAmounts() throws -> ScreenLedger {
    let ledger = try ScreenLedger()
    let start = screenDay("2026-01-01")
    var events: [(event: TransactionEvent, id: TransactionID)] = []
    for number in 0..<1_600 {
      let index = number / 2
      let recorded = TransactionEvent.Recorded(
        origin: .manual, on: start, kind: .expense,
        money: Money(minorUnits: number.isMultiple(of: 2) ? 999 : 1_000, currency: .eur),
        date: CivilDate(dayNumber: start.dayNumber + Int32(min(index, 400) / 2)), vendor: "Kiosk")
      events.append((.transactionRecorded(recorded), TransactionID(UniqueID(high: 5, low: UInt64(number + 1)))))
    }
    try ledger.append(events)
    return ledger
  }

  @Test("A page of equal amounts reads little more than it lists, however many come before it")
  func bounded() throws {
    let ledger = try Self.equalAmounts()
    let limit = 20
    var (cursor, most, count): (String?, Int, Int) = (nil, 0, 0)
    repeat {
      let scan = try ledger.book.models.read { try $0.scanDuplicates(after: cursor, limit: limit) }
      most = max(most, scan.rows)
      count += scan.pairs.count
      cursor = scan.isFull ? scan.place.text : nil
    } while cursor != nil
    #expect(count >= 1_598, "\(count)")
    #expect(most <= limit * 5, "\(most) rows for a page")
    #expect(most > limit, "they are counted")
  }

  @Test("IE-26: of equal amounts pages find what one page finds")
  func same() throws {
    let ledger = try Self.equalAmounts()
    let whole = try ledger.book.duplicatePairs(limit: 10_000)
    #expect(try ledger.book.duplicatePairs(limit: 33) == whole)
    #expect(try ledger.book.duplicatePairs(limit: 1) == whole)
  }
}
