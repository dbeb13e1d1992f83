internal import CLedgerHash

/// Reads JSON in the very form that `JSONWriter` gives it: no white space, keys in the order they are asked for, texts
/// without escapes.
///
/// The fast way of a codec, in front of `JSONReader`. Whatever is not there as it was asked for gives false or nil; then
/// the codec begins anew with `JSONReader`, which reads everything and says what is wrong. What this accepts, that
/// accepts too, and reads the same.
///
///     var json = PlainJSON(bytes)
///     guard json.take("{\"total\":"), let total = json.integer(), json.take("}"), json.isAtEnd else { return nil }
public struct PlainJSON {
  @usableFromInline var next: UnsafeRawPointer
  @usableFromInline let end: UnsafeRawPointer
  /// Texts that come again and again; nil: every text is made anew.
  @usableFromInline let texts: TextPool?
  @usableFromInline var lastIsASCII = true

  /// A reader at the beginning of `bytes`, which must stay where they are while it, or a text of it, is used.
  @inlinable
  public init(_ bytes: UnsafeRawBufferPointer, texts: TextPool? = nil) {
    let start = bytes.baseAddress ?? UnsafeRawPointer(("" as StaticString).utf8Start)
    next = start
    end = start + bytes.count
    self.texts = texts
  }

  /// Whether the text that was read last is plain ASCII.
  @inlinable public var isASCII: Bool { lastIsASCII }

  /// Whether everything was read.
  @inlinable public var isAtEnd: Bool { next == end }

  /// Steps over the literal, if the text goes on with it. With a literal, the compiler knows every comparison.
  @inlinable @inline(__always)
  public mutating func take(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard end - next >= count, isNext(UnsafeRawPointer(literal.utf8Start), count) else { return false }
    next += count
    return true
  }

  @inlinable @inline(__always)
  func isNext(_ other: UnsafeRawPointer, _ count: Int) -> Bool {
    func same<Word: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: Word.Type) -> Bool {
      next.loadUnaligned(fromByteOffset: offset, as: Word.self)
        == other.loadUnaligned(fromByteOffset: offset, as: Word.self)
    }
    if count >= 8 {
      var offset = 0
      while offset + 8 < count {
        guard same(offset, UInt64.self) else { return false }
        offset += 8
      }
      return same(count - 8, UInt64.self)
    }
    if count >= 4 { return same(0, UInt32.self) && same(count - 4, UInt32.self) }
    if count >= 2 { return same(0, UInt16.self) && same(count - 2, UInt16.self) }
    return count == 0 || same(0, UInt8.self)
  }

  /// An integer of at most 53 bits, which is what payloads hold.
  @inlinable
  public mutating func integer() -> Int64? {
    var index = next
    guard index < end else { return nil }
    let isNegative = index.load(as: UInt8.self) == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let start = index
    var magnitude: Int64 = 0
    while index < end {
      let digit = index.load(as: UInt8.self) &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      magnitude = magnitude &* 10 &+ Int64(digit)
      index += 1
    }
    let count = index - start
    guard count > 0, count <= 16, magnitude < 1 << 53,
      start.load(as: UInt8.self) != UInt8(ascii: "0") || count == 1 && !isNegative
    else { return nil }
    next = index
    return isNegative ? 0 - magnitude : magnitude
  }

  /// `true` or `false`.
  @inlinable
  public mutating func boolean() -> Bool? { take("true") ? true : take("false") ? false : nil }
}

// MARK: - Texts

extension PlainJSON {
  /// What stands up to the closing quote, which is stepped over; the opening one was. Nil where there is an escape or
  /// something that is not UTF-8.
  @inlinable
  public mutating func bytes() -> UnsafeRawBufferPointer? {
    let start = next
    let (stop, isASCII) = plainEnd(from: start)
    guard stop < end, stop.load(as: UInt8.self) == UInt8(ascii: "\"") else { return nil }
    let content = UnsafeRawBufferPointer(start: start, count: stop - start)
    guard isASCII || Self.isUTF8(content) else { return nil }
    lastIsASCII = isASCII
    next = stop + 1
    return content
  }

  /// As `bytes`, as a text of its own; `nil` if it is longer than `limit`.
  @inlinable
  public mutating func string(limit: Int = .max) -> String? {
    guard let bytes = bytes(), bytes.count <= limit else { return nil }
    guard bytes.count > 15, let texts else { return String(decoding: bytes, as: UTF8.self) }
    return texts.text(bytes)
  }

  /// Steps over a text and its closing quote; short escapes may be in it.
  ///
  /// False if it needs a closer look, or is longer than `limit`.
  public mutating func skipText(limit: Int = .max) -> Bool {
    var index = next
    while end - index >= 16 {
      let marks = ledger_text_marks(index)
      let first = (marks | marks >> 16) & 0xffff
      guard first != 0 else {
        index += 16
        continue
      }
      index += first.trailingZeroBitCount
      guard index.load(as: UInt8.self) != UInt8(ascii: "\"") else { break }
      guard skipSpecial(&index) else { return false }
    }
    // The last few bytes, or a quote.
    while index < end, case let byte = index.load(as: UInt8.self), byte != UInt8(ascii: "\"") {
      if byte < 0x20 || byte == UInt8(ascii: "\\") || byte >= 0x80 {
        guard skipSpecial(&index) else { return false }
      } else {
        index += 1
      }
    }
    guard index < end, index - next <= limit else { return false }
    next = index + 1
    return true
  }

  /// Steps over a character beyond ASCII or a short escape; false where there is none, or nothing behind it.
  @inline(__always)
  private func skipSpecial(_ index: inout UnsafeRawPointer) -> Bool {
    guard index.load(as: UInt8.self) >= 0x80 else { return skipEscape(&index) }
    let rest = UnsafeRawBufferPointer(start: index, count: end - index)
    let count = UTF8Sequence.length(rest, at: 0, end: rest.count)
    index += count
    return count > 0
  }

  /// Steps over a short escape; false where there is none, or nothing behind it.
  @inline(__always)
  private func skipEscape(_ index: inout UnsafeRawPointer) -> Bool {
    guard index.load(as: UInt8.self) == UInt8(ascii: "\\"), end - index > 2 else { return false }
    switch index.load(fromByteOffset: 1, as: UInt8.self) {
    case UInt8(ascii: "n"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 2
      return true
    default: return false
    }
  }

  /// A bit in every byte that is a quote, a backslash or a control character, and some above the lowest of them.
  ///
  /// As in `JSONWriter`: bytes beyond ASCII never borrow, so the lowest bit is exact.
  @inlinable @inline(__always)
  static func special(in word: UInt64) -> UInt64 {
    ((word &- 0x2020_2020_2020_2020)
      | ((word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101)
      | ((word ^ 0x5c5c_5c5c_5c5c_5c5c) &- 0x0101_0101_0101_0101)) & ~word & 0x8080_8080_8080_8080
  }

  /// The first quote, backslash or control character, or the end; and whether all before it is ASCII.
  @inlinable @inline(__always)
  func plainEnd(from start: UnsafeRawPointer) -> (UnsafeRawPointer, isASCII: Bool) {
    var index = start
    var seen: UInt64 = 0
    while end - index >= 8 {
      let word = UInt64(littleEndian: index.loadUnaligned(as: UInt64.self))
      let special = Self.special(in: word)
      if special != 0 {
        let bits = UInt64(special.trailingZeroBitCount & ~7)
        seen |= word & ((1 << bits) &- 1)
        return (index + Int(bits >> 3), seen & 0x8080_8080_8080_8080 == 0)
      }
      seen |= word
      index += 8
    }
    while index < end {
      let byte = index.load(as: UInt8.self)
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      seen |= UInt64(byte)
      index += 1
    }
    return (index, seen & 0x8080_8080_8080_8080 == 0)
  }

  /// Whether the bytes are UTF-8.
  @usableFromInline
  static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        // Most texts have a letter here and there that is not ASCII.
        while index + 8 <= bytes.count,
          bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
          index += 8
        }
        while index < bytes.count, bytes[index] < 0x80 { index += 1 }
        continue
      }
      let count = UTF8Sequence.length(bytes, at: index, end: bytes.count)
      guard count > 0 else { return false }
      index += count
    }
    return true
  }
}
