public import CLedgerSQLite

/// Reads all rows of a query into memory in one step.
///
/// The query is an aggregate: it calls the function `ledger_take` with the columns to read.
///
///     let reader = try RowReader(connection)
///     let rows = try reader.read(connection.statement("SELECT ledger_take(key, id) FROM stream"), columns: 2)
///     for index in 0..<rows.count { use(rows[index].int64(0)) }
///
/// The rows are valid until the next read. A query for rows with known keys joins the table `ledger_keys`. Its columns
/// `c0` and `c1` are the first and last key of each range passed to `read(_:columns:ranges:)`, in that order.
@usableFromInline package final class RowReader {
  private let connection: Connection
  private let batch: UnsafeMutablePointer<ledger_batch>
  private let keys: UnsafeMutablePointer<ledger_rows>

  /// Creates the reader of a connection. Create one per connection and keep it.
  package init(_ connection: Connection) throws(SQLiteError) {
    guard let batch = ledger_sqlite_batch(connection.handle.pointer),
      let keys = ledger_sqlite_rows(connection.handle.pointer, "ledger_keys")
    else {
      throw connection.handle.error(sqlite3_errcode(connection.handle.pointer), action: "make room for rows")
    }
    self.connection = connection
    self.batch = batch
    self.keys = keys
  }

  /// Runs a bound statement of the form `SELECT ledger_take(…) FROM …` that passes `columns` columns.
  ///
  /// - Complexity: O(rows) in time, and in memory for all bytes read.
  package func read(_ statement: Statement, columns: Int) throws(SQLiteError) -> ReadRows {
    batch.pointee.cell_count = 0
    batch.pointee.byte_count = 0
    defer { statement.reset() }
    while try statement.step() {}
    precondition(
      columns > 0 && Int(batch.pointee.cell_count) % columns == 0,
      "a statement that takes other columns than it was read for")
    return ReadRows(
      count: Int(batch.pointee.cell_count) / columns, columns: columns,
      cells: batch.pointee.cells.map { UnsafePointer($0) },
      bytes: UnsafeRawPointer(batch.pointee.bytes) ?? UnsafeRawPointer(batch.pointee.cells))
  }

  /// Runs a statement like `read(_:columns:)`, for a query that joins `ledger_keys`.
  package func read(
    _ statement: Statement, columns: Int, ranges: [ClosedRange<Int64>]
  ) throws(SQLiteError) -> ReadRows {
    precondition(self.keys.pointee.cells == nil, "one query at a time reads the ranges of keys")
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

/// The rows that a `RowReader` read last, valid until it reads again.
@usableFromInline package struct ReadRows {
  /// The number of rows.
  @usableFromInline package let count: Int
  @usableFromInline package let columns: Int
  @usableFromInline package let cells: UnsafePointer<ledger_cell>?
  @usableFromInline package let bytes: UnsafeRawPointer?

  /// The row at an index from 0.
  @inlinable
  package subscript(row: Int) -> RowCells {
    guard row >= 0, row < count, let cells, let bytes else { preconditionFailure("a row that was not read") }
    return RowCells(cells: cells + row * columns, bytes: bytes)
  }
}

@available(*, unavailable)
extension ReadRows: Sendable {}

/// A row of a `RowReader`, valid until it reads again. Columns count from 0 and are not checked.
@usableFromInline package struct RowCells {
  @usableFromInline package let cells: UnsafePointer<ledger_cell>
  @usableFromInline package let bytes: UnsafeRawPointer

  @usableFromInline package init(cells: UnsafePointer<ledger_cell>, bytes: UnsafeRawPointer) {
    self.cells = cells
    self.bytes = bytes
  }

  /// Returns the column as an integer. The number is unspecified if the column holds something else.
  @inlinable
  package func int64(_ column: Int) -> Int64 { cells[column].value }

  /// Whether the column is NULL.
  @inlinable
  package func isNull(_ column: Int) -> Bool { cells[column].type == SQLITE_NULL }

  /// Returns the column's bytes in place. NULL and integers have no bytes.
  @inlinable
  package func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: bytes + Int(cells[column].size == 0 ? 0 : cells[column].value), count: Int(cells[column].size))
  }
}

@available(*, unavailable)
extension RowCells: Sendable {}
