/// UTF-16 in either order of bytes.
enum UTF16Text {
  /// Returns the text as UTF-8, or `nil` if a surrogate has no partner or half a unit is left over.
  static func decode(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var high: UInt32?
    for index in stride(from: 0, to: bytes.count, by: 2) {
      let (one, two) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      let unit = isBigEndian ? one << 8 | two : two << 8 | one
      if let first = high {
        guard 0xdc00...0xdfff ~= unit else { return nil }
        text.append(scalar: 0x1_0000 + ((first & 0x3ff) << 10 | unit & 0x3ff))
        high = nil
      } else if 0xd800...0xdbff ~= unit {
        high = unit
      } else {
        guard !(0xdc00...0xdfff ~= unit) else { return nil }
        if unit != 0xfeff || index > 0 { text.append(scalar: unit) }
      }
    }
    return high == nil ? text : nil
  }

  /// Returns the order of bytes by the places of zero bytes, or `nil` if the text is not UTF-16.
  static func order(of bytes: [UInt8]) -> TextEncoding? {
    guard bytes.count >= 4, bytes.count.isMultiple(of: 2) else { return nil }
    var zeros = (even: 0, odd: 0)
    for (index, byte) in bytes.prefix(4_096).enumerated() where byte == 0 {
      if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    let half = min(bytes.count, 4_096) / 2
    if zeros.odd * 2 > half, zeros.even * 10 < half { return .utf16LittleEndian }
    if zeros.even * 2 > half, zeros.odd * 10 < half { return .utf16BigEndian }
    return nil
  }
}
