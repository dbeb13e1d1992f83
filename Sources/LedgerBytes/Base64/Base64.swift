/// Base64 in the standard alphabet with padding (RFC 4648, section 4).
package enum Base64 {
  /// Returns four characters for every three bytes or part of them, without line breaks.
  package static func encode(_ bytes: [UInt8]) -> String {
    let count = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: count) { text in
      var written = 0
      var index = 0
      while index < bytes.count {
        let rest = bytes.count - index
        var group = UInt32(bytes[index]) << 16
        if rest > 1 { group |= UInt32(bytes[index + 1]) << 8 }
        if rest > 2 { group |= UInt32(bytes[index + 2]) }
        text[written] = character(group >> 18)
        text[written + 1] = character(group >> 12 & 63)
        text[written + 2] = rest > 1 ? character(group >> 6 & 63) : UInt8(ascii: "=")
        text[written + 3] = rest > 2 ? character(group & 63) : UInt8(ascii: "=")
        written += 4
        index += 3
      }
      precondition(written == count, "three bytes become four characters")
      return written
    }
  }

  /// Returns the bytes that `text` encodes, or `nil` if `encode` would write another text for them.
  ///
  /// So white space, missing padding and unused bits in the last character are refused.
  package static func decode(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4) else { return nil }
    var padding = 0
    if characters.last == UInt8(ascii: "=") {
      padding = characters[characters.count - 2] == UInt8(ascii: "=") ? 2 : 1
    }

    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var group: UInt32 = 0
    for (index, character) in characters.dropLast(padding).enumerated() {
      guard let bits = bits(of: character) else { return nil }
      group = group << 6 | bits
      guard index % 4 == 3 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: group >> 16))
      bytes.append(UInt8(truncatingIfNeeded: group >> 8))
      bytes.append(UInt8(truncatingIfNeeded: group))
      group = 0
    }
    switch padding {
    case 1:
      guard group & 0b11 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    case 2:
      guard group & 0b1111 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    default: break
    }
    return bytes
  }

  private static func character(_ bits: UInt32) -> UInt8 {
    let bits = UInt8(truncatingIfNeeded: bits)
    return switch bits {
    case 0..<26: UInt8(ascii: "A") + bits
    case 26..<52: UInt8(ascii: "a") + bits - 26
    case 52..<62: UInt8(ascii: "0") + bits - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  private static func bits(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
