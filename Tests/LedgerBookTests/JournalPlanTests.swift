import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import Testing

@testable import LedgerProjections

@Suite("The plan of the journal")
struct JournalPlanTests {
  /// What SQLite means to do for a journal of these transactions.
  private func plan(_ filter: TransactionFilter) throws -> [String] {
    let ledger = try ScreenLedger()
    _ = try ledger.book.groups()
    let path = try #require(try ledger.book.status().modelsPath)
    let connection = try Connection(path: path, mode: .readOnly)
    let condition = FilterSQL(filter)
    let statement = try connection.statement("EXPLAIN QUERY PLAN " + ModelReader.oldestFirst(condition))
    try condition.bind(to: statement)
    var steps: [String] = []
    while try statement.step() { steps.append(statement.string(3)) }
    try connection.close()
    return steps
  }

  @Test("It walks the index by date from its other end and sorts nothing but what is of one moment")
  func saved() throws {
    let steps = try plan(TransactionFilter())
    #expect(steps.first == "SEARCH transaction_row USING INDEX transaction_by_date (stage=?)")
    #expect(!steps.contains("USE TEMP B-TREE FOR ORDER BY"))
  }

  @Test("Of one group it walks the group's index")
  func group() throws {
    let steps = try plan(.group(GroupID(.random())))
    #expect(steps.first == "SEARCH transaction_row USING INDEX transaction_by_group (group_id=? AND stage=?)")
    #expect(!steps.contains("USE TEMP B-TREE FOR ORDER BY"))
  }

  @Test("By dates, category and tags it still walks the index by date")
  func others() throws {
    var filter = TransactionFilter()
    filter.from = screenDay("2026-01-01")
    filter.categories = ["food"]
    let steps = try plan(filter)
    #expect(steps.first == "SEARCH transaction_row USING INDEX transaction_by_date (stage=? AND date>?)")
    #expect(!steps.contains("USE TEMP B-TREE FOR ORDER BY"))
  }
}
