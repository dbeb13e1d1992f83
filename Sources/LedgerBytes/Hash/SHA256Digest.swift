/// A SHA-256 digest of 32 bytes, stored as four big-endian words.
public struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
  /// Bytes 0 to 7.
  @usableFromInline package let word0: UInt64
  /// Bytes 8 to 15.
  @usableFromInline package let word1: UInt64
  /// Bytes 16 to 23.
  @usableFromInline package let word2: UInt64
  /// Bytes 24 to 31.
  @usableFromInline package let word3: UInt64

  /// Creates a digest from its four big-endian words.
  @inlinable
  package init(word0: UInt64, word1: UInt64, word2: UInt64, word3: UInt64) {
    self.word0 = word0
    self.word1 = word1
    self.word2 = word2
    self.word3 = word3
  }

  /// Creates a digest from exactly 32 bytes, or returns `nil`.
  @inlinable
  package init?(bytes: some Collection<UInt8>) {
    if let digest = bytes.withContiguousStorageIfAvailable({ SHA256Digest(UnsafeRawBufferPointer($0)) }) {
      guard let digest else { return nil }
      self = digest
      return
    }
    let digest = Array(bytes).withUnsafeBytes { SHA256Digest($0) }
    guard let digest else { return nil }
    self = digest
  }

  /// Creates a digest from exactly 32 bytes, or returns `nil`.
  @inlinable
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 32 else { return nil }
    self.init(
      word0: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
      word1: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
      word2: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
      word3: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)))
  }

  /// Calls `body` with the 32 bytes in order. Allocates nothing.
  @inlinable
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withUnsafeBytes(of: (word0.bigEndian, word1.bigEndian, word2.bigEndian, word3.bigEndian), body)
  }

  /// The 32 bytes, in order.
  public var bytes: [UInt8] { withBytes { Array($0) } }

  /// Appends the 32 bytes.
  package func append(to bytes: inout [UInt8]) { withBytes { bytes.append(contentsOf: $0) } }

  /// The 64 hexadecimal digits in lower case.
  public var description: String {
    String(unsafeUninitializedCapacity: 64) { text in
      write(to: UnsafeMutableRawBufferPointer(text))
      return 64
    }
  }

  /// Writes the 64 digits. The caller provides the room.
  func write(to text: UnsafeMutableRawBufferPointer) {
    var offset = 0
    func write(_ word: UInt64) {
      for half in [UInt32(truncatingIfNeeded: word >> 32), UInt32(truncatingIfNeeded: word)] {
        text.storeBytes(of: Hexadecimal.digits(half).bigEndian, toByteOffset: offset, as: UInt64.self)
        offset += 8
      }
    }
    write(word0)
    write(word1)
    write(word2)
    write(word3)
  }
}

extension SHA256Digest {
  /// Reads exactly 64 hexadecimal digits in lower case, or returns `nil` for any other text.
  public init?(hexadecimal text: String) {
    var text = text
    let digest = text.withUTF8 { SHA256Digest(hexadecimal: UnsafeRawBufferPointer($0)) }
    guard let digest else { return nil }
    self = digest
  }

  /// Reads exactly 64 hexadecimal digits in lower case, or returns `nil` for any other bytes.
  public init?(hexadecimal digits: UnsafeRawBufferPointer) {
    guard digits.count == 64, let word0 = Self.word(digits, 0), let word1 = Self.word(digits, 16),
      let word2 = Self.word(digits, 32), let word3 = Self.word(digits, 48)
    else { return nil }
    self.init(word0: word0, word1: word1, word2: word2, word3: word3)
  }

  private static func word(_ digits: UnsafeRawBufferPointer, _ start: Int) -> UInt64? {
    var word: UInt64 = 0
    for index in start..<start + 16 {
      let byte = digits[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): word = word << 4 | UInt64(byte &- UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): word = word << 4 | UInt64(byte &- UInt8(ascii: "a") &+ 10)
      default: return nil
      }
    }
    return word
  }
}
