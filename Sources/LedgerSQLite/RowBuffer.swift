public import CLedgerSQLite

/// Rows of one table on their way into it, cell after cell: made on any thread, written by `RowWriter`.
///
/// A cell costs 16 bytes, a text or blob its own besides. Copies share their memory until one of them grows.
public struct RowBuffer: Sendable {
  /// Cells a row.
  public let columns: Int
  @usableFromInline var memory: RowMemory
  @usableFromInline var cellCount = 0
  @usableFromInline var byteCount = 0

  /// No rows yet, of so many columns, up to 48.
  public init(columns: Int) {
    precondition(columns > 0 && columns <= Int(ledger_rows_columns))
    self.columns = columns
    memory = .none
  }

  /// Rows in it. Cells of a row that is not whole do not count.
  public var count: Int { cellCount / columns }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { cellCount == 0 }

  /// Room for so many rows and bytes of text, so that adding them moves nothing.
  public mutating func reserve(rows: Int, bytes count: Int) { makeRoom(cells: rows * columns, bytes: count) }

  /// Forgets the rows and keeps the room.
  public mutating func removeAll() {
    cellCount = 0
    byteCount = 0
  }

  /// Forgets rows that were added after there were so many.
  public mutating func cut(toRows count: Int) {
    guard count < self.count else { return }
    cellCount = count * columns
  }

  /// Hands over all there is, as bytes: for a digest of the rows.
  public func feed(_ body: (UnsafeRawBufferPointer) -> Void) {
    withExtendedLifetime(memory) {
      body(UnsafeRawBufferPointer(UnsafeBufferPointer(start: memory.cells, count: cellCount)))
      body(UnsafeRawBufferPointer(UnsafeBufferPointer(start: memory.bytes, count: byteCount)))
    }
  }

  // MARK: The next cell

  /// An integer.
  @inlinable
  public mutating func add(_ value: Int64) { add(ledger_cell(value: value, size: 0, type: SQLITE_INTEGER)) }

  /// Nothing.
  @inlinable
  public mutating func addNull() { add(ledger_cell(value: 0, size: 0, type: SQLITE_NULL)) }

  /// A text.
  public mutating func add(text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0), SQLITE_TEXT) }
  }

  /// Bytes.
  public mutating func add(blob: UnsafeRawBufferPointer) { add(blob, SQLITE_BLOB) }

  /// Bytes that are UTF-8, as a text.
  public mutating func add(textBytes text: UnsafeRawBufferPointer) { add(text, SQLITE_TEXT) }

  @inlinable @inline(__always)
  mutating func add(_ cell: ledger_cell) {
    if cellCount == memory.cellCapacity || !isKnownUniquelyReferenced(&memory) {
      makeRoom(cells: cellCount + 1, bytes: byteCount)
    }
    memory.cells[cellCount] = cell
    cellCount &+= 1
  }

  private mutating func add(_ content: UnsafeRawBufferPointer, _ type: Int32) {
    let size = content.count
    add(ledger_cell(value: Int64(byteCount), size: Int32(clamping: size), type: type))
    guard let start = content.baseAddress, size > 0 else { return }
    if byteCount + size > memory.byteCapacity { makeRoom(cells: cellCount, bytes: byteCount + size) }
    (memory.bytes + byteCount).update(from: start.assumingMemoryBound(to: CChar.self), count: size)
    byteCount += size
  }

  /// Sees to memory of its own for so many cells and bytes, twice what there was if it has to move.
  @usableFromInline
  mutating func makeRoom(cells: Int, bytes: Int) {
    if cells <= memory.cellCapacity, bytes <= memory.byteCapacity, isKnownUniquelyReferenced(&memory) { return }
    let larger = RowMemory(
      cells: cells <= memory.cellCapacity ? memory.cellCapacity : max(cells, cellCount * 2, columns * 4),
      bytes: bytes <= memory.byteCapacity ? memory.byteCapacity : max(bytes, byteCount * 2, 256))
    larger.cells.update(from: memory.cells, count: cellCount)
    larger.bytes.update(from: memory.bytes, count: byteCount)
    memory = larger
  }

  /// The cells of a row of another buffer, or the first of them, as the next of a row of this one.
  public mutating func add(cellsOf row: Int, of other: RowBuffer, first count: Int? = nil) {
    for column in 0..<(count ?? other.columns) {
      let cell = other.memory.cells[row * other.columns + column]
      switch cell.type {
      case SQLITE_TEXT, SQLITE_BLOB: add(other.part(cell), cell.type)
      default: add(cell)
      }
    }
    withExtendedLifetime(other) {}
  }

  /// Whether the first cells of a row say the same as those of a row of another buffer.
  ///
  /// - `first`: how many; nil: all of them.
  public func isRow(_ row: Int, sameAs place: Int, of other: RowBuffer, first count: Int? = nil) -> Bool {
    defer { withExtendedLifetime((self, other)) {} }
    for column in 0..<(count ?? columns) {
      let left = memory.cells[row * columns + column]
      let right = other.memory.cells[place * other.columns + column]
      guard left.type == right.type, left.size == right.size else { return false }
      switch left.type {
      case SQLITE_TEXT, SQLITE_BLOB: if !part(left).elementsEqual(other.part(right)) { return false }
      default: if left.value != right.value { return false }
      }
    }
    return true
  }

  /// Binds a cell to a parameter, or to the one that has its column's number, where its bytes stand.
  func bind(row: Int, column: Int, to parameter: Int32? = nil, _ statement: Statement) throws(SQLiteError) {
    let cell = memory.cells[row * columns + column]
    let index = parameter ?? Int32(column) + 1
    switch cell.type {
    case SQLITE_INTEGER: try statement.bind(index, cell.value)
    case SQLITE_TEXT: try statement.bind(index, textInPlace: part(cell))
    case SQLITE_BLOB: try statement.bind(index, blobInPlace: part(cell))
    default: try statement.bind(null: index)
    }
  }

  /// A bit per column whose cell is another than that of the same row in `old`.
  func columns(of row: Int, otherThanIn old: RowBuffer) -> UInt64 {
    defer { withExtendedLifetime((self, old)) {} }
    var changed: UInt64 = 0
    for column in 0..<columns {
      let (left, right) = (memory.cells[row * columns + column], old.memory.cells[row * columns + column])
      let isSame =
        left.type == right.type && left.size == right.size
        && (left.type == SQLITE_TEXT || left.type == SQLITE_BLOB
          ? part(left).elementsEqual(old.part(right)) : left.type == SQLITE_NULL || left.value == right.value)
      if !isSame { changed |= 1 << UInt64(column) }
    }
    return changed
  }

  private func part(_ cell: ledger_cell) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: memory.bytes + Int(cell.value), count: Int(cell.size))
  }
}

/// The memory behind rows: raw, and written only by a buffer that has it alone.
@usableFromInline
final class RowMemory: @unchecked Sendable {  // Copies of a buffer on several threads do no more than read it.
  @usableFromInline let cells: UnsafeMutablePointer<ledger_cell>
  @usableFromInline let cellCapacity: Int
  @usableFromInline let bytes: UnsafeMutablePointer<CChar>
  @usableFromInline let byteCapacity: Int

  init(cells: Int, bytes: Int) {
    self.cells = .allocate(capacity: cells)
    cellCapacity = cells
    self.bytes = .allocate(capacity: bytes)
    byteCapacity = bytes
  }

  deinit {
    cells.deallocate()
    bytes.deallocate()
  }

  /// No room: one for all buffers with nothing in them.
  static let none = RowMemory(cells: 0, bytes: 0)
}
