/// A string inside the text that a `JSONReader` reads: a member's key, or a string value to compare.
///
/// It is not a copy. Comparing it with a literal allocates nothing. It is valid as long as the reader's bytes.
///
///     try reader.readObject { (reader, key) throws(JSONError) in
///       switch key {
///       case "from": from = try reader.readInteger()
///       case "to": to = try reader.readInteger()
///       default: try reader.skipValue()
///       }
///     }
@usableFromInline package struct JSONKey {
  /// The bytes between the quotation marks, with escapes.
  @usableFromInline package let rawBytes: UnsafeRawBufferPointer
  /// Whether it has escapes, so that `rawBytes` differ from the string.
  @usableFromInline let isEscaped: Bool

  @inlinable
  init(rawBytes: UnsafeRawBufferPointer, isEscaped: Bool) {
    self.rawBytes = rawBytes
    self.isEscaped = isEscaped
  }

  /// A copy of the string without escapes. Allocates if it is longer than 15 bytes.
  @usableFromInline package var string: String {
    guard isEscaped else { return String(decoding: rawBytes, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: rawBytes.count) { JSONEscapes.decode(rawBytes, into: $0) }
  }

  /// The UTF-8 of the string without escapes.
  package var bytes: [UInt8] {
    guard isEscaped else { return Array(rawBytes) }
    return Array(unsafeUninitializedCapacity: rawBytes.count) { buffer, count in
      count = JSONEscapes.decode(rawBytes, into: buffer)
    }
  }

  /// Whether the string without escapes has the same bytes as the literal.
  @inlinable
  package static func == (key: JSONKey, literal: StaticString) -> Bool {
    guard !key.isEscaped, literal.hasPointerRepresentation else { return key.isEqualSlowly(to: literal) }
    let count = literal.utf8CodeUnitCount
    return key.hasSameRawBytes(as: UnsafeRawBufferPointer(start: literal.utf8Start, count: count))
  }

  /// Whether the string differs from the literal.
  @inlinable
  package static func != (key: JSONKey, literal: StaticString) -> Bool { !(key == literal) }

  /// Matches `case "literal":`.
  @inlinable
  package static func ~= (literal: StaticString, key: JSONKey) -> Bool { key == literal }

  /// Compares eight bytes at a time. With a literal the compiler knows the number of steps.
  @inlinable
  func hasSameRawBytes(as other: UnsafeRawBufferPointer) -> Bool {
    let count = other.count
    guard rawBytes.count == count else { return false }
    var index = 0
    while count &- index >= 8 {
      let left = rawBytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard left == other.loadUnaligned(fromByteOffset: index, as: UInt64.self) else { return false }
      index &+= 8
    }
    while index < count {
      guard rawBytes[index] == other[index] else { return false }
      index &+= 1
    }
    return true
  }

  @usableFromInline @inline(never)
  func isEqualSlowly(to literal: StaticString) -> Bool {
    let bytes = bytes
    return literal.withUTF8Buffer { $0.elementsEqual(bytes) }
  }
}
