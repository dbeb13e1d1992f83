/// Reads JSON value by value, in the order of the text, directly from bytes that outlive it.
///
/// It serves codecs: it builds no tree, and allocates only for the strings that are read. It accepts RFC 8259 in strict
/// UTF-8, nested at most 32 deep, and checks all of the text, skipped values included. Equal keys are not detected here
/// but by `JSONText.validate`. After an error it must not be used any further.
///
///     var reader = JSONReader(bytes)
///     try reader.readObject { (reader, key) throws(JSONError) in
///       switch key {
///       case "total": total = try reader.readInteger()
///       default: try reader.skipValue()
///       }
///     }
///     try reader.finish()
@usableFromInline package struct JSONReader {
  @usableFromInline let bytes: UnsafeRawBufferPointer
  /// The value of `bytes.count`, which is computed each time.
  @usableFromInline let end: Int
  @usableFromInline var position = 0
  @usableFromInline var depth = 0

  /// Creates a reader of `bytes`, which must stay valid while the reader or its keys are used.
  @inlinable
  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    end = bytes.count
  }

  /// Creates a reader of the bytes from an offset on. Offsets of errors count from the start.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    self.init(bytes)
    position = offset
  }

  /// The number of bytes read so far.
  @inlinable
  package var offset: Int { position }

  /// Returns the kind of the next value, which is not read.
  ///
  /// - Complexity: Linear in the digits of a number, constant for other values.
  package func peek() throws(JSONError) -> JSONKind {
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

  /// Reads an object, and calls `member` with every key in the order of the text.
  ///
  /// `member` must read or skip the value. Equal keys are passed to it as well.
  @inlinable
  package mutating func readObject(
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

  /// Reads an array, and calls `element` before every element, which it must read or skip.
  @inlinable
  package mutating func readArray(
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
  package mutating func finish() throws(JSONError) {
    skipWhiteSpace()
    guard position == end else { throw failure("something follows the value") }
  }

  // MARK: Moving

  @inlinable
  mutating func skipWhiteSpace() {
    while position < end {
      let byte = bytes[position]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return }
      position += 1
    }
  }

  /// Returns the next byte that is not white space. It is not read.
  @inlinable
  mutating func nextByte() throws(JSONError) -> UInt8 {
    skipWhiteSpace()
    guard position < end else { throw failure("the text ends too early") }
    return bytes[position]
  }

  /// Reads an opening bracket.
  @inlinable
  mutating func descend() throws(JSONError) {
    guard depth < JSONDialect.nestingDepthMax else { throw failure("nested too deeply") }
    depth += 1
    position += 1
  }

  /// Reads a closing bracket.
  @inlinable
  mutating func ascend() {
    precondition(depth > 0, "an object or array ends that has begun")
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
