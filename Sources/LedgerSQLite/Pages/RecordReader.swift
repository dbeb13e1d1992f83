internal import CLedgerSQLite

/// Decodes the values of a row in the format of the database file, which `RowRecord` encodes.
struct RecordReader {
  private let start: UnsafeRawPointer
  private let size: Int
  private let types: RecordTypes

  /// Creates a reader of a record. Up to eight bytes after the record may be read and are ignored.
  init(_ start: UnsafeRawPointer, size: Int, _ types: RecordTypes) {
    self.start = start
    self.size = size
    self.types = types
  }

  /// Writes each column that has a slot to its cell, and returns `false` if the record is incomplete.
  ///
  /// - Parameter base: The offset of the record in the bytes that cells refer to.
  @inline(__always)
  func write(
    _ slots: UnsafeBufferPointer<Int>, key: Int64, base: Int, to cells: UnsafeMutablePointer<ledger_cell>
  ) -> Bool {
    var header = CellView(next: start, end: start + size)
    guard let headerSize = header.number(), headerSize <= size else { return false }
    let endOfTypes = start + Int(headerSize)
    var next = header.next
    var place = Int(headerSize)
    for column in 0..<slots.count {
      let slot = slots[column]
      var type: UInt64 = 0
      var count = 0
      if next < endOfTypes {
        // Nearly all type numbers take one byte.
        type = UInt64(next.load(as: UInt8.self))
        if type < 0x80 {
          next += 1
          count = types.sizeOfShort(type)
        } else {
          header = CellView(next: next, end: start + size)
          guard let number = header.number() else { return false }
          next = header.next
          type = number
          count = types.size(type)
        }
      } else if column == 0 {
        return false
      }
      // The key is outside the record, which contains NULL in its place.
      guard count <= size &- place, column > 0 || type == 0 else { return false }
      if slot >= 0 {
        cells[slot] = cell(type, count, at: place, base, isKey: column == 0, key)
      }
      place &+= count
    }
    return true
  }

  @inline(__always)
  private func cell(_ type: UInt64, _ count: Int, at place: Int, _ base: Int, isKey: Bool, _ key: Int64)
    -> ledger_cell
  {
    if type >= 12 {
      return ledger_cell(
        value: Int64(base + place), size: Int32(truncatingIfNeeded: count),
        type: type & 1 == 0 ? SQLITE_BLOB : SQLITE_TEXT)
    }
    if type == 0 { return ledger_cell(value: key, size: 0, type: isKey ? SQLITE_INTEGER : SQLITE_NULL) }
    return ledger_cell(value: Self.integer(start + place, type, count), size: 0, type: SQLITE_INTEGER)
  }

  /// Returns the integer of a type that takes `count` bytes.
  @inline(__always)
  static func integer(_ place: UnsafeRawPointer, _ type: UInt64, _ count: Int) -> Int64 {
    if count == 0 { return Int64(type) - 8 }
    return Int64(bigEndian: place.loadUnaligned(as: Int64.self)) &>> Int64(truncatingIfNeeded: 64 &- 8 &* count)
  }

  /// Returns the size of an integer's type in bytes, or `nil` if the type is no integer.
  @inline(__always)
  static func integerSize(_ type: UInt8) -> Int? {
    switch type {
    case 1...4: Int(type)
    case 5: 6
    case 6: 8
    case 8, 9: 0
    default: nil
    }
  }
}

/// A table of the sizes of values by their type, for the types whose number takes one byte.
struct RecordTypes {
  private let sizes: UnsafeMutablePointer<Int>

  init() {
    sizes = .allocate(capacity: 128)
    for type in 0..<128 { sizes[type] = Self.known(type) }
  }

  func deallocate() { sizes.deallocate() }

  private static func known(_ type: Int) -> Int {
    switch type {
    case 0: 0
    case 12...: (type - 12) / 2
    default: RecordReader.integerSize(UInt8(type)) ?? .max  // a fraction or an undefined type
    }
  }

  /// Returns the size of a type below 128 in bytes.
  @inline(__always)
  func sizeOfShort(_ type: UInt64) -> Int { sizes[Int(type)] }

  /// Returns the size of a type in bytes. An undefined type has a size larger than any record.
  @inline(__always)
  func size(_ type: UInt64) -> Int {
    if type < 128 { return sizes[Int(type)] }
    return Int(truncatingIfNeeded: (type - 12) / 2 & UInt64(Int.max))
  }
}
