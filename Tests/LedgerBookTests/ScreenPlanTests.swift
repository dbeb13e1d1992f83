import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import Testing

@testable import LedgerProjections

/// What SQLite means to do for each query of the screens. None scans the rows of transactions.
@Suite("The plans of the screens")
struct ScreenPlanTests {
  /// The steps of a statement's plan, on the tables of a ledger with a hundred transactions.
  private func plan(_ sql: String) throws -> [String] {
    let ledger = try ScreenLedger()
    var random = ScreenRandom(seed: 5)
    _ = try ledger.fill(100, from: screenDay("2026-01-01"), &random)
    _ = try ledger.book.groups()
    let path = try #require(try ledger.book.status().modelsPath)
    let connection = try Connection(path: path, mode: .readOnly)
    let statement = try connection.statement("EXPLAIN QUERY PLAN " + sql)
    var steps: [String] = []
    while try statement.step() { steps.append(statement.string(3)) }
    statement.reset()
    try connection.close()
    return steps
  }

  @Test("IE-41: a list finds its blocks in an index of dates, newest first, and reads them by their number")
  func blocks() throws {
    #expect(
      try plan(FacetScan.places) == ["SEARCH facet_block USING COVERING INDEX facet_block_by_date (last>?)"])
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

  @Test("IE-09: a filter's texts are looked up; those of groups that are not deleted too")
  func values() throws {
    #expect(
      try plan(FacetValues.number) == [
        "SEARCH facet_value USING COVERING INDEX facet_value_by_text (facet=? AND value=?)"
      ])
    #expect(
      try plan(FacetValues.livingNumbers + " AND value = ?2").first
        == "SEARCH facet_value USING COVERING INDEX facet_value_by_text (facet=? AND value=?)")
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
    #expect(try plan(ModelReader.totalsOfGroup) == ["SEARCH group_total USING PRIMARY KEY (group_id=?)"])
  }

  @Test("IE-10: a search steps through what has the words, from the latest on, in the keys of what passes")
  func search() throws {
    for table in SearchTable.allCases {
      let steps = try plan(ModelReader.keys(table))
      #expect(steps.count == 1 && steps[0].hasPrefix("SCAN \(table.rawValue) VIRTUAL TABLE INDEX"), "\(steps)")
    }
  }
}
