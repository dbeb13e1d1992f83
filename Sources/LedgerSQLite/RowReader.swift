public import CLedgerSQLite

/// Reads all rows of a query into memory in one step: the query calls `ledger_take` with the columns it wants.
///
///     let reader = try RowReader(connection)
///     try reader.read(connection.statement("SELECT ledger_take(key, id) FROM stream"), columns: 2)
///     for index in 0..<reader.count { use(reader[index].int64(0)) }
///
/// What it holds stays until it reads again. A query over rows that are known by their keys joins the table
/// `ledger_keys`, whose column `c0` holds what `read(_:columns:keys:)` is given, in that order.
public final class RowReader {
  private let connection: Connection
  private let batch: UnsafeMutablePointer<ledger_batch>
  private let keys: UnsafeMutablePointer<ledger_rows>
  private var columns = 1

  /// A reader of that connection: one for its whole life.
  public init(_ connection: Connection) throws(SQLiteError) {
    guard let batch = ledger_sqlite_batch(connection.handle.pointer),
      let keys = ledger_sqlite_rows(connection.handle.pointer, "ledger_keys")
    else {
      throw connection.handle.error(sqlite3_errcode(connection.handle.pointer), action: "make room for rows")
    }
    self.connection = connection
    self.batch = batch
    self.keys = keys
  }

  /// Runs a bound statement of the form `SELECT ledger_take(…) FROM …`, with so many columns taken.
  ///
  /// - Complexity: O(rows); memory for all that is taken.
  public func read(_ statement: Statement, columns: Int) throws(SQLiteError) {
    batch.pointee.cell_count = 0
    batch.pointee.byte_count = 0
    self.columns = columns
    defer { statement.reset() }
    while try statement.step() {}
  }

  /// As `read(_:columns:)`, where the query joins `ledger_keys`.
  public func read(_ statement: Statement, columns: Int, keys: [Int64]) throws(SQLiteError) {
    self.keys.pointee.count = Int64(keys.count)
    self.keys.pointee.columns = 1
    let cells = keys.map { ledger_cell(value: $0, size: 0, type: SQLITE_INTEGER) }
    let result = cells.withUnsafeBufferPointer { cells -> Result<Void, SQLiteError> in
      self.keys.pointee.cells = cells.baseAddress
      defer { self.keys.pointee = ledger_rows() }
      return Result { () throws(SQLiteError) in try read(statement, columns: columns) }
    }
    try result.get()
  }

  /// How many rows were read.
  public var count: Int { Int(batch.pointee.cell_count) / columns }

  /// A row, until the next are read.
  public subscript(row: Int) -> RowCells {
    precondition(row >= 0 && row < count, "a row that was not read")
    return RowCells(
      cells: UnsafePointer(batch.pointee.cells + row * columns),
      bytes: UnsafeRawPointer(batch.pointee.bytes) ?? UnsafeRawPointer(batch.pointee.cells))
  }
}

@available(*, unavailable)
extension RowReader: Sendable {}

/// A row that a `RowReader` holds: valid until it reads again. Columns count from 0, and are not checked.
public struct RowCells {
  @usableFromInline let cells: UnsafePointer<ledger_cell>
  @usableFromInline let bytes: UnsafeRawPointer

  @usableFromInline
  init(cells: UnsafePointer<ledger_cell>, bytes: UnsafeRawPointer) {
    self.cells = cells
    self.bytes = bytes
  }

  /// The column as an integer; what is none reads as 0 or some number.
  @inlinable
  public func int64(_ column: Int) -> Int64 { cells[column].value }

  /// Whether the column is NULL.
  @inlinable
  public func isNull(_ column: Int) -> Bool { cells[column].type == SQLITE_NULL }

  /// The column's bytes where they are; NULL and integers have none.
  @inlinable
  public func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: bytes + Int(cells[column].size == 0 ? 0 : cells[column].value), count: Int(cells[column].size))
  }
}

@available(*, unavailable)
extension RowCells: Sendable {}
