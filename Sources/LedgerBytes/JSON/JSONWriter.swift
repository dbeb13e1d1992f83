/// Writes JSON in one canonical form: no white space, only the escapes that must be, UTF-8 as it is.
///
/// It puts the commas; keys stand in the order they are written in, which is the caller's to fix.
///
///     var writer = JSONWriter()
///     writer.object { writer in
///       writer.key("total")
///       writer.integer(8450)
///     }
///     writer.bytes  // {"total":8450}
public struct JSONWriter {
  /// What has been written.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// A writer of nothing so far.
  public init() {}

  /// A writer with room for `capacity` bytes.
  public init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Forgets what was written and keeps the room, to write the next text.
  public mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Writes an object; `body` writes a key and a value, alternately.
  @inlinable
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    body(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an array; `body` writes the elements.
  @inlinable
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    body(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes a member's key; its value comes next.
  public mutating func key(_ key: String) {
    separate()
    append(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string.
  public mutating func string(_ string: String) {
    separate()
    append(string)
  }

  /// Writes an integer.
  public mutating func integer(_ integer: Int64) {
    separate()
    appendDecimal(integer)
  }

  /// Writes `true` or `false`.
  public mutating func boolean(_ boolean: Bool) {
    separate()
    append(literal: boolean ? "true" : "false")
  }

  /// Writes `null`.
  public mutating func null() {
    separate()
    append(literal: "null")
  }

  /// Writes a value that is JSON already. It is not checked.
  public mutating func raw(_ value: [UInt8]) {
    separate()
    bytes.append(contentsOf: value)
  }

  /// Writes a value that is JSON already. It is not checked.
  public mutating func raw(_ value: UnsafeRawBufferPointer) {
    separate()
    bytes.append(contentsOf: value)
  }
}

// MARK: - Bytes

extension JSONWriter {
  @usableFromInline
  mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  @usableFromInline
  mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func append(literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ string: String) {
    var string = string
    bytes.append(UInt8(ascii: "\""))
    string.withUTF8 { append($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends what stands between the quotes: stretches that need no escape in one piece.
  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(text)
    var start = 0
    while true {
      let index = Self.plainEnd(raw, from: start)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      guard index < raw.count else { return }
      let byte = raw[index]
      start = index + 1
      bytes.append(UInt8(ascii: "\\"))
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
      case 0x08: bytes.append(UInt8(ascii: "b"))
      case 0x0c: bytes.append(UInt8(ascii: "f"))
      case 0x0a: bytes.append(UInt8(ascii: "n"))
      case 0x0d: bytes.append(UInt8(ascii: "r"))
      case 0x09: bytes.append(UInt8(ascii: "t"))
      default:
        append(literal: "u00")
        bytes.append(UInt8(ascii: "0") + byte >> 4)
        let low = byte & 15
        bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
      }
    }
  }

  /// The first byte from `index` that must be escaped, or the end.
  private static func plainEnd(_ text: UnsafeRawBufferPointer, from index: Int) -> Int {
    var index = index
    while text.count - index >= 8 {
      let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // As the reader's, but bytes beyond ASCII are plain; they never borrow, so the lowest bit is exact.
      let special =
        ((word &- 0x2020_2020_2020_2020)
          | ((word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101)
          | ((word ^ 0x5c5c_5c5c_5c5c_5c5c) &- 0x0101_0101_0101_0101)) & ~word & 0x8080_8080_8080_8080
      guard special == 0 else { return index + special.trailingZeroBitCount >> 3 }
      index += 8
    }
    while index < text.count {
      let byte = text[index]
      guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return index }
      index += 1
    }
    return index
  }

  private mutating func appendDecimal(_ integer: Int64) {
    if integer < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = integer.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }
}
