import LedgerBytes
import LedgerSQLite
import Testing

@testable import LedgerProjections

/// Descriptions of tables, which make the SQL of the models and of history.
@Suite("Descriptions of tables")
struct TableTests {
  /// The columns of a table and how many make its key, as SQLite has them.
  private func shape(_ table: String, _ connection: Connection) throws -> (columns: [String], keyCount: Int) {
    let columns = try TableRows.columns(of: table, connection)
    let key = try TableRows.columns(of: table, connection, onlyKey: true)
    #expect(key == Array(columns.prefix(key.count)), "\(table)")
    return (columns, key.count)
  }

  private func connection(_ kind: GenerationKind) throws -> Connection {
    let connection = try Connection(path: ":memory:", mode: .memory)
    for sql in kind.schema { try connection.execute(sql) }
    return connection
  }

  @Test("make the tables that they describe, with the key first")
  func tables() throws {
    let (models, history) = (try connection(.models), try connection(.history))
    for table in ModelTable.allCases.map(\.table) {
      #expect(try shape(table.name, models) == (table.columns, table.keyCount))
      guard let versions = table.versions else { continue }
      #expect(try shape(versions, history) == (table.versionColumns, table.keyCount + 1))
      #expect(table.versionColumns.count == table.columns.count + 2)
    }
    for total in Total.all {
      #expect(try shape(total.table, models) == (total.key + total.value, total.key.count))
      #expect((1...4).contains(total.dimensions.count))
      guard total.isOfHistory else { continue }
      let figures = total.key + ["figure", "first", "last"] + total.value
      #expect(try shape(total.figures, history) == (figures, total.key.count))
    }
  }

  @Test("give every row as many cells as columns, and the past every column of the present")
  func cells() throws {
    let rows = Probe.rows(of: Probe.history).rows
    let (models, history) = (try connection(.models), try connection(.history))
    try PastViews.make(history, at: 1)
    for table in ModelTable.allCases {
      #expect(!rows.isEmpty(table) || table == .participants || table == .problems, "\(table)")
      try RowWriter(models).insert(rows[table], into: table.name, onConflict: .refuse)
      guard table.table.versions != nil else { continue }
      #expect(try TableRows.columns(of: table.name, history) == table.table.columns)
    }
    for total in Total.ofHistory {
      #expect(try TableRows.columns(of: total.table, history) == total.key + total.value)
    }
  }
}
