/// A view of a tree's page in memory, whose numbers are checked because the page may be damaged.
struct PageView {
  private let start: UnsafeRawPointer

  init(_ start: UnsafeRawPointer) { self.start = start }

  /// The type of the page: 2 and 5 are interior pages, 10 and 13 are leaves.
  @inline(__always)
  var type: UInt8 { start.load(as: UInt8.self) }

  /// The number of cells, limited to those that fit a page.
  @inline(__always)
  var count: Int { min(number(at: 3), (PageFile.pageSize - header) / 2) }

  private var header: Int { type < 8 ? TreePage.interiorHeader : TreePage.leafHeader }

  private func number(at offset: Int) -> Int {
    Int(UInt16(bigEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
  }

  /// Returns the bytes from the start of a cell to the end of the page.
  ///
  /// The result is `nil` if the page has no such cell.
  @inline(__always)
  func cell(_ index: Int) -> CellView? {
    guard index < count else { return nil }
    let offset = number(at: header + 2 * index)
    guard offset >= header, offset <= PageFile.pageSize else { return nil }
    return CellView(next: start + offset, end: start + PageFile.pageSize)
  }

  // MARK: Leaves of a table

  /// A row in a leaf.
  struct Row {
    let key: Int64
    /// The size of the record in bytes.
    let size: Int
    /// The bytes from the start of the record to the end of the page.
    let record: CellView
  }

  /// Returns the row in a cell, or `nil` if the cell is damaged.
  @inline(__always)
  func row(_ index: Int) -> Row? {
    guard var cell = cell(index), let size = cell.number(), size < 1 << 31, let key = cell.number() else {
      return nil
    }
    return Row(key: Int64(bitPattern: key), size: Int(size), record: cell)
  }

  /// Returns the row with a key, or `nil` if the page has no such row.
  func row(ofKey key: Int64) -> Row? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      guard let row = row(middle) else { return nil }
      if row.key == key { return row }
      if row.key < key { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  // MARK: Above leaves

  /// The child page after all cells.
  var right: UInt32 { UInt32(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) }

  /// Returns the child page of a cell, or `nil` if the cell is damaged.
  func child(_ index: Int) -> UInt32? {
    guard let cell = cell(index), cell.left >= 4 else { return nil }
    return cell.bigEndian(at: 0)
  }

  /// Returns the child page for a key of a table, and the last key that this page may contain.
  func child(ofKey key: Int64) -> (page: UInt32, last: Int64)? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      guard let last = lastKey(middle) else { return nil }
      if last < key { low = middle + 1 } else { high = middle }
    }
    if low == count { return (right, .max) }
    guard let page = child(low), let last = lastKey(low) else { return nil }
    return (page, last)
  }

  private func lastKey(_ index: Int) -> Int64? {
    guard var cell = cell(index), cell.skip(4), let key = cell.number() else { return nil }
    return Int64(bitPattern: key)
  }

  // MARK: Indexes

  /// Returns the first and the last of an entry's three integers.
  func entry(_ index: Int) -> (first: Int64, key: Int64)? {
    guard var cell = cell(index), type == 10 || cell.skip(4), let size = cell.number(), size <= cell.left,
      size >= 4, cell.next.load(as: UInt8.self) == 4
    else { return nil }
    let first = cell.next.load(fromByteOffset: 1, as: UInt8.self)
    let last = cell.next.load(fromByteOffset: 3, as: UInt8.self)
    guard let firstSize = RecordReader.integerSize(first), let lastSize = RecordReader.integerSize(last),
      let middleSize = RecordReader.integerSize(cell.next.load(fromByteOffset: 2, as: UInt8.self)),
      4 + firstSize + middleSize + lastSize <= size
    else { return nil }
    return (
      RecordReader.integer(cell.next + 4, UInt64(first), firstSize),
      RecordReader.integer(cell.next + 4 + firstSize + middleSize, UInt64(last), lastSize)
    )
  }
}

/// The bytes of a page from some offset to its end.
struct CellView {
  private(set) var next: UnsafeRawPointer
  private let end: UnsafeRawPointer

  init(next: UnsafeRawPointer, end: UnsafeRawPointer) {
    self.next = next
    self.end = end
  }

  /// The number of bytes left.
  @inline(__always)
  var left: Int { end - next }

  /// Skips some bytes, and returns `false` if fewer are left.
  @inline(__always)
  mutating func skip(_ count: Int) -> Bool {
    guard left >= count else { return false }
    next += count
    return true
  }

  /// Returns the big-endian number of four bytes at an offset.
  func bigEndian(at offset: Int) -> UInt32 {
    UInt32(bigEndian: next.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Reads a number of variable length: seven bits in each byte, and eight in a ninth one.
  @inline(__always)
  mutating func number() -> UInt64? {
    guard next < end else { return nil }
    let first = next.load(as: UInt8.self)
    next += 1
    if first < 0x80 { return UInt64(first) }
    return longNumber(UInt64(first & 0x7f))
  }

  private mutating func longNumber(_ first: UInt64) -> UInt64? {
    var number = first
    for index in 1..<9 {
      guard next < end else { return nil }
      let byte = next.load(as: UInt8.self)
      next += 1
      if index == 8 { return number << 8 | UInt64(byte) }
      number = number << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { return number }
    }
    return nil
  }
}
