/// Decodes the escapes of JSON strings (RFC 8259, section 7).
enum JSONEscapes {
  /// Writes the UTF-8 of a checked string without escapes, and returns the number of bytes.
  ///
  /// The result never has more bytes than the string with escapes.
  static func decode(_ raw: UnsafeRawBufferPointer, into bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var read = 0
    var written = 0
    while read < raw.count {
      let byte = raw[read]
      guard byte == UInt8(ascii: "\\") else {
        bytes[written] = byte
        read += 1
        written += 1
        continue
      }
      let escape = raw[read + 1]
      read += 2
      if escape != UInt8(ascii: "u") {
        bytes[written] = single(escape)
        written += 1
        continue
      }
      var scalar = hexadecimal(raw, at: read) ?? 0
      read += 4
      if scalar & 0xfc00 == 0xd800 {
        scalar = 0x10000 + (scalar & 0x3ff) << 10 + ((hexadecimal(raw, at: read + 2) ?? 0) & 0x3ff)
        read += 6
      }
      written += encode(scalar, into: bytes, at: written)
    }
    return written
  }

  /// Returns the value of the four hexadecimal digits at `offset`, or `nil` if there are not four.
  static func hexadecimal(_ raw: UnsafeRawBufferPointer, at offset: Int) -> UInt32? {
    guard raw.count - offset >= 4 else { return nil }
    var value: UInt32 = 0
    for index in offset..<offset + 4 {
      let digit = raw[index]
      let nibble: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): nibble = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): nibble = digit - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): nibble = digit - UInt8(ascii: "A") + 10
      default: return nil
      }
      value = value << 4 | UInt32(nibble)
    }
    return value
  }

  /// Returns the byte for a backslash followed by `escape`. The quote, the backslash and the slash are unchanged.
  private static func single(_ escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "t"): 0x09
    default: escape
    }
  }

  private static func encode(
    _ scalar: UInt32, into bytes: UnsafeMutableBufferPointer<UInt8>, at offset: Int
  ) -> Int {
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift & 0x3f) }
    let head = UInt8(truncatingIfNeeded: scalar >> (scalar < 0x800 ? 6 : scalar < 0x10000 ? 12 : 18))
    if scalar < 0x80 {
      bytes[offset] = UInt8(truncatingIfNeeded: scalar)
      return 1
    } else if scalar < 0x800 {
      bytes[offset] = 0xc0 | head
      bytes[offset + 1] = tail(0)
      return 2
    } else if scalar < 0x10000 {
      bytes[offset] = 0xe0 | head
      bytes[offset + 1] = tail(6)
      bytes[offset + 2] = tail(0)
      return 3
    } else {
      bytes[offset] = 0xf0 | head
      bytes[offset + 1] = tail(12)
      bytes[offset + 2] = tail(6)
      bytes[offset + 3] = tail(0)
      return 4
    }
  }
}
