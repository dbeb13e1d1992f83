/// JSON with all characters as escapes that a terminal would obey or that turn a text around.
///
/// They are DEL, U+0080 to U+009F, the marks and embeddings of direction, and the separators U+2028 and U+2029. JSON has
/// them only in strings, and every reader of JSON gets the same values. The log's bytes do not change. A printed payload
/// is read as values, and hashed as the log writes them.
package enum PrintedJSON {
  package static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 >= 0x7f }) else { return bytes }
    var printed: [UInt8] = []
    printed.reserveCapacity(bytes.count + 64)
    var index = 0
    while index < bytes.count {
      if let (scalar, length) = hidden(bytes, at: index) {
        let digits = String(scalar, radix: 16)
        printed += Array(("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
        index += length
      } else {
        printed.append(bytes[index])
        index += 1
      }
    }
    return printed
  }

  /// Returns the character to escape at a place in UTF-8 and its length in bytes, or `nil`.
  private static func hidden(_ bytes: [UInt8], at index: Int) -> (scalar: UInt32, length: Int)? {
    func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
    if byte(0) == 0x7f { return (0x7f, 1) }
    if byte(0) == 0xc2, 0x80...0x9f ~= byte(1) { return (UInt32(byte(1)), 2) }
    if byte(0) == 0xd8, byte(1) == 0x9c { return (0x61c, 2) }
    guard byte(0) == 0xe2, 0x80...0x81 ~= byte(1), byte(2) >> 6 == 0b10 else { return nil }
    let scalar = 0x2000 | UInt32(byte(1) & 0x3f) << 6 | UInt32(byte(2) & 0x3f)
    let isHidden = 0x200e...0x200f ~= scalar || 0x2028...0x202e ~= scalar || 0x2066...0x2069 ~= scalar
    return isHidden ? (scalar, 3) : nil
  }
}
