// Changes to a block of the models, column by column. A command that changes one transaction then need not decode 256
// entries and encode them again.
extension FacetBlock {
  /// Forgets all transactions.
  func removeAll() { count = 0 }

  /// Returns the index of a slot, or the index where it would be inserted. Slots are in order.
  ///
  /// - Complexity: O(log n).
  func place(ofSlot slot: UInt8) -> (index: Int, isThere: Bool) {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if value(.slot, middle) < Int64(slot) { low = middle + 1 } else { high = middle }
    }
    return (low, low < count && value(.slot, low) == Int64(slot))
  }

  /// Whether the slots of the block are in order, each once. The other functions rely on it for blocks that were read.
  ///
  /// - Complexity: O(n).
  var hasSlotsInOrder: Bool {
    let slots = values + FacetColumn.slot.rawValue * FacetEntry.slots
    // The sign of the differences is seen at the end, so that the compiler makes several at a time.
    var seen: Int64 = 0
    for index in 1..<max(1, count) { seen |= slots[index] &- slots[index - 1] &- 1 }
    return seen >= 0
  }

  /// Inserts an entry before another, or after the last.
  ///
  /// - Complexity: O(columns) after the last. Otherwise all entries after it move.
  func insert(_ entry: FacetEntry, at index: Int) {
    precondition(count < FacetEntry.slots && index >= 0 && index <= count, "a block holds 256")
    if index < count {
      for column in FacetColumn.ofModels {
        let start = values + column.rawValue * FacetEntry.slots + index
        (start + 1).update(from: start, count: count - index)
      }
    }
    count += 1
    set(entry, at: index)
  }

  /// Takes an entry out.
  func remove(at index: Int) {
    precondition(index >= 0 && index < count, "an entry that is not there")
    for column in FacetColumn.ofModels {
      let start = values + column.rawValue * FacetEntry.slots + index
      start.update(from: start + 1, count: count - index - 1)
    }
    count -= 1
  }

  /// The first and the last date, or `nil` if the block is empty.
  var dates: ClosedRange<Int64>? {
    guard count > 0 else { return nil }
    let dates = UnsafeBufferPointer(start: values + FacetColumn.date.rawValue * FacetEntry.slots, count: count)
    var (first, last) = (dates[0], dates[0])
    for date in dates { (first, last) = (min(first, date), max(last, date)) }
    return first...last
  }

  /// The bytes of a block that holds one transaction at least.
  ///
  /// - Complexity: O(transactions × columns), two passes of about half a nanosecond each.
  var bytes: [UInt8] {
    Self.bytes(count, FacetColumn.ofModels) { column, write in
      write(UnsafeBufferPointer(start: values + column.rawValue * FacetEntry.slots, count: count))
    }
  }

  /// Returns the bytes of a block of `count` transactions, given column by column.
  @inline(__always)
  static func bytes(
    _ count: Int, _ columns: [FacetColumn],
    _ values: (FacetColumn, _ write: (UnsafeBufferPointer<Int64>) -> Void) -> Void
  ) -> [UInt8] {
    precondition(count > 0 && count <= FacetEntry.slots, "a block holds 1 to 256")
    let header = 1 + columns.count * 9
    return [UInt8](unsafeUninitializedCapacity: header + columns.count * count * 8) { buffer, written in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      bytes[0] = UInt8(count - 1)
      var end = header
      for column in columns {
        values(column) {
          precondition($0.count == count, "every column has a value for each transaction")
          Self.add($0, column, to: bytes, at: &end)
        }
      }
      precondition(end <= bytes.count, "no column takes more than eight bytes for a value")
      written = end
    }
  }

  private static func add(
    _ values: UnsafeBufferPointer<Int64>, _ column: FacetColumn, to bytes: UnsafeMutableRawBufferPointer,
    at end: inout Int
  ) {
    var least = values[0]
    for value in values { least = min(least, value) }
    // Distances as bit patterns: they are right for any two numbers.
    var greatest: UInt64 = 0
    for value in values { greatest = max(greatest, UInt64(bitPattern: value &- least)) }
    let width = Self.width(of: greatest)
    bytes[1 + column.rawValue * 9] = UInt8(width)
    bytes.storeBytes(of: least.littleEndian, toByteOffset: 2 + column.rawValue * 9, as: Int64.self)
    Self.write(values, least, width, to: UnsafeMutableRawBufferPointer(rebasing: bytes[end...]))
    end += width * values.count
  }

  private static func width(of greatest: UInt64) -> Int {
    switch greatest {
    case 0: 0
    case ...0xff: 1
    case ...0xffff: 2
    case ...0xffff_ffff: 4
    default: 8
    }
  }

  private static func write(
    _ values: UnsafeBufferPointer<Int64>, _ least: Int64, _ width: Int, to bytes: UnsafeMutableRawBufferPointer
  ) {
    func store<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(_: Number.Type) {
      for index in values.indices {
        let distance = Number(truncatingIfNeeded: values[index] &- least)
        bytes.storeBytes(
          of: distance.littleEndian, toByteOffset: index &* MemoryLayout<Number>.size, as: Number.self)
      }
    }
    switch width {
    case 0: break
    case 1: store(UInt8.self)
    case 2: store(UInt16.self)
    case 4: store(UInt32.self)
    default: store(UInt64.self)
    }
  }
}
