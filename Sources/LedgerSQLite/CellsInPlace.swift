internal import CLedgerSQLite

/// A view of a buffer's cells, valid only inside the closure that receives it.
struct CellsInPlace {
  let cells: UnsafeBufferPointer<ledger_cell>
  let content: UnsafeRawBufferPointer
  let columns: Int

  /// The start of texts and blobs. It is not null even without content, because SQLite reads a null pointer as NULL.
  @inline(__always)
  var contentStart: UnsafePointer<CChar>? {
    (content.baseAddress ?? UnsafeRawPointer(cells.baseAddress))?.assumingMemoryBound(to: CChar.self)
  }

  @inline(__always)
  subscript(row: Int, column: Int) -> ledger_cell { cells[row * columns + column] }

  /// Returns the bytes of a text or blob.
  func part(_ cell: ledger_cell) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: content[Int(cell.value)..<Int(cell.value) + Int(cell.size)])
  }

  /// Less than zero if a cell comes before one of another buffer, and zero if they are the same.
  ///
  /// NULL comes first, then numbers, texts and blobs.
  @inline(__always)
  func order(of cell: ledger_cell, and other: ledger_cell, of others: CellsInPlace) -> Int {
    guard cell.type == other.type else {
      func rank(_ type: Int32) -> Int32 { type == SQLITE_NULL ? 0 : type }
      return Int(rank(cell.type)) - Int(rank(other.type))
    }
    switch cell.type {
    case SQLITE_NULL: return 0
    case SQLITE_TEXT, SQLITE_BLOB:
      return Self.order(of: part(cell), and: others.part(other))
    // SQLITE_INTEGER, the only other type of a cell.
    default: return cell.value < other.value ? -1 : cell.value == other.value ? 0 : 1
    }
  }

  /// Returns the order of two texts or blobs by their bytes, eight at a time.
  private static func order(of left: UnsafeRawBufferPointer, and right: UnsafeRawBufferPointer) -> Int {
    let count = min(left.count, right.count)
    var index = 0
    while count - index >= 8 {
      let one = UInt64(bigEndian: left.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let other = UInt64(bigEndian: right.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      if one != other { return one < other ? -1 : 1 }
      index += 8
    }
    while index < count {
      if left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
      index += 1
    }
    return left.count - right.count
  }

  /// Whether a cell equals one of another buffer.
  func isSame(_ cell: ledger_cell, _ other: ledger_cell, of others: CellsInPlace) -> Bool {
    guard cell.type == other.type, cell.size == other.size else { return false }
    return switch cell.type {
    case SQLITE_TEXT, SQLITE_BLOB: part(cell).elementsEqual(others.part(other))
    default: cell.value == other.value  // Integers, and NULL, whose value is 0.
    }
  }

  /// Binds a cell without copying it to a parameter, by default the one with its column's number.
  func bind(row: Int, column: Int, to parameter: Int32? = nil, _ statement: Statement) throws(SQLiteError) {
    let cell = self[row, column]
    let index = parameter ?? Int32(column) + 1
    switch cell.type {
    case SQLITE_INTEGER: try statement.bind(index, cell.value)
    case SQLITE_TEXT: try statement.bind(index, textInPlace: part(cell))
    case SQLITE_BLOB: try statement.bind(index, blobInPlace: part(cell))
    default: try statement.bind(null: index)  // SQLITE_NULL, the only other type of a cell
    }
  }
}
