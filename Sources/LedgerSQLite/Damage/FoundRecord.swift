/// A record that was found in a page, with copies of its values.
package struct FoundRecord: Hashable {
  /// The rowid of a table's row, or `nil` for an entry of an index.
  package let key: Int64?
  /// The values in the order of the columns.
  package let values: [Value]

  /// A value of a record.
  package enum Value: Hashable {
    case null
    case integer(Int64)
    case text([UInt8])
    case blob([UInt8])

    /// The integer, or `nil` for another value.
    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    /// The bytes of a text.
    package var text: [UInt8]? { if case .text(let bytes) = self { bytes } else { nil } }
    /// The bytes of a blob.
    package var blob: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }
  }

  init(key: Int64?, values: [Value]) {
    self.key = key
    self.values = values
  }

  /// Reads a record in SQLite's format, or returns `nil` if the bytes are no record.
  ///
  /// - Complexity: O(bytes).
  init?(key: Int64?, _ bytes: [UInt8]) {
    guard let (headerSize, first) = Self.varint(bytes, at: 0), headerSize <= UInt64(bytes.count) else {
      return nil
    }
    var place = first
    var content = Int(headerSize)
    var values: [Value] = []
    while place < Int(headerSize) {
      guard let (type, next) = Self.varint(bytes, at: place), next <= Int(headerSize) else { return nil }
      place = next
      guard let size = Self.size(of: type), size <= bytes.count - content else { return nil }
      let value = bytes[content..<content + size]
      content += size
      if type >= 12 {
        values.append(type % 2 == 0 ? .blob(Array(value)) : .text(Array(value)))
      } else if type == 0 || type == 7 {
        values.append(.null)  // 7 is a fraction, which ledgers do not have.
      } else {
        // 8 and 9 are the numbers 0 and 1, which take no bytes.
        values.append(.integer(type >= 8 ? Int64(type - 8) : Self.integer(value)))
      }
    }
    self.init(key: key, values: values)
  }

  /// Returns the bytes of a value by its serial type, or `nil` if SQLite writes no such type.
  static func size(of type: UInt64) -> Int? {
    if type < 12 { return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, nil, nil][Int(type)] }
    return (type - 12) / 2 > UInt64(Int32.max) ? nil : Int((type - 12) / 2)
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
    let isNegative = bytes.first.map { $0 > 127 } ?? false
    return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
  }

  /// Returns a variable-length integer and the offset after it, or `nil` if the bytes end before it does.
  static func varint(_ bytes: [UInt8], at start: Int) -> (value: UInt64, end: Int)? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard start + index < bytes.count else { return nil }
      let byte = bytes[start + index]
      if index == 8 { return (value << 8 | UInt64(byte), start + 9) }
      value = value << 7 | UInt64(byte & 127)
      if byte < 128 { return (value, start + index + 1) }
    }
    return nil
  }
}
