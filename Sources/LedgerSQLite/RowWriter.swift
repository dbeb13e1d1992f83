internal import CLedgerSQLite

/// Writes buffers of rows into tables, each with one INSERT … SELECT from a virtual table.
///
/// This is the fastest of three ways that were measured. Binding each cell and stepping each row takes two to three
/// times as long, and VALUES of sixteen rows is between the two.
package final class RowWriter {
  let connection: Connection
  private let source: UnsafeMutablePointer<ledger_rows>
  private var statements: [Target: Statement] = [:]
  /// Statements that update some columns of a table, by the table and a bit for each column.
  var updates: [String: [UInt64: Statement]] = [:]

  /// The action for a row whose key already exists.
  package enum Conflict: Hashable, Sendable {
    /// Fails with an error.
    case refuse
    /// Fails and rolls the transaction back, so that SQLite needs no journal for the statement.
    case rollBack
    /// Replaces the old row.
    case replace
    /// Keeps the old row.
    case ignore
    /// Updates the old row with the text after SET, in which the new row is `excluded`.
    case update(String)
  }

  /// Creates the writer of a connection. Create one per connection and keep it.
  package init(_ connection: Connection) throws(SQLiteError) {
    guard let source = ledger_sqlite_rows(connection.handle.pointer, "ledger_rows") else {
      throw connection.handle.error(sqlite3_errcode(connection.handle.pointer), action: "make room for rows")
    }
    self.connection = connection
    self.source = source
  }

  /// Inserts the rows in their order. The cells are in the order of the table's columns.
  package func insert(_ rows: RowBuffer, into table: String, onConflict: Conflict) throws(SQLiteError) {
    guard rows.count > 0 else { return }
    precondition(rows.hasWholeRows, "rows of which the last is not complete")
    precondition(source.pointee.cells == nil, "one buffer at a time is inserted")
    let statement = try statement(Target(table: table, columns: rows.columns, onConflict: onConflict))
    let code = rows.withCells { cells in
      source.pointee = ledger_rows(
        cells: cells.cells.baseAddress, bytes: cells.contentStart, count: Int64(rows.count),
        columns: Int32(rows.columns))
      defer { source.pointee = ledger_rows() }
      let code = sqlite3_step(statement.pointer)
      sqlite3_reset(statement.pointer)
      return code
    }
    if code != SQLITE_DONE { throw statement.failure(code, "insert rows") }
    precondition(
      onConflict != .refuse && onConflict != .rollBack || connection.changes == Int64(rows.count),
      "every row of a buffer was inserted")
  }

  /// Runs a statement once for each row, with the row's cells as parameters.
  package func run(_ sql: String, forEach rows: RowBuffer) throws(SQLiteError) {
    guard rows.count > 0 else { return }
    precondition(rows.hasWholeRows, "rows of which the last is not complete")
    let statement = try connection.statement(sql)
    precondition(statement.parameterCount == Int32(rows.columns), "a statement has a parameter for each column")
    try rows.withCells { (cells) throws(SQLiteError) in
      defer { statement.clearBindings() }
      for row in 0..<rows.count {
        for column in 0..<rows.columns { try cells.bind(row: row, column: column, statement) }
        try statement.run()
      }
    }
  }

  private struct Target: Hashable {
    let table: String
    let columns: Int
    let onConflict: Conflict
  }

  private func statement(_ target: Target) throws(SQLiteError) -> Statement {
    if let known = statements[target], !known.hasFailed { return known }
    let verb: String
    var change = ""
    switch target.onConflict {
    case .refuse: verb = "INSERT"
    case .rollBack: verb = "INSERT OR ROLLBACK"
    case .replace: verb = "INSERT OR REPLACE"
    case .ignore: verb = "INSERT OR IGNORE"
    case .update(let set):
      verb = "INSERT"
      change = " WHERE true ON CONFLICT DO UPDATE SET \(set)"
    }
    let columns = (0..<target.columns).map { "c\($0)" }.joined(separator: ", ")
    let statement = try connection.statement(
      "\(verb) INTO \(target.table) SELECT \(columns) FROM ledger_rows\(change)")
    statements[target] = statement
    return statement
  }
}

@available(*, unavailable)
extension RowWriter: Sendable {}
