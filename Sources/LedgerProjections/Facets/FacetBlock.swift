internal import LedgerBytes

/// Up to 256 transactions with neighbouring keys, column by column: the input of filters and sums.
///
/// A block begins with its count, less one, in a byte. Then each column has a width in bytes (0, 1, 2, 4, 8) and a base
/// of eight bytes. The columns follow, each value as its distance from the base, little-endian. A column of equal
/// values takes no room, so a block is about five kilobytes, one page. A scan over a million transactions reads those
/// pages, and not the rows.
///
/// This file reads blocks. FacetBlock+Writing.swift changes them.
///
/// Columns are decoded into separately allocated memory, one range of 256 values per column. With an array, a class
/// would check for exclusive access at every value.
final class FacetBlock {
  /// The number: the keys without their last bits.
  var number: Int64 = 0
  var count = 0
  let values: UnsafeMutablePointer<Int64>
  /// Indices of the transactions that pass a condition. Only the first `selected` are valid.
  let selection: UnsafeMutablePointer<Int>
  var selected = 0
  /// How many columns blocks of this kind are written with.
  private let written: Int
  /// The bytes of the block that was opened last, from which `need` reads.
  private var opened = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The offset of each column in the bytes.
  private let starts: UnsafeMutablePointer<Int>
  /// The columns that are decoded already.
  private var decoded = FacetColumns()
  /// The allowed range of each column's least value.
  private let limits: UnsafeMutablePointer<ClosedRange<Int64>>
  /// The columns of which every value must be in its range, because the values index tables.
  private var places = FacetColumns()
  /// Whether a decoded column contained impossible values.
  ///
  /// Such a column reads as zeros: discard any result computed from it.
  private(set) var isDamaged = false

  /// Creates an empty block.
  ///
  /// - Parameter isOfVersions: It is one of history's.
  init(isOfVersions: Bool = false) {
    written = isOfVersions ? FacetColumn.allCases.count : FacetColumn.ofModels.count
    let size = FacetColumn.allCases.count * FacetEntry.slots
    values = .allocate(capacity: size)
    values.initialize(repeating: 0, count: size)
    selection = .allocate(capacity: FacetEntry.slots)
    selection.initialize(repeating: 0, count: FacetEntry.slots)
    starts = .allocate(capacity: FacetColumn.allCases.count)
    starts.initialize(repeating: 0, count: FacetColumn.allCases.count)
    limits = .allocate(capacity: FacetColumn.allCases.count)
    limits.initialize(repeating: .min ... .max, count: FacetColumn.allCases.count)
    for column in FacetColumn.allCases { limits[column.rawValue] = column.range(isOfVersions: isOfVersions) }
  }

  /// Treats a column as damaged if a value is not in 0..<`count`, because values index a table.
  func limit(_ column: FacetColumn, toPlaces count: Int) {
    precondition(count > 0, "a table of values has a place for the number 0, no value")
    limits[column.rawValue] = 0...Int64(count) - 1
    places.insert(column)
  }

  deinit {
    values.deallocate()
    selection.deallocate()
    starts.deallocate()
    limits.deallocate()
  }

  @inline(__always)
  func value(_ column: FacetColumn, _ index: Int) -> Int64 {
    values[column.rawValue &* FacetEntry.slots &+ index]
  }

  /// Returns a transaction's properties with few values.
  @inline(__always)
  func bits(_ index: Int) -> FacetBits { FacetBits(raw: UInt16(truncatingIfNeeded: value(.bits, index))) }

  /// Selects all transactions of the block.
  func selectAll() {
    for index in 0..<count { selection[index] = index }
    selected = count
  }

  /// Returns the transaction's key.
  @inline(__always)
  func key(_ index: Int) -> StreamKey { StreamKey(facetBlock: number, slot: value(.slot, index)) }

  /// Returns the time when a transaction began, as a hybrid time.
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
      units: value(.units, index), bits: bits(index), values: numbers)
  }

  // MARK: Reading

  /// Decodes the columns asked for. The others keep their values.
  ///
  /// - Complexity: O(transactions × columns), about a quarter of a nanosecond each.
  func load(_ bytes: UnsafeRawBufferPointer, _ columns: FacetColumns) throws(ModelError) {
    try open(bytes)
    need(columns)
    // The bytes may go with the row that they were read from.
    opened = UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Accepts the bytes of a block, which must stay valid while `need` decodes columns.
  ///
  /// Columns of transactions that no condition lets pass are then not decoded.
  func open(_ bytes: UnsafeRawBufferPointer) throws(ModelError) {
    let header = 1 + written * 9
    guard bytes.count >= header else { throw .damaged("a block of transactions") }
    count = Int(bytes[0]) + 1
    var start = header
    for column in 0..<written {
      let width = Int(bytes[1 + column * 9])
      guard width <= 2 || width == 4 || width == 8 else { throw .damaged("a block of transactions") }
      starts[column] = start
      start += width * count
    }
    guard start == bytes.count else { throw .damaged("a block of transactions") }
    opened = bytes
    decoded = FacetColumns()
    isDamaged = false
  }

  /// Returns the value of a column that is equal in the whole of an opened block, or `nil` if it is not.
  ///
  /// It is also `nil` if the column cannot have that value. The caller notices when it reads the column.
  func constant(_ column: FacetColumn) -> Int64? {
    precondition(column.rawValue < written, "blocks of this kind are written with the column")
    guard opened[1 + column.rawValue * 9] == 0 else { return nil }
    let value = base(column.rawValue)
    guard limits[column.rawValue].contains(value), column != .bits || FacetBits.holds(value) else { return nil }
    return value
  }

  /// Decodes those of the columns of an opened block that are not decoded yet.
  func need(_ columns: FacetColumns) {
    var missing = columns.subtracting(decoded)
    decoded.formUnion(missing)
    while let column = missing.popFirst() { decode(column) }
  }

  private func base(_ column: Int) -> Int64 {
    Int64(littleEndian: opened.loadUnaligned(fromByteOffset: 2 + column * 9, as: Int64.self))
  }

  private func decode(_ column: Int) {
    precondition(column < written, "a column that such a block does not have")
    precondition(opened.baseAddress != nil, "a column is decoded while the bytes of its block are there")
    let into = values + column * FacetEntry.slots
    let (base, start) = (base(column), starts[column])
    switch opened[1 + column * 9] {
    case 0: into.update(repeating: base, count: count)
    case 1: widen(UInt8.self, start, base, into)
    case 2: widen(UInt16.self, start, base, into)
    case 4: widen(UInt32.self, start, base, into)
    default: widen(UInt64.self, start, base, into)
    }
    if isSound(column, base, into) { return }
    into.update(repeating: 0, count: count)
    isDamaged = true
  }

  /// Whether a decoded column has only possible values.
  ///
  /// The base and the width usually prove that without a look at the values.
  @inline(__always)
  private func isSound(_ column: Int, _ base: Int64, _ values: UnsafeMutablePointer<Int64>) -> Bool {
    let limit = limits[column]
    guard limit.contains(base) else { return false }
    guard let place = FacetColumn(rawValue: column), places.contains(place) else { return true }
    if place == .bits { return areBits(values) }
    let width = opened[1 + column * 9]
    if width == 0 || width <= 4 && base &+ (1 << Int64(width * 8)) &- 1 <= limit.upperBound { return true }
    return isBelow(limit.upperBound &+ 1, values)
  }

  /// Whether all values are in 0..<`limit`.
  ///
  /// Only the combined sign of the differences is checked at the end, so that the compiler can vectorize the loop.
  @inline(__always)
  private func isBelow(_ limit: Int64, _ values: UnsafeMutablePointer<Int64>) -> Bool {
    var seen: Int64 = 0
    for index in 0..<count { seen |= values[index] | (limit &- 1 &- values[index]) }
    return seen >= 0
  }

  /// `FacetBits.holds`, of all at once.
  @inline(__always)
  private func areBits(_ values: UnsafeMutablePointer<Int64>) -> Bool {
    var (seen, pairs): (Int64, Int64) = (0, 0)
    for index in 0..<count {
      seen |= values[index]
      pairs |= values[index] & (values[index] &>> 1)
    }
    return seen >= 0 && seen < Int64(FacetBits.count) && pairs & FacetBits.lowOfPairs == 0
  }

  /// Decodes a column in a loop that the compiler can vectorize. `open` has checked that all bytes exist.
  @inline(__always)
  private func widen<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _: Number.Type, _ start: Int, _ base: Int64, _ into: UnsafeMutablePointer<Int64>
  ) {
    guard let from = opened.baseAddress.map({ $0 + start }) else { return }
    let count = count
    var index = 0
    while index < count {
      let number = from.loadUnaligned(fromByteOffset: index &* MemoryLayout<Number>.size, as: Number.self)
      into[index] = base &+ Int64(truncatingIfNeeded: Number(littleEndian: number))
      index &+= 1
    }
  }
}
