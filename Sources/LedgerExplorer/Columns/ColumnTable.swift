internal import LedgerBytes

/// A table of whole numbers, column by column, as the page reads it.
///
/// A value is written as its difference from the value above, zigzag and in groups of seven bits with the lowest first.
/// The versions of one record follow each other, so that most differences are zero.
struct ColumnTable {
  /// The value of an absent number. Columns hold nothing smaller.
  static let none = Int64(Int32.min)

  private let name: String
  private var columns: [Column]
  private var next = 0
  private(set) var rows = 0

  fileprivate struct Column {
    let name: String
    var bytes: [UInt8] = []
    var last: Int64 = 0
    /// Whether a value is outside of 32 bits.
    var isWide = false
  }

  init(_ name: String, _ columns: [String]) {
    self.name = name
    self.columns = columns.map { Column(name: $0) }
  }

  /// Adds the next value of the current row, which ends with the last column.
  mutating func add(_ value: Int64) {
    columns[next].add(value)
    next += 1
    if next == columns.count {
      next = 0
      rows += 1
    }
  }

  mutating func add(_ value: some DistinctInteger) { add(value.rawValue) }

  /// Adds a number that may be absent.
  mutating func add(optional value: Int64?) { add(value ?? Self.none) }

  /// Adds yes or no.
  mutating func add(_ value: Bool) { add(value ? 1 : 0) }

  /// The names, sizes and widths of the columns, in the order of `bytes`.
  var description: JSONValue {
    [
      "columns": .array(
        columns.map { column in
          [
            "bytes": .integer(Int64(column.bytes.count)), "isWide": .boolean(column.isWide),
            "name": .string(column.name),
          ]
        }), "name": .string(name), "rows": .integer(Int64(rows)),
    ]
  }

  func forEachColumn(_ body: ([UInt8]) -> Void) { for column in columns { body(column.bytes) } }
}

extension ColumnTable.Column {
  fileprivate mutating func add(_ value: Int64) {
    if Int32(exactly: value) == nil { isWide = true }
    let difference = value - last
    last = value
    var rest = UInt64(bitPattern: difference << 1 ^ difference >> 63)
    while rest > 0x7f {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
