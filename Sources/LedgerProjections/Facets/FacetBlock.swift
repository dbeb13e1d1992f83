/// Up to 256 transactions with neighbouring keys, column by column: what every filter and every sum reads.
///
/// A block is a count (one less, in a byte), then per column a width in bytes (0, 1, 2, 4, 8) and a base of eight
/// bytes, then the columns, each value as its distance from the base, little-endian. A column of equal values takes
/// no room, so that a block is some five kilobytes: a page. A step through a million transactions reads those, and
/// not their rows.
///
/// Read here, changed in FacetBlock+Writing.swift.
///
/// Columns stand in memory of its own, whose bounds are the columns' and 256: a class's array would be checked for
/// exclusive access at every value.
final class FacetBlock {
  /// The number: the keys without their last bits.
  var number: Int64 = 0
  var count = 0
  let values: UnsafeMutablePointer<Int64>
  /// Indices of the transactions that a condition lets pass; the first `selected` of them mean something.
  let selection: UnsafeMutablePointer<Int>
  var selected = 0
  /// The columns that such a block is written in.
  private let written: [FacetColumn]

  /// - Parameter isOfVersions: it is one of history's.
  init(isOfVersions: Bool = false) {
    written = isOfVersions ? FacetColumn.allCases : FacetColumn.ofModels
    let size = FacetColumn.allCases.count * FacetEntry.slots
    values = .allocate(capacity: size)
    values.initialize(repeating: 0, count: size)
    selection = .allocate(capacity: FacetEntry.slots)
    selection.initialize(repeating: 0, count: FacetEntry.slots)
  }

  deinit {
    values.deallocate()
    selection.deallocate()
  }

  @inline(__always)
  func value(_ column: FacetColumn, _ index: Int) -> Int64 {
    values[column.rawValue &* FacetEntry.slots &+ index]
  }

  /// The transaction's key.
  @inline(__always)
  func key(_ index: Int) -> Int64 { number << FacetEntry.slotBits | value(.slot, index) }

  /// When it began, as a hybrid time.
  @inline(__always)
  func created(_ index: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: value(.milliseconds, index)) << 16
      | UInt64(truncatingIfNeeded: value(.counter, index))
  }

  func entry(_ index: Int) -> FacetEntry {
    var numbers = FacetEntry.Values()
    for facet in FacetColumn.facets { numbers[facet] = value(FacetColumn(facet), index) }
    return FacetEntry(
      slot: UInt8(truncatingIfNeeded: value(.slot, index)), date: value(.date, index), created: created(index),
      units: value(.units, index), bits: FacetBits(raw: UInt16(truncatingIfNeeded: value(.bits, index))),
      values: numbers)
  }

  // MARK: Reading

  /// Reads the columns asked for; the others keep what they had.
  ///
  /// - Complexity: O(transactions × columns), about a nanosecond each.
  func load(_ bytes: UnsafeRawBufferPointer, _ columns: [FacetColumn]) throws(ModelError) {
    let header = 1 + written.count * 9
    guard bytes.count >= header else { throw .damaged("a block of transactions") }
    count = Int(bytes[0]) + 1
    var starts = (0, header)
    for column in written {
      let width = Int(bytes[1 + column.rawValue * 9])
      starts = (starts.1, starts.1 + width * count)
      guard starts.1 <= bytes.count else { throw .damaged("a block of transactions") }
      guard columns.contains(column) else { continue }
      let base = Int64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: 2 + column.rawValue * 9, as: Int64.self))
      try decode(bytes, from: starts.0, width: width, base: base, into: column.rawValue * FacetEntry.slots)
    }
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, from start: Int, width: Int, base: Int64, into first: Int
  ) throws(ModelError) {
    let count = count
    switch width {
    case 0: for index in 0..<count { values[first + index] = base }
    case 1: for index in 0..<count { values[first + index] = base &+ Int64(bytes[start + index]) }
    case 2:
      for index in 0..<count {
        let value = bytes.loadUnaligned(fromByteOffset: start + index * 2, as: UInt16.self)
        values[first + index] = base &+ Int64(UInt16(littleEndian: value))
      }
    case 4:
      for index in 0..<count {
        let value = bytes.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self)
        values[first + index] = base &+ Int64(UInt32(littleEndian: value))
      }
    case 8:
      for index in 0..<count {
        let value = bytes.loadUnaligned(fromByteOffset: start + index * 8, as: Int64.self)
        values[first + index] = base &+ Int64(littleEndian: value)
      }
    default: throw .damaged("a block of transactions")
    }
  }

  // MARK: Writing

  /// The bytes of a block of any entries; one at least.
  @inline(__always)
  static func bytes<Entry>(
    _ entries: [Entry], _ columns: [FacetColumn], _ value: (Entry, FacetColumn) -> Int64
  ) -> [UInt8] {
    precondition(!entries.isEmpty && entries.count <= FacetEntry.slots, "a block holds 1 to 256")
    let header = 1 + columns.count * 9
    return [UInt8](unsafeUninitializedCapacity: header + entries.count * columns.count * 8) { buffer, size in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      bytes[0] = UInt8(entries.count - 1)
      size = header
      withUnsafeTemporaryAllocation(of: Int64.self, capacity: entries.count) { values in
        for column in columns {
          var (least, greatest) = (Int64.max, Int64.min)
          for (index, entry) in entries.enumerated() {
            let value = value(entry, column)
            values.initializeElement(at: index, to: value)
            least = min(least, value)
            greatest = max(greatest, value)
          }
          // Distances as bit patterns: they are right for any two numbers.
          let width =
            switch UInt64(bitPattern: greatest &- least) {
            case 0: 0
            case ...0xff: 1
            case ...0xffff: 2
            case ...0xffff_ffff: 4
            default: 8
            }
          bytes[1 + column.rawValue * 9] = UInt8(width)
          bytes.storeBytes(of: least.littleEndian, toByteOffset: 2 + column.rawValue * 9, as: Int64.self)
          for index in entries.indices {
            let distance = UInt64(bitPattern: values[index] &- least).littleEndian
            switch width {
            case 0: break
            case 1: bytes[size + index] = UInt8(truncatingIfNeeded: UInt64(littleEndian: distance))
            case 2:
              bytes.storeBytes(
                of: UInt16(truncatingIfNeeded: UInt64(littleEndian: distance)).littleEndian,
                toByteOffset: size + index * 2, as: UInt16.self)
            case 4:
              bytes.storeBytes(
                of: UInt32(truncatingIfNeeded: UInt64(littleEndian: distance)).littleEndian,
                toByteOffset: size + index * 4, as: UInt32.self)
            default:
              bytes.storeBytes(of: distance, toByteOffset: size + index * 8, as: UInt64.self)
            }
          }
          size += width * entries.count
        }
      }
    }
  }
}
