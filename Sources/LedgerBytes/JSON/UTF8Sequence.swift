/// Checks non-ASCII sequences of UTF-8 (Unicode standard, table 3-7).
package enum UTF8Sequence {
  /// Returns the length of the well-formed non-ASCII sequence at `index` in bytes, or 0 if it is not one.
  ///
  /// The length is 2 to 4. A sequence that does not end before `end` is not well-formed.
  package static func length(_ bytes: UnsafeRawBufferPointer, at index: Int, end: Int) -> Int {
    let count: Int
    var second: ClosedRange<UInt8> = 0x80...0xbf
    switch bytes[index] {
    case 0xc2...0xdf: count = 2
    case 0xe0:
      count = 3
      second = 0xa0...0xbf
    case 0xe1...0xec, 0xee...0xef: count = 3
    case 0xed:
      count = 3
      second = 0x80...0x9f
    case 0xf0:
      count = 4
      second = 0x90...0xbf
    case 0xf1...0xf3: count = 4
    case 0xf4:
      count = 4
      second = 0x80...0x8f
    default: return 0
    }
    guard end - index >= count, second.contains(bytes[index + 1]) else { return 0 }
    for next in index + 2..<index + count where bytes[next] & 0xc0 != 0x80 { return 0 }
    return count
  }
}
