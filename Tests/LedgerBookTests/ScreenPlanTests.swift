import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerProjections

/// The plans of SQLite for each query of the screens. No plan scans the rows of transactions.
@Suite("The plans of the screens")
struct ScreenPlanTests {
  /// The steps of a statement's plan, on the tables of a ledger with a hundred transactions.
  private func plan(_ sql: String) throws -> [String] {
    let ledger = try ScreenLedger()
    var random = SeededGenerator(seed: 5)
    _ = try ledger.fill(100, from: screenDay("2026-01-01"), &random)
    _ = try ledger.book.groups()
    let path = try #require(try ledger.book.status().modelsPath)
    let connection = try Connection(path: path, mode: .readOnly)
    defer { try? connection.close() }
    return try plan(sql, connection)
  }

  private func plan(_ sql: String, _ connection: Connection) throws -> [String] {
    let statement = try connection.statement("EXPLAIN QUERY PLAN " + sql)
    defer { statement.reset() }
    var steps: [String] = []
    while try statement.step() { steps.append(statement.string(3)) }
    return steps
  }

  @Test("IE-41: a list finds its blocks in an index of dates, newest first, and reads them by their number")
  func blocks() throws {
    #expect(
      try plan(FacetScan.places) == ["SEARCH facet_block USING COVERING INDEX facet_block_by_date (last>?)"])
    #expect(
      try plan(FacetScan.oldestPlaces) == [
        "SEARCH facet_block USING COVERING INDEX facet_block_by_date (last>?)", "USE TEMP B-TREE FOR ORDER BY",
      ])
    #expect(
      try plan(FacetScan.columns) == ["SEARCH facet_block USING INTEGER PRIMARY KEY (rowid=?)"])
  }

  @Test("IE-41: the rows of a page are looked up by key, and their groups' names with them")
  func rows() throws {
    #expect(
      try plan(ModelReader.listedByKey) == [
        "SEARCH transaction_row USING INTEGER PRIMARY KEY (rowid=?)", "CORRELATED SCALAR SUBQUERY 1",
        "SEARCH group_row USING PRIMARY KEY (id=?)",
      ])
  }

  @Test("FF-18: net worth looks up by its key what arrived of a transfer")
  func reports() throws {
    #expect(
      try plan(ModelReader.received) == ["SEARCH transaction_row USING INTEGER PRIMARY KEY (rowid=?)"])
  }

  @Test("FF-05: a budget reads the sums of its currency, and those of tracking accounts only")
  func budgets() throws {
    #expect(try plan(ModelReader.budgetTotals) == ["SEARCH budget_total USING PRIMARY KEY (currency=?)"])
    #expect(
      try plan(ModelReader.accountBudgetTotals) == [
        "SEARCH account_budget_total USING PRIMARY KEY (account=? AND currency=?)"
      ])
    #expect(try plan(ModelReader.budgetRows) == ["SCAN budget_row"])
  }

  @Test("IE-09: a filter's texts are looked up; those of groups that are not deleted too")
  func values() throws {
    #expect(
      try plan(FacetValues.number) == [
        "SEARCH facet_value USING COVERING INDEX facet_value_by_text (facet=? AND value=?)"
      ])
    #expect(
      try plan(FacetValues.livingNumber) == [
        "SEARCH facet_value USING COVERING INDEX facet_value_by_text (facet=? AND value=?)",
        "CORRELATED SCALAR SUBQUERY 1", "SEARCH group_row USING PRIMARY KEY (id=?)",
      ])
    #expect(
      try plan(FacetValues.livingNumbers) == [
        "SEARCH facet_value USING COVERING INDEX facet_value_by_text (facet=? AND value=?)", "LIST SUBQUERY 1",
        "SCAN group_row",
      ])
  }

  @Test("ET-20: an analysis without a filter reads the sums of its days and nothing else")
  func days() throws {
    var filter = TransactionFilter()
    (filter.stages, filter.kinds) = ([], [.expense])
    (filter.from, filter.through) = (screenDay("2026-01-01"), screenDay("2026-12-31"))
    #expect(
      try plan(ModelReader.daySums(FilterSQL(filter))) == [
        "SEARCH day_total USING PRIMARY KEY (kind=? AND date>? AND date<?)"
      ])
  }

  @Test("IE-02: the totals of groups are read in the order of their key")
  func groups() throws {
    #expect(try plan(ModelReader.groupTotals) == ["SCAN group_total"])
    // Groups come in the order of their identifiers without being sorted, so that both are read side by side.
    #expect(try plan(ModelReader.groupRowsInOrder) == ["SCAN group_row"])
    #expect(try plan(ModelReader.totalsOfGroup) == ["SEARCH group_total USING PRIMARY KEY (group_id=?)"])
    // Which groups read as Unfiled is merged from two indexes, and sorted nowhere.
    let others = try plan(ModelReader.notLiving)
    #expect(
      others == [
        "MERGE (EXCEPT)", "LEFT", "SEARCH facet_value USING COVERING INDEX facet_value_by_text (facet=?)",
        "RIGHT", "SCAN group_row",
      ], "\(others)")
    // The dates of a group are the ends of a range of keys, and no step through its days.
    let spans = try plan(ModelReader.spanOfGroup)
    #expect(
      spans.filter { !$0.hasPrefix("SCALAR") && !$0.hasPrefix("SCAN CONSTANT") } == [
        "SEARCH group_day_total USING PRIMARY KEY (group_id=? AND date<?)",
        "SEARCH group_day_total USING PRIMARY KEY (group_id=? AND date<?)",
        "SEARCH draft_total USING PRIMARY KEY (group_id=?)",
      ], "\(spans)")
  }

  @Test("IE-10: a search steps through what has the words, from the latest on, in the keys of what passes")
  func search() throws {
    let ledger = try ScreenLedger()
    let models = ReadModels(of: ledger.book.log, folder: nil)
    defer { models.close() }
    try models.searchIndex.read { index in
      for table in SearchTable.allCases {
        let steps = try plan(SearchMatcher.keys(table), index.connection)
        #expect(
          steps.count == 1 && steps[0].hasPrefix("SCAN \(table.rawValue) VIRTUAL TABLE INDEX"), "\(steps)")
      }
    }
    let scratch = try SearchScratch([])
    defer { scratch.close() }
    for place in SearchPlace.allCases {
      let steps = try plan(SearchMatcher.hits(place), scratch.connection)
      #expect(
        steps.count == 1 && steps[0].hasPrefix("SCAN \(place.table.rawValue) VIRTUAL TABLE INDEX"), "\(steps)")
    }
  }

  @Test(
    "IE-41: a page takes as many steps for a thousand transactions as for ten thousand, but for their blocks")
  func steps() throws {
    var found: [[String: Int64]] = []
    for count in [1_000, 10_000] {
      let ledger = try ScreenLedger()
      var random = SeededGenerator(seed: 7)
      _ = try ledger.fill(count, from: screenDay("2026-01-01"), &random)
      let models = ReadModels(of: ledger.book.log, folder: nil)
      try models.catchUp()
      var filter = TransactionFilter()
      filter.categories = ["food"]
      let counts = try models.read { reader in
        let before = reader.connection.statementRuns
        let page = try reader.transactions(filter, page: PageRequest(limit: 20))
        _ = try reader.groups(through: .last)
        _ = try reader.analysis(kind: .expense, period: .year(2026), weeks: .iso, filter: filter)
        #expect(page.rows.count == 20)
        return reader.connection.statementRuns.merging(before) { $0 - $1 }
      }
      found.append(counts.filter { $0.value != 0 })
      models.close()
    }
    var (few, many) = (found[0], found[1])
    let blocks = (
      few.removeValue(forKey: FacetScan.columns) ?? 0, many.removeValue(forKey: FacetScan.columns) ?? 0
    )
    #expect(few == many, "\(few) \(many)")
    #expect(blocks.0 >= 4 && blocks.1 <= blocks.0 * 12, "\(blocks)")
  }
}
