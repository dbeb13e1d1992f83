internal import CLedgerHash

/// Reads JSON in the form that `JSONWriter` gives it: without white space, with ascending keys.
///
/// Functions that expect a value return `false` or `nil` if it has another form. The caller then falls back to `ahead`, a
/// ``JSONReader`` that accepts every form or throws. Objects are read by merging: the caller asks for keys in ascending
/// order (`PlainJSON+Members`).
///
///     var json = PlainJSON(bytes)
///     guard let outer = json.enterObject(), json.take(member: "total"), let total = json.integer() else { return nil }
///     try json.leaveObject(outer)
@usableFromInline package struct PlainJSON {
  @usableFromInline let start: UnsafeRawPointer
  @usableFromInline var next: UnsafeRawPointer
  /// The last key that was read of the open object, or the bracket before the first key.
  @usableFromInline var lastKey: UnsafeRawPointer
  /// Whether `CanonicalJSON` made the bytes, so that every object in them is in order.
  @usableFromInline let isCanonical: Bool
  @usableFromInline let end: UnsafeRawPointer
  /// The cache of repeated texts, or `nil` if every text is allocated.
  ///
  /// It is not retained: a fold makes a reader for every event.
  @usableFromInline unowned(unsafe) let texts: TextPool?
  @usableFromInline var lastIsASCII = true

  /// Creates a reader of `bytes`, which must stay valid while the reader or its texts are used. So must `texts`.
  @inlinable
  package init(_ bytes: UnsafeRawBufferPointer, texts: TextPool? = nil, isCanonical: Bool = false) {
    start = bytes.baseAddress ?? UnsafeRawPointer(("" as StaticString).utf8Start)
    next = start
    lastKey = start
    end = start + bytes.count
    self.texts = texts
    self.isCanonical = isCanonical
  }

  /// Whether the text that was read last is plain ASCII.
  @inlinable package var isASCII: Bool { lastIsASCII }

  /// Whether everything was read.
  @inlinable package var isAtEnd: Bool { next == end }

  /// Skips a literal if it comes next. The compiler unrolls the comparison with a known literal.
  @inlinable @inline(__always)
  package mutating func take(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard end - next >= count, Self.isSame(next, UnsafeRawPointer(literal.utf8Start), count) else {
      return false
    }
    next += count
    return true
  }

  @inlinable @inline(__always)
  static func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
    func same<Word: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: Word.Type) -> Bool {
      one.loadUnaligned(fromByteOffset: offset, as: Word.self)
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

  /// Reads an integer of at most 53 bits, the range of payloads.
  @inlinable
  package mutating func integer() -> Int64? {
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
    // A fraction or an exponent is left to `ahead`.
    if index < end, case let after = index.load(as: UInt8.self),
      after == UInt8(ascii: ".") || after | 0x20 == UInt8(ascii: "e")
    {
      return nil
    }
    next = index
    return isNegative ? 0 - magnitude : magnitude
  }

  /// Reads `true` or `false`.
  @inlinable
  package mutating func boolean() -> Bool? { take("true") ? true : take("false") ? false : nil }
}

// MARK: - Texts

extension PlainJSON {
  /// Reads the bytes of a text and its closing quote, after the opening quote has been read.
  ///
  /// The result is `nil` if the text has an escape or is not UTF-8.
  @inlinable
  package mutating func bytes() -> UnsafeRawBufferPointer? {
    let start = next
    let (stop, isASCII) = plainEnd(from: start)
    guard stop < end, stop.load(as: UInt8.self) == UInt8(ascii: "\"") else { return nil }
    let content = UnsafeRawBufferPointer(start: start, count: stop - start)
    guard isASCII || Self.isUTF8(content) else { return nil }
    lastIsASCII = isASCII
    next = stop + 1
    return content
  }

  /// Reads a text like `bytes`, and returns a copy, or `nil` if the text is longer than `limit`.
  @inlinable
  package mutating func string(limit: Int = .max) -> String? {
    guard let bytes = bytes(), bytes.count <= limit else { return nil }
    if bytes.count <= 15, lastIsASCII {
      // Such a text has no memory of its own, and need not be validated.
      return String(unsafeUninitializedCapacity: bytes.count) { text in
        UnsafeMutableRawBufferPointer(text).copyMemory(from: bytes)
        return bytes.count
      }
    }
    guard bytes.count > 15, let texts else { return String(decoding: bytes, as: UTF8.self) }
    return texts.text(bytes)
  }

  /// Skips a text with its closing quote. Returns `false` if it has more than short escapes, or is longer than `limit`.
  package mutating func skipText(limit: Int = .max) -> Bool {
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
    // The last few bytes, or the bytes up to a quote.
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

  /// Skips a non-ASCII character or short escape, and returns `false` if it is neither or the text ends.
  @inline(__always)
  private func skipSpecial(_ index: inout UnsafeRawPointer) -> Bool {
    guard index.load(as: UInt8.self) >= 0x80 else { return skipEscape(&index) }
    let rest = UnsafeRawBufferPointer(start: index, count: end - index)
    let count = UTF8Sequence.length(rest, at: 0, end: rest.count)
    index += count
    return count > 0
  }

  /// Skips a short escape, and returns `false` if it is none of these or the text ends.
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

  /// Returns a bit in every byte that is a quote, a backslash or a control character.
  ///
  /// Only the lowest bit is exact, because a borrow may set some above it. Non-ASCII bytes never borrow.
  @inlinable @inline(__always)
  static func special(in word: UInt64) -> UInt64 {
    ((word &- 0x2020_2020_2020_2020)
      | ((word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101)
      | ((word ^ 0x5c5c_5c5c_5c5c_5c5c) &- 0x0101_0101_0101_0101)) & ~word & 0x8080_8080_8080_8080
  }

  /// Returns the address of the first quote, backslash or control character, or the end.
  ///
  /// `isASCII` is whether only ASCII precedes it.
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
        // Most texts have only a few non-ASCII letters, so skip ASCII eight bytes at a time.
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
