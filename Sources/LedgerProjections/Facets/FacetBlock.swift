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
  /// How many columns such a block is written in.
  private let written: Int
  /// The bytes at hand, which `need` reads from; of the block that was opened last.
  private var opened = UnsafeRawBufferPointer(start: nil, count: 0)
  /// By column where it begins in the bytes.
  private let starts: UnsafeMutablePointer<Int>
  /// The columns that stand in memory.
  private var decoded = FacetColumns()
  /// By column what its least value must be among.
  private let limits: UnsafeMutablePointer<ClosedRange<Int64>>
  /// The columns whose every value must be: they number places in tables.
  private var places = FacetColumns()
  /// Whether a column that was read of the opened block held what it can't: it stands in memory as zeros, and what was made
  /// of them is worth nothing.
  private(set) var isDamaged = false

  /// - Parameter isOfVersions: it is one of history's.
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

  /// Takes a column for damaged whose least value is not among these.
  ///
  /// - Complexity: a comparison per block and column. What lies within a column's width of the least value is not seen.
  func limit(_ column: FacetColumn, to range: ClosedRange<Int64>) { limits[column.rawValue] = range }

  /// Takes a column for damaged that holds any value but those from 0 to below `count`: they number places in a table.
  func limit(_ column: FacetColumn, toPlaces count: Int) {
    limits[column.rawValue] = 0...max(0, Int64(count) - 1)
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

  /// Selects all.
  func selectAll() {
    for index in 0..<count { selection[index] = index }
    selected = count
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
  /// - Complexity: O(transactions × columns), about a quarter of a nanosecond each.
  func load(_ bytes: UnsafeRawBufferPointer, _ columns: FacetColumns) throws(ModelError) {
    try open(bytes)
    need(columns)
  }

  /// Takes the bytes of a block, of which `need` reads columns while they are there: what no condition lets pass is
  /// not read further.
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

  /// The value of a column that is the same in the whole of an opened block; nil: it is not, or is none that the column
  /// can hold, which whoever reads the column sees.
  func constant(_ column: FacetColumn) -> Int64? {
    guard opened[1 + column.rawValue * 9] == 0 else { return nil }
    let value = base(column.rawValue)
    guard limits[column.rawValue].contains(value), column != .bits || FacetBits.holds(value) else { return nil }
    return value
  }

  /// Reads those of the columns that do not stand in memory yet, of an opened block.
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

  /// Whether a column that was read holds nothing but what it can. What the base and the width say spares most a look at
  /// the values.
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

  /// Whether all are from 0 to below a limit: the sign of either difference is seen at the end, so that the compiler makes
  /// several at a time.
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

  /// In a form that the compiler makes several at a time of: `open` has seen that all are there.
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
