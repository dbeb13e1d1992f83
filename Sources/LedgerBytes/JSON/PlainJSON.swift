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
  package mutating func bytes() -> UnsafeRawBufferPointer? {
    let start = next
    var stop = start
    var beyondASCII: UInt32 = 0
    while true {
      let marks = marks(at: stop)
      let special = marks & 0xffff
      guard special == 0 else {
        let count = special.trailingZeroBitCount
        beyondASCII |= (marks &>> 16) & ((1 &<< UInt32(truncatingIfNeeded: count)) &- 1)
        stop += count
        break
      }
      beyondASCII |= marks &>> 16
      stop += 16
    }
    guard stop < end, stop.load(as: UInt8.self) == UInt8(ascii: "\"") else { return nil }
    let content = UnsafeRawBufferPointer(start: start, count: stop - start)
    guard beyondASCII == 0 || Self.isUTF8(content) else { return nil }
    lastIsASCII = beyondASCII == 0
    next = stop + 1
    return content
  }

  /// Returns the marks of sixteen bytes, as `ledger_text_marks` does. The end of all bytes has the mark of a quote.
  @inline(__always)
  private func marks(at place: UnsafeRawPointer) -> UInt32 {
    end - place >= 16 ? ledger_text_marks(place) : Self.lastMarks(place, start, end)
  }

  /// Returns the marks of the last few bytes, which are looked at with those before them.
  private static func lastMarks(
    _ place: UnsafeRawPointer, _ start: UnsafeRawPointer, _ end: UnsafeRawPointer
  ) -> UInt32 {
    let left = max(0, end - place)
    var marks: UInt32 = 0
    if end - start >= 16 {
      let all = ledger_text_marks(end - 16)
      marks = (all & 0xffff) >> UInt32(16 - left) | (all >> UInt32(32 - left)) << 16
    } else {
      for index in 0..<left {
        let byte = (place + index).load(as: UInt8.self)
        let isSpecial = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        marks |= (isSpecial ? 1 : 0) << UInt32(index) | UInt32(byte >> 7) << UInt32(16 + index)
      }
    }
    return marks | 1 << UInt32(left)
  }

  /// Returns a bit for each of thirty-two bytes: the marks of both kinds in one.
  @inline(__always)
  private func stops(at place: UnsafeRawPointer) -> UInt64 {
    if end - place >= 32 { return UInt64(ledger_text_stops(place)) }
    let (first, second) = (marks(at: place), marks(at: place + 16))
    return UInt64((first | first &>> 16) & 0xffff) | UInt64((second | second &>> 16) & 0xffff) &<< 16
  }

  /// Reads a text like `bytes`, and returns a copy, or `nil` if the text is longer than `limit`.
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
    var block = next
    while true {
      var stops = stops(at: block)
      var taken = 32
      while stops != 0 {
        let place = stops.trailingZeroBitCount
        let found = block + place
        guard found < end else { return false }
        if found.load(as: UInt8.self) == UInt8(ascii: "\"") {
          guard found - next <= limit else { return false }
          next = found + 1
          return true
        }
        let count = stopCount(found)
        guard count > 0 else { return false }
        // A character or an escape can begin in these thirty-two bytes and end after them.
        taken = max(taken, place &+ count)
        stops &= ~0 &<< UInt64(truncatingIfNeeded: place &+ count)
      }
      block += taken
    }
  }

  /// Returns the number of bytes of a non-ASCII character or short escape. It is 0 for others, and if the text ends.
  @inline(__always)
  private func stopCount(_ place: UnsafeRawPointer) -> Int {
    let byte = place.load(as: UInt8.self)
    if byte >= 0x80 {
      let rest = UnsafeRawBufferPointer(start: place, count: end - place)
      return UTF8Sequence.length(rest, at: 0, end: rest.count)
    }
    guard byte == UInt8(ascii: "\\"), end - place > 2 else { return 0 }
    // The end of a line is by far the most frequent one.
    if place.load(fromByteOffset: 1, as: UInt8.self) == UInt8(ascii: "n") { return 2 }
    switch place.load(fromByteOffset: 1, as: UInt8.self) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    default: return 0
    }
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
