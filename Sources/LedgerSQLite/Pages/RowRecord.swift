internal import CLedgerSQLite

/// A row in the format of the database file: the types of its values, then the values.
struct RowRecord {
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int
  private let types: UnsafeMutablePointer<UInt64>

  init() {
    capacity = 1_024
    bytes = .allocate(capacity: capacity)
    types = .allocate(capacity: Int(ledger_rows_columns))
  }

  func deallocate() {
    bytes.deallocate()
    types.deallocate()
  }

  /// Encodes a row, and replaces the previous one.
  ///
  /// - Parameter isKeyed: Whether the first cell is the key of the row, which is not part of the record.
  mutating func encode(
    _ cells: UnsafePointer<ledger_cell>, count columns: Int, _ content: UnsafePointer<CChar>, isKeyed: Bool
  ) {
    var header = 0
    var body = 0
    for column in 0..<columns {
      let (type, size) = column == 0 && isKeyed ? (0, 0) : Self.type(cells[column])
      types[column] = type
      header &+= Self.size(type)
      body &+= size
    }
    header += header < 127 ? 1 : 2  // its own size is in at most two bytes
    makeRoom(header + body + 8)  // spare bytes, because writing an integer may exceed it
    var head = Self.write(UInt64(header), to: bytes)
    var next = bytes + header
    for column in 0..<columns {
      let type = types[column]
      head = Self.write(type, to: head)
      if type >= 12 {
        let cell = cells[column]
        let size = Int(cell.size)
        UnsafeMutableRawPointer(next).copyMemory(from: content + Int(cell.value), byteCount: size)
        next += size
      } else if type < 8 {
        let size = Self.integerSize(type)
        if size == 0 { continue }
        UnsafeMutableRawPointer(next).storeBytes(
          of: (cells[column].value &<< Int64(truncatingIfNeeded: 64 &- 8 &* size)).bigEndian, as: Int64.self)
        next += size
      }
    }
    count = next - bytes
    precondition(
      head == bytes + header && count == header + body, "a record has the size that was computed for it")
  }

  /// Returns the number of a cell's type in the file format, and the size of its value in bytes.
  @inline(__always)
  private static func type(_ cell: ledger_cell) -> (type: UInt64, size: Int) {
    switch cell.type {
    case SQLITE_INTEGER:
      let value = cell.value
      if UInt64(bitPattern: value) < 2 { return (UInt64(8 + value), 0) }
      let magnitude = UInt64(bitPattern: value ^ (value >> 63))
      if magnitude < 1 << 7 { return (1, 1) }
      if magnitude < 1 << 15 { return (2, 2) }
      if magnitude < 1 << 23 { return (3, 3) }
      if magnitude < 1 << 31 { return (4, 4) }
      return magnitude < 1 << 47 ? (5, 6) : (6, 8)
    case SQLITE_TEXT: return (UInt64(UInt32(bitPattern: cell.size)) &* 2 &+ 13, Int(cell.size))
    case SQLITE_BLOB: return (UInt64(UInt32(bitPattern: cell.size)) &* 2 &+ 12, Int(cell.size))
    default: return (0, 0)
    }
  }

  @inline(__always)
  private static func integerSize(_ type: UInt64) -> Int { type < 5 ? Int(type) : type == 5 ? 6 : 8 }

  private mutating func makeRoom(_ needed: Int) {
    guard needed > capacity else { return }
    bytes.deallocate()
    capacity = max(needed, capacity * 2)
    bytes = .allocate(capacity: capacity)
  }

  // MARK: Numbers of variable length

  /// Returns the number of bytes that a number takes: seven bits in each, and eight in a ninth one.
  @inline(__always)
  static func size(_ number: UInt64) -> Int {
    if number < 0x80 { return 1 }
    return min(9, (63 - number.leadingZeroBitCount) / 7 + 1)
  }

  /// Writes a number, and returns the place after it.
  @inline(__always)
  static func write(_ number: UInt64, to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    if number < 0x80 {
      start[0] = UInt8(truncatingIfNeeded: number)
      return start + 1
    }
    let size = size(number)
    var rest = number
    var index = size - 1
    if size == 9 {
      start[8] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
      index = 7
    }
    while index >= 0 {
      start[index] = UInt8(truncatingIfNeeded: rest & 0x7f) | (index == size - 1 ? 0 : 0x80)
      rest >>= 7
      index -= 1
    }
    return start + size
  }
}
