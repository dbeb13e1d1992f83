import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerProjections

/// A list with its headers, made in one step through the transactions.
@Suite("A list with its headers")
struct ScreenListTests {
  @Test(
    "IE-08, IE-11, IE-41: a page with its headers is the page and the sections asked for one by one",
    arguments: Extent.of([61, 62]))
  func parts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ledger = try ScreenLedger()
    // Several blocks. The months of a page continue after it, and in blocks of their own.
    _ = try ledger.fill(900, from: screenDay("2026-01-01"), &random)
    let groups = try ledger.book.groupRows().map(\.id)
    for turn in 0..<40 {
      let filter = try turn == 0 ? TransactionFilter() : random.filter(groups: groups, turn: turn)
      var cursor: String?
      for limit in [1, 40, 200] {
        let request = PageRequest(limit: limit, after: cursor)
        let list = try ledger.book.list(filter, page: request)
        let page = try ledger.book.transactions(filter, page: request)
        let comment: Comment = "seed \(seed), turn \(turn), limit \(limit), \(filter)"
        #expect(list.page == page, comment)
        let months = page.rows.compactMap { $0.row.date?.civilMonth }
        var sections: [MonthSection] = []
        if let first = months.min(), let last = months.max() {
          sections = try ledger.book.sections(filter, months: first...last)
        }
        #expect(list.sections == sections && list.totals.isEmpty, comment)
        let screen = try ledger.book.receiptsScreen(filter, page: request)
        #expect(screen.page == page, comment)
        #expect(try screen.sections == ledger.book.sections(filter), comment)
        #expect(try screen.totals == ledger.book.totals(filter), comment)
        cursor = page.next ?? cursor
      }
    }
  }

  @Test("IE-41: a page with its headers looks at each block once, also where hardly anything matches")
  func once() throws {
    let ledger = try ScreenLedger()
    var random = SeededGenerator(seed: 9)
    _ = try ledger.fill(3_000, from: screenDay("2026-01-01"), &random)
    let models = ReadModels(of: ledger.book.log, folder: nil)
    defer { models.close() }
    try models.catchUp()
    var rare = TransactionFilter()
    (rare.categories, rare.payments, rare.anyTags) = (["hotel"], [.cash], ["x"])
    for filter in [TransactionFilter(), rare] {
      let (blocks, looks) = try models.read { reader in
        let count = try reader.connection.statement("SELECT count(*) FROM facet_block").firstInt64() ?? 0
        let before = reader.connection.statementRuns[FacetScan.columns] ?? 0
        _ = try reader.list(filter, page: PageRequest(limit: 20), headers: .ofPage)
        return (count, (reader.connection.statementRuns[FacetScan.columns] ?? 0) - before)
      }
      #expect(blocks > 5 && looks == blocks, "\(filter)")
    }
  }

  @Test("IE-02, IE-05: the groups and Unfiled add up to everything, what lies in a deleted group included")
  func deleted() throws {
    var random = SeededGenerator(seed: 71)
    let ledger = try ScreenLedger()
    let facts = try ledger.fill(300, from: screenDay("2026-01-01"), &random)
    // Filed there by an author who had not seen that the group was deleted.
    let gone = try #require(try ledger.book.groupRows().first(where: \.isDeleted)).id
    let late = facts.filter { $0.stage == .saved }.prefix(5)
    try ledger.append(late.map { (.transactionFiled(TransactionEvent.Filed(from: $0.group, to: gone)), $0.id) })
    let moved = Set(late.map(\.id))
    func totals(_ group: GroupID?) -> [CurrencyCode: Int64] {
      var totals: [CurrencyCode: Int64] = [:]
      for fact in facts where fact.stage == .saved {
        guard (moved.contains(fact.id) ? nil : fact.group) == group else { continue }
        let sign: Int64 = fact.kind == .expense ? 1 : fact.kind == .income ? -1 : 0
        totals[fact.money.currency, default: 0] += sign * fact.money.minorUnits
      }
      return totals
    }
    let groups = try ledger.book.groups()
    #expect(groups.count == 3 && groups.last?.id == nil)
    for summary in groups {
      let found = Dictionary(uniqueKeysWithValues: summary.totals.map { ($0.currency, $0.minorUnits) })
      #expect(found == totals(summary.id), "\(summary.name)")
      #expect(try summary == ledger.book.group(summary.id), "\(summary.name)")
      #expect(
        summary.categories.map { $0.category ?? "" } == summary.categories.map { $0.category ?? "" }.sorted())
    }
  }
}
