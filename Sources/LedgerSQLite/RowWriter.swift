internal import CLedgerSQLite

/// Writes buffers of rows into tables of one connection: one INSERT … SELECT from a virtual table for each.
///
/// The fastest of three ways (PERFORMANCE "Limits in C"): a bind per cell and a step per row take two to three times
/// as long, and VALUES of sixteen rows lie between.
public final class RowWriter {
  let connection: Connection
  private let source: UnsafeMutablePointer<ledger_rows>
  private var statements: [Target: Statement] = [:]
  /// Statements that change some columns of a table: by table, and by a bit per column.
  var updates: [String: [UInt64: Statement]] = [:]

  /// What happens to a row whose key is there.
  public enum Conflict: Hashable, Sendable {
    /// It is an error.
    case refuse
    /// It is an error that ends the transaction: for batches, which need no journal of their own then.
    case rollBack
    /// The new row takes its place.
    case replace
    /// The old row stays.
    case ignore
    /// The old row is changed: what follows SET, where the new row is `excluded`.
    case update(String)
  }

  /// A writer for that connection: one for its whole life.
  public init(_ connection: Connection) throws(SQLiteError) {
    guard let source = ledger_sqlite_rows(connection.handle.pointer, "ledger_rows") else {
      throw connection.handle.error(sqlite3_errcode(connection.handle.pointer), action: "make room for rows")
    }
    self.connection = connection
    self.source = source
  }

  /// Inserts the rows, whose cells are in the order of the table's columns, in the order they have in the buffer.
  public func insert(_ rows: RowBuffer, into table: String, onConflict: Conflict) throws(SQLiteError) {
    guard rows.count > 0 else { return }
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
  }

  /// Runs a statement once for each row, whose cells are its parameters in their order.
  public func run(_ sql: String, forEach rows: RowBuffer) throws(SQLiteError) {
    guard rows.count > 0 else { return }
    let statement = try connection.statement(sql)
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
