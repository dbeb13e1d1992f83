internal import LedgerBytes

/// UTF-8, and the form of it that some databases write.
enum UTF8Text {
  /// Returns the bytes without a byte order mark, or `nil` if they are not well-formed UTF-8.
  static func validated(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.withUnsafeBufferPointer({ firstInvalid(in: $0) }) == nil else { return nil }
    return bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes[3...]) : bytes
  }

  /// Converts CESU-8 to UTF-8, or returns `nil` if the result is not valid UTF-8.
  ///
  /// CESU-8 encodes a character above U+FFFF as two surrogates of three bytes each. Each such pair becomes the four
  /// bytes that UTF-8 has for the character.
  static func decodeCESU8(_ bytes: [UInt8]) -> [UInt8]? {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let pair = surrogates(bytes, at: index) {
        text.append(scalar: pair)
        index += 6
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return validated(text)
  }

  private static func surrogates(_ bytes: [UInt8], at index: Int) -> UInt32? {
    guard index + 5 < bytes.count, bytes[index] == 0xed, bytes[index + 3] == 0xed,
      0xa0...0xaf ~= bytes[index + 1], 0xb0...0xbf ~= bytes[index + 4],
      0x80...0xbf ~= bytes[index + 2], 0x80...0xbf ~= bytes[index + 5]
    else { return nil }
    let high = UInt32(bytes[index + 1] & 0x0f) << 6 | UInt32(bytes[index + 2] & 0x3f)
    let low = UInt32(bytes[index + 4] & 0x0f) << 6 | UInt32(bytes[index + 5] & 0x3f)
    return 0x1_0000 + (high << 10 | low)
  }

  /// Returns the offset of the first byte that begins no well-formed character.
  static func firstInvalid(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      let length = UTF8Sequence.length(UnsafeRawBufferPointer(bytes), at: index, end: bytes.count)
      if length == 0 { return index }
      index += length
    }
    return nil
  }
}
