/// Reads JSON value by value, in the order of the text, straight from bytes that outlive it.
///
/// For codecs: it builds nothing, and allocates only for the strings asked for. It accepts what RFC 8259 does,
/// in strict UTF-8 and nested at most 32 deep, and checks everything that it passes, skipped values included.
/// It does not look for two equal keys: `JSONText.validate` does. After an error it must not be used further.
///
///     var reader = JSONReader(bytes)
///     try reader.readObject { (reader, key) throws(JSONError) in
///       switch key {
///       case "total": total = try reader.readInteger()
///       default: try reader.skipValue()
///       }
///     }
///     try reader.finish()
public struct JSONReader {
  @usableFromInline let bytes: UnsafeRawBufferPointer
  /// As `bytes.count`, which is computed each time.
  @usableFromInline let end: Int
  @usableFromInline var position = 0
  @usableFromInline var depth = 0

  /// A reader at the beginning of `bytes`, which must stay where they are while it, or a `JSONKey` of it, is used.
  @inlinable
  public init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    end = bytes.count
  }

  /// Bytes read so far.
  @inlinable
  public var offset: Int { position }

  /// What the next value is. Reads nothing; a number is looked at to its end, anything else at its first byte.
  public func peek() throws(JSONError) -> JSONKind {
    var ahead = self
    switch try ahead.nextByte() {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try ahead.scanNumber() == nil ? .fraction : .integer
    default: throw ahead.failure("a value was expected")
    }
  }

  /// Reads an object: calls `member` with every key, in the order of the text, equal ones too. It must read or
  /// skip the value.
  @inlinable
  public mutating func readObject(
    _ member: (inout JSONReader, JSONKey) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try nextByte() == UInt8(ascii: "{") else { throw failure("an object was expected") }
    try descend()
    if try nextByte() == UInt8(ascii: "}") {
      ascend()
      return
    }
    while true {
      let key = try scanKey()
      try member(&self, key)
      switch try nextByte() {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "}"):
        ascend()
        return
      default: throw failure("a comma or the end of the object was expected")
      }
    }
  }

  /// Reads an array: calls `element` in front of every element. It must read or skip it.
  @inlinable
  public mutating func readArray(
    _ element: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try nextByte() == UInt8(ascii: "[") else { throw failure("an array was expected") }
    try descend()
    if try nextByte() == UInt8(ascii: "]") {
      ascend()
      return
    }
    while true {
      try element(&self)
      switch try nextByte() {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "]"):
        ascend()
        return
      default: throw failure("a comma or the end of the array was expected")
      }
    }
  }

  /// Checks that nothing but white space follows.
  @inlinable
  public mutating func finish() throws(JSONError) {
    skipWhiteSpace()
    guard position == end else { throw failure("something follows the value") }
  }
}

// MARK: - Moving

extension JSONReader {
  @inlinable
  mutating func skipWhiteSpace() {
    while position < end {
      let byte = bytes[position]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return }
      position += 1
    }
  }

  /// The first byte that is no white space, not yet read.
  @inlinable
  mutating func nextByte() throws(JSONError) -> UInt8 {
    skipWhiteSpace()
    guard position < end else { throw failure("the text ends too early") }
    return bytes[position]
  }

  /// Steps over an opening bracket.
  @inlinable
  mutating func descend() throws(JSONError) {
    guard depth < JSONDialect.maximumDepth else { throw failure("nested too deeply") }
    depth += 1
    position += 1
  }

  /// Steps over a closing bracket.
  @inlinable
  mutating func ascend() {
    depth -= 1
    position += 1
  }

  /// Reads a key and its colon.
  @inlinable
  mutating func scanKey() throws(JSONError) -> JSONKey {
    guard try nextByte() == UInt8(ascii: "\"") else { throw failure("a key was expected") }
    let key = try scanString()
    guard try nextByte() == UInt8(ascii: ":") else { throw failure("a colon was expected") }
    position += 1
    return key
  }

  @usableFromInline @inline(never)
  func failure(_ reason: String) -> JSONError { JSONError(offset: position, reason: reason) }

  @usableFromInline @inline(never)
  func failure(_ reason: String, at offset: Int) -> JSONError { JSONError(offset: offset, reason: reason) }
}
