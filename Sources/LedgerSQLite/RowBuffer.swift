public import CLedgerSQLite

/// Rows of one table on their way into it, cell after cell: made on any thread, written by `RowWriter`.
///
/// A cell costs 16 bytes, a text or blob its own besides. Copies share their memory until one of them grows.
public struct RowBuffer: Sendable {
  /// Cells a row.
  public let columns: Int
  @usableFromInline var cells: ContiguousArray<ledger_cell> = []
  /// What texts and blobs hold, one behind the other, and room for more.
  private var content: ContiguousArray<CChar> = []
  /// Bytes of it that mean something.
  private var contentCount = 0

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
    makeRoom(count)
  }

  /// Forgets the rows and keeps the room.
  public mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    contentCount = 0
  }

  /// Forgets rows that were added after there were so many.
  public mutating func cut(toRows count: Int) {
    guard count < self.count else { return }
    cells.removeLast(cells.count - count * columns)
  }

  /// Hands over all there is, as bytes: for a digest of the rows.
  public func feed(_ body: (UnsafeRawBufferPointer) -> Void) {
    cells.withUnsafeBytes(body)
    content.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<contentCount])) }
  }

  // MARK: The next cell

  /// An integer.
  @inlinable
  public mutating func add(_ value: Int64) {
    cells.append(ledger_cell(value: value, size: 0, type: SQLITE_INTEGER))
  }

  /// Nothing.
  @inlinable
  public mutating func addNull() { cells.append(ledger_cell(value: 0, size: 0, type: SQLITE_NULL)) }

  /// A text.
  public mutating func add(text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0), SQLITE_TEXT) }
  }

  /// Bytes.
  public mutating func add(blob: UnsafeRawBufferPointer) { add(blob, SQLITE_BLOB) }

  /// Bytes that are UTF-8, as a text.
  public mutating func add(textBytes text: UnsafeRawBufferPointer) { add(text, SQLITE_TEXT) }

  private mutating func add(_ bytes: UnsafeRawBufferPointer, _ type: Int32) {
    cells.append(ledger_cell(value: Int64(contentCount), size: Int32(clamping: bytes.count), type: type))
    let end = contentCount + bytes.count
    if end > content.count { makeRoom(max(end, content.count * 2, 256)) }
    // Half as long as an array takes to append them.
    content.withUnsafeMutableBytes { content in
      UnsafeMutableRawBufferPointer(rebasing: content[contentCount..<end]).copyMemory(from: bytes)
    }
    contentCount = end
  }

  private mutating func makeRoom(_ count: Int) {
    guard count > content.count else { return }
    content.append(contentsOf: repeatElement(0, count: count - content.count))
  }

  /// The rows of another buffer of as many columns, behind those there are.
  public mutating func append(_ other: RowBuffer) {
    precondition(other.columns == columns, "rows of another table")
    if other.isEmpty { return }
    let start = Int64(contentCount)
    makeRoom(contentCount + other.contentCount)
    content.replaceSubrange(
      contentCount..<contentCount + other.contentCount, with: other.content.prefix(other.contentCount))
    contentCount += other.contentCount
    for cell in other.cells {
      let isInContent = cell.type == SQLITE_TEXT || cell.type == SQLITE_BLOB
      cells.append(
        ledger_cell(value: cell.value + (isInContent ? start : 0), size: cell.size, type: cell.type))
    }
  }

  /// The integer in a cell; what is none reads as 0 or some number.
  public func int64(_ row: Int, _ column: Int) -> Int64 { cells[row * columns + column].value }

  /// Whether a cell holds nothing.
  public func isNull(_ row: Int, _ column: Int) -> Bool { cells[row * columns + column].type == SQLITE_NULL }

  /// The bytes of a text or blob, where they stand; none of another cell.
  public func withBytes<Result>(_ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result
  {
    withCells { all in
      let cell = all[row, column]
      let hasBytes = cell.type == SQLITE_TEXT || cell.type == SQLITE_BLOB
      return body(hasBytes ? all.part(cell) : UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }

  /// The cells of a row of another buffer, or the first of them, as the next of a row of this one.
  public mutating func add(cellsOf row: Int, of other: RowBuffer, first count: Int? = nil) {
    other.withCells { others in
      for column in 0..<(count ?? other.columns) {
        let cell = others[row, column]
        switch cell.type {
        case SQLITE_TEXT, SQLITE_BLOB: add(others.part(cell), cell.type)
        default: cells.append(cell)
        }
      }
    }
  }

  // MARK: Cells that are there

  /// Whether the first cells of a row say the same as those of a row of another buffer.
  ///
  /// - `first`: how many; nil: all of them.
  public func isRow(_ row: Int, sameAs place: Int, of other: RowBuffer, first count: Int? = nil) -> Bool {
    withCells { cells in
      other.withCells { others in
        (0..<(count ?? columns)).allSatisfy { cells.isSame(cells[row, $0], others[place, $0], of: others) }
      }
    }
  }

  /// Whether the first cells of a row come before those of a row of another buffer, as SQLite orders them.
  func precedes(_ row: Int, row place: Int, of other: RowBuffer, first count: Int) -> Bool {
    withCells { cells in
      other.withCells { others in
        for column in 0..<count {
          let order = cells.order(of: cells[row, column], and: others[place, column], of: others)
          if order != 0 { return order < 0 }
        }
        return false
      }
    }
  }

  /// A bit per column whose cell is another than that of the same row in `old`.
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

  /// Hands over the cells where they stand.
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

/// The cells of a buffer where they stand: valid inside the step only.
struct CellsInPlace {
  let cells: UnsafeBufferPointer<ledger_cell>
  let content: UnsafeRawBufferPointer
  let columns: Int

  /// Where texts and blobs begin. Not nil, which SQLite takes for no text.
  @inline(__always)
  var contentStart: UnsafePointer<CChar>? {
    (content.baseAddress ?? UnsafeRawPointer(cells.baseAddress))?.assumingMemoryBound(to: CChar.self)
  }

  @inline(__always)
  subscript(row: Int, column: Int) -> ledger_cell { cells[row * columns + column] }

  /// The bytes of a text or blob.
  func part(_ cell: ledger_cell) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: content[Int(cell.value)..<Int(cell.value) + Int(cell.size)])
  }

  /// Less than zero if a cell comes before one of another buffer, zero if they are the same: nothing, numbers, texts,
  /// blobs.
  @inline(__always)
  func order(of cell: ledger_cell, and other: ledger_cell, of others: CellsInPlace) -> Int {
    guard cell.type == other.type else {
      func rank(_ type: Int32) -> Int32 { type == SQLITE_NULL ? 0 : type }
      return Int(rank(cell.type)) - Int(rank(other.type))
    }
    switch cell.type {
    case SQLITE_NULL: return 0
    case SQLITE_TEXT, SQLITE_BLOB:
      let (left, right) = (part(cell), others.part(other))
      if left.lexicographicallyPrecedes(right) { return -1 }
      return left.elementsEqual(right) ? 0 : 1
    default: return cell.value < other.value ? -1 : cell.value == other.value ? 0 : 1
    }
  }

  /// Whether a cell says the same as one of another buffer.
  func isSame(_ cell: ledger_cell, _ other: ledger_cell, of others: CellsInPlace) -> Bool {
    guard cell.type == other.type, cell.size == other.size else { return false }
    return switch cell.type {
    case SQLITE_TEXT, SQLITE_BLOB: part(cell).elementsEqual(others.part(other))
    default: cell.value == other.value
    }
  }

  /// Binds a cell to a parameter, or to the one that has its column's number, where its bytes stand.
  func bind(row: Int, column: Int, to parameter: Int32? = nil, _ statement: Statement) throws(SQLiteError) {
    let cell = self[row, column]
    let index = parameter ?? Int32(column) + 1
    switch cell.type {
    case SQLITE_INTEGER: try statement.bind(index, cell.value)
    case SQLITE_TEXT: try statement.bind(index, textInPlace: part(cell))
    case SQLITE_BLOB: try statement.bind(index, blobInPlace: part(cell))
    default: try statement.bind(null: index)
    }
  }
}
