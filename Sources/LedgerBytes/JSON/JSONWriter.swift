/// Writes JSON in one canonical form: no white space, only the required escapes, and unescaped UTF-8.
///
/// It writes the commas. The caller decides the order of keys.
@usableFromInline package struct JSONWriter {
  /// The bytes written so far, followed by spare room.
  private var storage: [UInt8]
  private var count = 0
  private var needsComma = false

  /// Creates an empty writer.
  package init() { self.init(capacity: 64) }

  /// Creates a writer with room for `capacity` bytes.
  package init(capacity: Int) { storage = [UInt8](repeating: 0, count: max(capacity, 16)) }

  /// A copy of the bytes written so far.
  package var bytes: [UInt8] { Array(storage[..<count]) }

  /// Calls `body` with the bytes written so far in place.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeBufferPointer { (buffer) throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
    }
  }

  /// Removes everything written and keeps the memory, to write the next text.
  package mutating func reset() {
    count = 0
    needsComma = false
  }

  /// Writes an object. `body` alternately writes a key and a value.
  @inlinable
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    body(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an array. `body` writes the elements.
  @inlinable
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    body(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes a member's key. Its value comes next.
  package mutating func key(_ key: String) {
    write(key, after: UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a member's key that needs no escape, such as a literal in a codec. Its value comes next.
  package mutating func key(_ key: StaticString) {
    let name = UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    writing(name.count + 3) { next in
      next.append(UInt8(ascii: "\""))
      next.append(name)
      next.append(UInt8(ascii: "\""))
      next.append(UInt8(ascii: ":"))
    }
    needsComma = false
  }

  /// Writes a string.
  package mutating func string(_ string: String) {
    write(string, after: nil)
    needsComma = true
  }

  /// Writes a string of `count` ASCII characters without escapes, which `make` puts in place.
  package mutating func string(ascii count: Int, _ make: (UnsafeMutableRawBufferPointer) -> Void) {
    writing(count + 2) { next in
      next.append(UInt8(ascii: "\""))
      make(UnsafeMutableRawBufferPointer(start: next.place, count: count))
      next.place += count
      next.append(UInt8(ascii: "\""))
    }
    needsComma = true
  }

  /// Writes an identifier as a string.
  package mutating func string(_ id: UniqueID) { string(ascii: 36) { id.write(to: $0) } }

  /// Writes a digest as a string of 64 hexadecimal digits.
  package mutating func string(_ digest: SHA256Digest) { string(ascii: 64) { digest.write(to: $0) } }

  /// Writes an integer.
  package mutating func integer(_ integer: Int64) {
    writing(24) { next in
      if integer < 0 { next.append(UInt8(ascii: "-")) }
      next.append(decimal: integer.magnitude)
    }
    needsComma = true
  }

  /// Writes `true` or `false`.
  package mutating func boolean(_ boolean: Bool) {
    let literal: StaticString = boolean ? "true" : "false"
    raw(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Writes `null`.
  package mutating func null() {
    let literal: StaticString = "null"
    raw(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Writes a value that is JSON already. It is not checked.
  package mutating func raw(_ value: [UInt8]) { value.withUnsafeBytes { raw($0) } }

  /// Writes a value that is JSON already. It is not checked.
  package mutating func raw(_ value: UnsafeRawBufferPointer) {
    writing(value.count + 1) { $0.append(value) }
    needsComma = true
  }
}

// MARK: - Bytes

extension JSONWriter {
  /// The place of the next byte, with room for as many as were requested.
  private struct Next {
    var place: UnsafeMutableRawPointer

    @inline(__always)
    mutating func append(_ byte: UInt8) {
      place.storeBytes(of: byte, as: UInt8.self)
      place += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
      place.copyMemory(from: start, byteCount: bytes.count)
      place += bytes.count
    }

    mutating func append(decimal: UInt64) {
      var digits = 1
      var rest = decimal
      while rest >= 10 {
        rest /= 10
        digits += 1
      }
      rest = decimal
      var index = digits
      while index > 0 {
        index -= 1
        place.storeBytes(
          of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10), toByteOffset: index, as: UInt8.self)
        rest /= 10
      }
      place += digits
    }
  }

  /// Writes a comma if one is due, and lets `body` write up to `bytesMax` bytes.
  @inline(__always)
  private mutating func writing(_ bytesMax: Int, _ body: (inout Next) -> Void) {
    if storage.count - count < bytesMax + 1 { grow(by: bytesMax + 1) }
    let (start, isComma) = (count, needsComma)
    count = storage.withUnsafeMutableBytes { buffer in
      guard let base = buffer.baseAddress else { return start }
      var next = Next(place: base + start)
      if isComma { next.append(UInt8(ascii: ",")) }
      body(&next)
      precondition(next.place - base <= buffer.count, "what is written fits the room that was made for it")
      return next.place - base
    }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    let missing = max(storage.count, more, 64)
    storage.append(contentsOf: repeatElement(0, count: missing))
    precondition(storage.count - count >= more, "the room is as large as what is written at once")
  }

  @usableFromInline
  mutating func open(_ bracket: UInt8) {
    writing(1) { $0.append(bracket) }
    needsComma = false
  }

  @usableFromInline
  mutating func close(_ bracket: UInt8) {
    needsComma = false
    writing(1) { $0.append(bracket) }
    needsComma = true
  }

  private mutating func write(_ string: String, after: UInt8?) {
    var string = string
    string.withUTF8 { utf8 in
      let text = UnsafeRawBufferPointer(utf8)
      // In the worst case every byte becomes an escape of six.
      let plain = Self.plainEnd(text, from: 0)
      writing(text.count + (text.count - plain) * 5 + 3) { next in
        next.append(UInt8(ascii: "\""))
        Self.write(text, plain: plain, to: &next)
        next.append(UInt8(ascii: "\""))
        if let after { next.append(after) }
      }
    }
  }

  /// Writes the content of a string. Text without escapes is copied in one piece.
  private static func write(_ text: UnsafeRawBufferPointer, plain: Int, to next: inout Next) {
    var (start, index) = (0, plain)
    while true {
      next.append(UnsafeRawBufferPointer(rebasing: text[start..<index]))
      guard index < text.count else { return }
      escape(text[index], to: &next)
      start = index + 1
      index = plainEnd(text, from: start)
    }
  }

  private static func escape(_ byte: UInt8, to next: inout Next) {
    next.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): next.append(byte)
    case 0x08: next.append(UInt8(ascii: "b"))
    case 0x0c: next.append(UInt8(ascii: "f"))
    case 0x0a: next.append(UInt8(ascii: "n"))
    case 0x0d: next.append(UInt8(ascii: "r"))
    case 0x09: next.append(UInt8(ascii: "t"))
    default:
      next.append(UInt8(ascii: "u"))
      next.append(UInt8(ascii: "0"))
      next.append(UInt8(ascii: "0"))
      next.append(UInt8(ascii: "0") + byte >> 4)
      let low = byte & 15
      next.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    }
  }

  /// Returns the index of the first byte from `index` that must be escaped, or the end.
  private static func plainEnd(_ text: UnsafeRawBufferPointer, from index: Int) -> Int {
    var index = index
    while text.count - index >= 8 {
      let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // Unlike in the reader, non-ASCII bytes are plain. They never borrow, so the lowest bit is exact.
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
}
