public import CLedgerSQLite

/// Rows to be inserted into one table, filled cell by cell on any thread and written by `RowWriter`.
///
/// A cell takes 16 bytes, and a text or blob its own bytes in addition. Copies share memory until one is changed.
@usableFromInline package struct RowBuffer: Sendable {
  /// The number of cells in each row.
  @usableFromInline package let columns: Int
  @usableFromInline package var cells: ContiguousArray<ledger_cell> = []
  /// The bytes of all texts and blobs, and the number in use. Spare room follows.
  private var content: ContiguousArray<CChar> = []
  private var contentCount = 0

  /// Creates an empty buffer for rows of 1 to 48 columns.
  package init(columns: Int) {
    precondition(columns > 0 && columns <= Int(ledger_rows_columns), "a row has 1 to 48 columns")
    self.columns = columns
  }

  /// The number of complete rows.
  package var count: Int { cells.count / columns }

  /// Whether the last row has all its cells.
  var hasWholeRows: Bool { cells.count == count * columns }

  /// Whether it has no cells.
  package var isEmpty: Bool { cells.isEmpty }

  /// Reserves room for rows and for bytes of text, so that adding them reallocates nothing.
  package mutating func reserve(rows: Int, bytes count: Int) {
    cells.reserveCapacity(rows * columns)
    makeRoom(count)
  }

  /// Removes all rows and keeps the memory.
  package mutating func removeAll() {
    if cells.isEmpty { return }
    cells.removeAll(keepingCapacity: true)
    contentCount = 0
  }

  /// Passes the bytes of all cells and of their content to a closure, to compute a digest of the rows.
  package func feed(_ body: (UnsafeRawBufferPointer) -> Void) {
    cells.withUnsafeBytes(body)
    content.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<contentCount])) }
  }

  // MARK: The next cell

  /// Adds an integer.
  @inlinable
  package mutating func add(_ value: Int64) {
    cells.append(ledger_cell(value: value, size: 0, type: SQLITE_INTEGER))
  }

  /// Adds NULL.
  @inlinable
  package mutating func addNull() { cells.append(ledger_cell(value: 0, size: 0, type: SQLITE_NULL)) }

  /// Adds a text.
  package mutating func add(text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0), SQLITE_TEXT) }
  }

  /// Adds a blob.
  package mutating func add(blob: UnsafeRawBufferPointer) { add(blob, SQLITE_BLOB) }

  /// Adds UTF-8 bytes as a text.
  package mutating func add(textBytes text: UnsafeRawBufferPointer) { add(text, SQLITE_TEXT) }

  private mutating func add(_ bytes: UnsafeRawBufferPointer, _ type: Int32) {
    cells.append(ledger_cell(value: Int64(contentCount), size: Int32(clamping: bytes.count), type: type))
    let end = contentCount + bytes.count
    if end > content.count { makeRoom(max(end, content.count * 2, 256)) }
    // Copying takes half as long as appending to the array.
    content.withUnsafeMutableBytes { content in
      UnsafeMutableRawBufferPointer(rebasing: content[contentCount..<end]).copyMemory(from: bytes)
    }
    contentCount = end
  }

  private mutating func makeRoom(_ count: Int) {
    guard count > content.count else { return }
    content.append(contentsOf: repeatElement(0, count: count - content.count))
  }

  /// Adds the rows of another buffer with the same number of columns.
  package mutating func append(_ other: RowBuffer) {
    precondition(other.columns == columns, "rows of another table")
    precondition(hasWholeRows && other.hasWholeRows, "only whole rows are put together")
    if other.isEmpty { return }
    let start = Int64(contentCount)
    makeRoom(contentCount + other.contentCount)
    content.replaceSubrange(
      contentCount..<contentCount + other.contentCount, with: other.content.prefix(other.contentCount))
    contentCount += other.contentCount
    for cell in other.cells {
      let isInContent = cell.type == SQLITE_TEXT || cell.type == SQLITE_BLOB
      cells.append(ledger_cell(value: cell.value + (isInContent ? start : 0), size: cell.size, type: cell.type))
    }
    precondition(contentCount <= content.count, "the bytes in use are a part of the buffer")
  }

  /// Returns the integer in a cell. The number is unspecified if the cell holds something else.
  @inlinable
  package func int64(_ row: Int, _ column: Int) -> Int64 { cells[row * columns + column].value }

  /// Whether a cell is NULL.
  package func isNull(_ row: Int, _ column: Int) -> Bool { cells[row * columns + column].type == SQLITE_NULL }

  /// Calls `body` with the bytes of a text or blob in place, or with no bytes for another cell.
  package func withBytes<Out>(_ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) -> Out) -> Out {
    withCells { all in
      let cell = all[row, column]
      let hasBytes = cell.type == SQLITE_TEXT || cell.type == SQLITE_BLOB
      return body(hasBytes ? all.part(cell) : UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }

  /// Adds the cells of another buffer's row, or only those of some columns.
  package mutating func add(cellsOf row: Int, of other: RowBuffer, columns: Range<Int>? = nil) {
    precondition(row >= 0 && row < other.count, "the cells come from a row of the other buffer")
    precondition(
      columns.map { $0.upperBound <= other.columns } ?? true, "the cells come from columns that a row has")
    other.withCells { others in
      for column in columns ?? 0..<other.columns {
        let cell = others[row, column]
        switch cell.type {
        case SQLITE_TEXT, SQLITE_BLOB: add(others.part(cell), cell.type)
        default: cells.append(cell)
        }
      }
    }
  }

  /// Binds copies of a row's cells to the parameters of a statement.
  package func bind(row: Int, to statement: Statement) throws(SQLiteError) {
    precondition(row >= 0 && row < count, "a row of this buffer is bound")
    precondition(statement.parameterCount == Int32(columns), "a statement has a parameter for each column")
    try withCells { (cells) throws(SQLiteError) in
      for column in 0..<columns {
        let (cell, index) = (cells[row, column], Int32(column) + 1)
        switch cell.type {
        case SQLITE_INTEGER: try statement.bind(index, cell.value)
        case SQLITE_TEXT: try statement.bind(index, text: String(decoding: cells.part(cell), as: UTF8.self))
        case SQLITE_BLOB: try statement.bind(index, blob: cells.part(cell))
        default: try statement.bind(null: index)  // SQLITE_NULL, the only other type of a cell
        }
      }
    }
  }

  // MARK: Comparing cells

  /// Whether the first cells of a row equal those of a row of another buffer.
  ///
  /// - Parameters:
  ///   - row: The row of this buffer.
  ///   - place: The row of the other buffer.
  ///   - other: The other buffer.
  ///   - count: The number of cells to compare. If `nil`, all of them are compared.
  package func isRow(_ row: Int, sameAs place: Int, of other: RowBuffer, first count: Int? = nil) -> Bool {
    precondition(row < self.count && place < other.count, "two rows that exist are compared")
    precondition(
      (count ?? columns) <= min(columns, other.columns), "two rows are compared in columns that both have")
    return withCells { cells in
      other.withCells { others in
        (0..<(count ?? columns)).allSatisfy { cells.isSame(cells[row, $0], others[place, $0], of: others) }
      }
    }
  }

  /// Whether the first cells of a row come before those of another buffer's row, as SQLite orders them.
  func precedes(_ row: Int, row place: Int, of other: RowBuffer, first count: Int) -> Bool {
    precondition(count <= min(columns, other.columns), "two keys are compared in columns that both rows have")
    return withCells { cells in
      other.withCells { others in
        for column in 0..<count {
          let order = cells.order(of: cells[row, column], and: others[place, column], of: others)
          if order != 0 { return order < 0 }
        }
        return false
      }
    }
  }

  /// Whether each row comes after the one before it by its first cells, as SQLite orders them.
  func ascends(first count: Int) -> Bool {
    precondition(count > 0 && count <= columns, "a key has at least one cell, and no more than its row")
    return withCells { cells in
      for row in 1..<max(1, self.count) {
        var order = 0
        for column in 0..<count where order == 0 {
          order = cells.order(of: cells[row - 1, column], and: cells[row, column], of: cells)
        }
        guard order < 0 else { return false }
      }
      return true
    }
  }

  /// Returns a bit for each column whose cell differs from the same row in `old`.
  func columns(of row: Int, otherThanIn old: RowBuffer) -> UInt64 {
    withCells { cells in
      old.withCells { olds in
        var changed: UInt64 = 0
        for column in 0..<columns where !cells.isSame(cells[row, column], olds[row, column], of: olds) {
          changed |= 1 << UInt64(column)
        }
        return changed
      }
    }
  }

  /// Calls `body` with all cells in place, without copying them.
  @inline(__always)
  func withCells<Result, Failure: Error>(
    _ body: (CellsInPlace) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try cells.withUnsafeBufferPointer { (cells) throws(Failure) in
      try content.withUnsafeBufferPointer { (content) throws(Failure) in
        let content = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: content.prefix(contentCount)))
        return try body(CellsInPlace(cells: cells, content: content, columns: columns))
      }
    }
  }
}
