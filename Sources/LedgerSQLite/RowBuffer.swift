internal import CLedgerSQLite

/// Rows of one table on their way into it, cell after cell: made on any thread, written by `RowWriter`.
///
/// A cell costs 16 bytes, a text or blob its own besides.
public struct RowBuffer: Sendable {
  /// Cells a row.
  public let columns: Int
  private(set) var cells: [ledger_cell] = []
  private(set) var bytes: [UInt8] = []

  /// No rows yet, of so many columns, up to 48.
  public init(columns: Int) {
    precondition(columns > 0 && columns <= Int(ledger_rows_columns))
    self.columns = columns
  }

  /// Rows in it. Cells of a row that is not whole do not count.
  public var count: Int { cells.count / columns }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { cells.isEmpty }

  /// Room for so many rows and bytes of text, so that adding them moves nothing.
  public mutating func reserve(rows: Int, bytes count: Int) {
    cells.reserveCapacity(rows * columns)
    bytes.reserveCapacity(count)
  }

  /// Forgets the rows and keeps the room.
  public mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Forgets rows that were added after there were so many.
  public mutating func cut(toRows count: Int) {
    guard count < self.count else { return }
    cells.removeSubrange((count * columns)...)
  }

  /// Hands over all there is, as bytes: for a digest of the rows.
  public func feed(_ body: (UnsafeRawBufferPointer) -> Void) {
    cells.withUnsafeBytes { body($0) }
    bytes.withUnsafeBytes { body($0) }
  }

  // MARK: The next cell

  /// An integer.
  public mutating func add(_ value: Int64) {
    cells.append(ledger_cell(value: value, size: 0, type: SQLITE_INTEGER))
  }

  /// Nothing.
  public mutating func addNull() { cells.append(ledger_cell(value: 0, size: 0, type: SQLITE_NULL)) }

  /// A text.
  public mutating func add(text: String) {
    let start = bytes.count
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
    cells.append(
      ledger_cell(value: Int64(start), size: Int32(clamping: bytes.count - start), type: SQLITE_TEXT))
  }

  /// Bytes.
  public mutating func add(blob: UnsafeRawBufferPointer) {
    cells.append(ledger_cell(value: Int64(bytes.count), size: Int32(clamping: blob.count), type: SQLITE_BLOB))
    bytes.append(contentsOf: blob)
  }

  /// Bytes that are UTF-8, as a text.
  public mutating func add(textBytes text: UnsafeRawBufferPointer) {
    cells.append(ledger_cell(value: Int64(bytes.count), size: Int32(clamping: text.count), type: SQLITE_TEXT))
    bytes.append(contentsOf: text)
  }

  /// The cells of a row of another buffer, or the first of them, as the next of a row of this one.
  public mutating func add(cellsOf row: Int, of other: RowBuffer, first count: Int? = nil) {
    let start = row * other.columns
    for cell in other.cells[start..<(start + (count ?? other.columns))] {
      switch cell.type {
      case SQLITE_TEXT, SQLITE_BLOB:
        let (start, end) = (Int(cell.value), Int(cell.value) + Int(cell.size))
        cells.append(ledger_cell(value: Int64(bytes.count), size: cell.size, type: cell.type))
        bytes.append(contentsOf: other.bytes[start..<end])
      default: cells.append(cell)
      }
    }
  }

  /// Whether the first cells of a row say the same as those of a row of another buffer.
  ///
  /// - `first`: how many; nil: all of them.
  public func isRow(_ row: Int, sameAs place: Int, of other: RowBuffer, first count: Int? = nil) -> Bool {
    for column in 0..<(count ?? columns) {
      let (left, right) = (cells[row * columns + column], other.cells[place * other.columns + column])
      guard left.type == right.type, left.size == right.size else { return false }
      switch left.type {
      case SQLITE_TEXT, SQLITE_BLOB:
        let own = bytes[Int(left.value)..<(Int(left.value) + Int(left.size))]
        guard own.elementsEqual(other.bytes[Int(right.value)..<(Int(right.value) + Int(right.size))]) else {
          return false
        }
      default: if left.value != right.value { return false }
      }
    }
    return true
  }

  /// Binds a cell to the parameter that has its column's number, without copying out of `bytes`, which are these.
  func bind(
    row: Int, column: Int, of bytes: UnsafeRawBufferPointer, to statement: Statement
  ) throws(SQLiteError) {
    try bind(row: row, column: column, to: Int32(column) + 1, of: bytes, statement)
  }

  /// Binds a cell to a parameter, without copying out of `bytes`, which are these.
  func bind(
    row: Int, column: Int, to index: Int32, of bytes: UnsafeRawBufferPointer, _ statement: Statement
  ) throws(SQLiteError) {
    let cell = cells[row * columns + column]
    switch cell.type {
    case SQLITE_INTEGER: try statement.bind(index, cell.value)
    case SQLITE_TEXT: try statement.bind(index, textInPlace: Self.part(cell, of: bytes))
    case SQLITE_BLOB: try statement.bind(index, blobInPlace: Self.part(cell, of: bytes))
    default: try statement.bind(null: index)
    }
  }

  private static func part(_ cell: ledger_cell, of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[Int(cell.value)..<Int(cell.value) + Int(cell.size)])
  }
}
