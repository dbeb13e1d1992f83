/// A UUID (RFC 9562), compared and sorted by its bytes.
///
/// It is written as 36 lower-case characters, and read in either case.
///
///     let first = try book.record(taxi, id: command)
///     let again = try book.record(taxi, id: command)  // nothing is recorded twice
public struct UniqueID: Hashable, Comparable, Sendable {
  /// The first eight bytes, big-endian.
  public let high: UInt64
  /// The last eight bytes, big-endian.
  public let low: UInt64

  /// Creates an identifier from its two big-endian halves.
  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The identifier of sixteen zero bytes, which means "no event" in hashed bytes.
  public static let zero = UniqueID(high: 0, low: 0)

  /// Orders by the sixteen bytes.
  @inlinable
  public static func < (left: UniqueID, right: UniqueID) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }
}

// MARK: - Bytes

extension UniqueID {
  /// Creates an identifier from exactly sixteen bytes, or returns `nil`.
  @inlinable
  package init?(bytes: some Collection<UInt8>) {
    if let id = bytes.withContiguousStorageIfAvailable({ UniqueID(UnsafeRawBufferPointer($0)) }) {
      guard let id else { return nil }
      self = id
      return
    }
    let id = Array(bytes).withUnsafeBytes { UniqueID($0) }
    guard let id else { return nil }
    self = id
  }

  /// Creates an identifier from exactly sixteen bytes, or returns `nil`.
  @inlinable
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// The sixteen bytes, in order.
  public var bytes: [UInt8] { withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) } }

  /// Appends the sixteen bytes.
  package func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes.append(contentsOf: $0) }
  }

  // MARK: Text

  /// Returns the first and the last identifier with the same first `digits` hexadecimal digits.
  package func range(sharing digits: Int) -> (first: UniqueID, last: UniqueID) {
    // In Swift a shift by 64 or more gives 0, as needed here.
    let rest = UniqueID(
      high: UInt64.max >> UInt64(4 * min(digits, 16)), low: UInt64.max >> UInt64(4 * max(digits - 16, 0)))
    return (
      UniqueID(high: high & ~rest.high, low: low & ~rest.low),
      UniqueID(high: high | rest.high, low: low | rest.low)
    )
  }
}

extension UniqueID: LosslessStringConvertible {
  /// Reads `8-4-4-4-12` hexadecimal digits, or returns `nil` for any other text.
  public init?(_ text: String) {
    var text = text
    let id = text.withUTF8 { UniqueID(text: UnsafeRawBufferPointer($0)) }
    guard let id else { return nil }
    self = id
  }

  /// Reads `8-4-4-4-12` hexadecimal digits in ASCII, or returns `nil` for any other text.
  package init?(text: UnsafeRawBufferPointer) {
    guard text.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    var digits = 0
    for index in 0..<36 {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard text[index] == UInt8(ascii: "-") else { return nil }
      } else {
        guard let nibble = Self.nibble(text[index]) else { return nil }
        if digits < 16 { high = high << 4 | nibble } else { low = low << 4 | nibble }
        digits += 1
      }
    }
    self.init(high: high, low: low)
  }

  /// The 36 characters in lower case.
  public var description: String {
    String(unsafeUninitializedCapacity: 36) { text in
      write(to: UnsafeMutableRawBufferPointer(text))
      return 36
    }
  }

  /// Writes the 36 characters in lower case. The caller provides the room.
  package func write(to text: UnsafeMutableRawBufferPointer) {
    func eight(_ number: UInt64, at offset: Int) {
      let digits = Hexadecimal.digits(UInt32(truncatingIfNeeded: number))
      text.storeBytes(of: digits.bigEndian, toByteOffset: offset, as: UInt64.self)
    }
    // Moves the last four digits of each word by one place, to make room for a hyphen.
    eight(high >> 32, at: 0)
    eight(high, at: 9)
    text.storeBytes(
      of: text.loadUnaligned(fromByteOffset: 13, as: UInt32.self), toByteOffset: 14, as: UInt32.self)
    eight(low >> 32, at: 19)
    text.storeBytes(
      of: text.loadUnaligned(fromByteOffset: 23, as: UInt32.self), toByteOffset: 24, as: UInt32.self)
    eight(low, at: 28)
    let hyphen = UInt8(ascii: "-")
    (text[8], text[13], text[18], text[23]) = (hyphen, hyphen, hyphen, hyphen)
  }

  private static func nibble(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

// MARK: - Creating

extension UniqueID {
  /// Returns a random identifier (version 4).
  public static func random(using generator: inout some RandomNumberGenerator) -> UniqueID {
    marked(high: generator.next(), low: generator.next(), version: 4)
  }

  /// Returns a random identifier (version 4) from the system's generator.
  public static func random() -> UniqueID {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// Returns an identifier that sorts by its time (version 7).
  ///
  /// It is 48 bits of UTC milliseconds, then random bits.
  package static func timeOrdered(
    milliseconds: UInt64, using generator: inout some RandomNumberGenerator
  ) -> UniqueID {
    let random: UInt64 = generator.next()
    return marked(high: milliseconds << 16 | random & 0xffff, low: generator.next(), version: 7)
  }

  /// Returns the identifier that every device derives from the same parts (version 8).
  ///
  /// It consists of the first sixteen bytes of SHA-256(kind ‖ 00 ‖ parts, joined by 00), with version and variant set.
  /// Parts are compared by their bytes, so convert text to NFC first.
  package static func derived(kind: String, parts: [String]) -> UniqueID {
    var bytes = Array(kind.utf8)
    for part in parts {
      bytes.append(0)
      bytes.append(contentsOf: part.utf8)
    }
    return bytes.withUnsafeBytes { derived(from: $0) }
  }

  /// Derives an identifier without allocating. `write` fills `count` bytes with the parts, joined by 00.
  package static func derived(
    kind: StaticString, count: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void
  ) -> UniqueID {
    let name = UnsafeRawBufferPointer(start: kind.utf8Start, count: kind.utf8CodeUnitCount)
    return withUnsafeTemporaryAllocation(byteCount: name.count + 1 + count, alignment: 1) { bytes in
      bytes.copyMemory(from: name)
      bytes[name.count] = 0
      write(UnsafeMutableRawBufferPointer(rebasing: bytes[(name.count + 1)...]))
      return derived(from: UnsafeRawBufferPointer(bytes))
    }
  }

  private static func derived(from bytes: UnsafeRawBufferPointer) -> UniqueID {
    let digest = SHA256.hash(bytes)
    return marked(high: digest.word0, low: digest.word1, version: 8)
  }

  private static func marked(high: UInt64, low: UInt64, version: UInt64) -> UniqueID {
    UniqueID(high: high & ~0xf000 | version << 12, low: low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000)
  }
}
