extension JSONReader {
  /// Reads a string. Allocates if it is longer than 15 bytes.
  @inlinable
  package mutating func readString() throws(JSONError) -> String { try readText().string }

  /// Reads a string without copying it, to compare it with literals.
  @inlinable
  package mutating func readText() throws(JSONError) -> JSONKey {
    guard try nextByte() == UInt8(ascii: "\"") else { throw failure("a string was expected") }
    return try scanString()
  }

  /// Reads the string at the position with its quotation marks. ASCII is read eight bytes at a time.
  @inlinable
  mutating func scanString() throws(JSONError) -> JSONKey {
    let start = position + 1
    let index = plainEnd(from: start)
    guard index < end, bytes[index] == UInt8(ascii: "\"") else { return try scanStringSlowly() }
    position = index + 1
    return JSONKey(rawBytes: part(from: start, to: index), isEscaped: false)
  }

  @inlinable
  func part(from start: Int, to end: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes.baseAddress.map { $0 + start }, count: end &- start)
  }

  /// Returns the offset of the first byte from `index` that may need a closer look.
  ///
  /// This is a quote, a backslash, a control character, a byte beyond ASCII, or any of the last seven bytes.
  @inlinable
  func plainEnd(from index: Int) -> Int {
    var index = index
    while end - index >= 8 {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // The lowest byte with its high bit set is exact. A borrow can only change the bytes above it.
      let special =
        (word | (word &- 0x2020_2020_2020_2020)
          | ((word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101)
          | ((word ^ 0x5c5c_5c5c_5c5c_5c5c) &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080
      guard special == 0 else { return index + special.trailingZeroBitCount >> 3 }
      index += 8
    }
    return index
  }

  @usableFromInline @inline(never)
  mutating func scanStringSlowly() throws(JSONError) -> JSONKey {
    let start = position + 1
    var index = start
    var isEscaped = false
    while true {
      index = plainEnd(from: index)
      guard index < end else { throw failure("a string does not end", at: start - 1) }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        position = index + 1
        let content = part(from: start, to: index)
        return JSONKey(rawBytes: content, isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        index += try escapeLength(at: index)
      case 0..<0x20: throw failure("a control character in a string", at: index)
      case 0x20..<0x80: index += 1
      default: index += try sequenceLength(at: index)
      }
    }
  }

  /// Returns the length of the escape at `index` in bytes: 2, 6, or 12 for a surrogate pair.
  private func escapeLength(at index: Int) throws(JSONError) -> Int {
    guard index + 1 < end else { throw failure("an escape does not end", at: index) }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"): break
    default: throw failure("an unknown escape", at: index)
    }
    guard let unit = JSONEscapes.hexadecimal(bytes, at: index + 2) else {
      throw failure("four hexadecimal digits were expected", at: index)
    }
    switch unit & 0xfc00 {
    case 0xd800:
      guard end - index >= 12, bytes[index + 6] == UInt8(ascii: "\\"),
        bytes[index + 7] == UInt8(ascii: "u"), let low = JSONEscapes.hexadecimal(bytes, at: index + 8),
        low & 0xfc00 == 0xdc00
      else { throw failure("half a surrogate pair", at: index) }
      return 12
    case 0xdc00: throw failure("half a surrogate pair", at: index)
    default: return 6
    }
  }

  /// Returns the length of the UTF-8 sequence at `index` in bytes, 2 to 4.
  private func sequenceLength(at index: Int) throws(JSONError) -> Int {
    let count = UTF8Sequence.length(bytes, at: index, end: end)
    guard count > 0 else { throw failure("not UTF-8", at: index) }
    return count
  }
}
