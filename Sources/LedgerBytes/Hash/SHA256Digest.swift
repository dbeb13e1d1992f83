/// The 32 bytes of a SHA-256, as four big-endian words.
public struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
  /// Bytes 0 to 7.
  public let word0: UInt64
  /// Bytes 8 to 15.
  public let word1: UInt64
  /// Bytes 16 to 23.
  public let word2: UInt64
  /// Bytes 24 to 31.
  public let word3: UInt64

  /// A digest from its four big-endian words.
  @inlinable
  public init(word0: UInt64, word1: UInt64, word2: UInt64, word3: UInt64) {
    self.word0 = word0
    self.word1 = word1
    self.word2 = word2
    self.word3 = word3
  }

  /// A digest of exactly 32 bytes; nil for any other count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var words: [UInt64] = [0, 0, 0, 0]
    for (index, byte) in bytes.enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
    self.init(word0: words[0], word1: words[1], word2: words[2], word3: words[3])
  }

  /// The 32 bytes, in order.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    append(to: &bytes)
    return bytes
  }

  /// Appends the 32 bytes.
  public func append(to bytes: inout [UInt8]) {
    for word in [word0, word1, word2, word3] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
  }

  /// 64 hexadecimal digits, in lower case.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(64)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension SHA256Digest {
  /// The digest of exactly 64 hexadecimal digits in lower case; nil for anything else.
  public init?(hexadecimal text: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    var high: UInt8?
    for byte in text.utf8 {
      let nibble: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): nibble = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): nibble = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | nibble)
        high = nil
      } else {
        high = nibble
      }
    }
    guard high == nil else { return nil }
    self.init(bytes: bytes)
  }
}
