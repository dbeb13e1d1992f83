public import CLedgerSQLite

/// Reads all rows of a query into memory in one step: the query calls `ledger_take` with the columns it wants.
///
///     let reader = try RowReader(connection)
///     let rows = try reader.read(connection.statement("SELECT ledger_take(key, id) FROM stream"), columns: 2)
///     for index in 0..<rows.count { use(rows[index].int64(0)) }
///
/// Rows stay until it reads again. A query over rows whose keys are known joins the table `ledger_keys`,
/// whose columns `c0` and `c1` hold the first and last of each range that `read(_:columns:ranges:)` is given, in that
/// order.
public final class RowReader {
  private let connection: Connection
  private let batch: UnsafeMutablePointer<ledger_batch>
  private let keys: UnsafeMutablePointer<ledger_rows>

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
  public func read(_ statement: Statement, columns: Int) throws(SQLiteError) -> ReadRows {
    batch.pointee.cell_count = 0
    batch.pointee.byte_count = 0
    defer { statement.reset() }
    while try statement.step() {}
    return ReadRows(
      count: Int(batch.pointee.cell_count) / columns, columns: columns,
      cells: batch.pointee.cells.map { UnsafePointer($0) },
      bytes: UnsafeRawPointer(batch.pointee.bytes) ?? UnsafeRawPointer(batch.pointee.cells))
  }

  /// As `read(_:columns:)`, where the query joins `ledger_keys`.
  public func read(
    _ statement: Statement, columns: Int, ranges: [ClosedRange<Int64>]
  ) throws(SQLiteError) -> ReadRows {
    self.keys.pointee.count = Int64(ranges.count)
    self.keys.pointee.columns = 2
    var cells: [ledger_cell] = []
    cells.reserveCapacity(ranges.count * 2)
    for range in ranges {
      cells.append(ledger_cell(value: range.lowerBound, size: 0, type: SQLITE_INTEGER))
      cells.append(ledger_cell(value: range.upperBound, size: 0, type: SQLITE_INTEGER))
    }
    let result = cells.withUnsafeBufferPointer { cells -> Result<ReadRows, SQLiteError> in
      self.keys.pointee.cells = cells.baseAddress
      defer { self.keys.pointee = ledger_rows() }
      return Result { () throws(SQLiteError) in try read(statement, columns: columns) }
    }
    return try result.get()
  }
}

@available(*, unavailable)
extension RowReader: Sendable {}

/// Rows that a `RowReader` has read: valid until it reads again.
public struct ReadRows {
  /// How many.
  public let count: Int
  @usableFromInline let columns: Int
  @usableFromInline let cells: UnsafePointer<ledger_cell>?
  @usableFromInline let bytes: UnsafeRawPointer?

  /// A row.
  @inlinable
  public subscript(row: Int) -> RowCells {
    guard row >= 0, row < count, let cells, let bytes else { preconditionFailure("a row that was not read") }
    return RowCells(cells: cells + row * columns, bytes: bytes)
  }
}

@available(*, unavailable)
extension ReadRows: Sendable {}

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
