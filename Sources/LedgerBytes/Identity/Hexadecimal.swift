/// Writes hexadecimal digits in lower case, eight at a time.
enum Hexadecimal {
  /// Returns the eight digits of a number as ASCII, the first in the highest byte.
  @inline(__always)
  static func digits(_ number: UInt32) -> UInt64 {
    // Spreads each half byte to a byte in three steps, then turns every byte into its digit or letter.
    var word = UInt64(number)
    word = (word | word << 16) & 0x0000_ffff_0000_ffff
    word = (word | word << 8) & 0x00ff_00ff_00ff_00ff
    word = (word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f
    let letters = (word &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return word &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
  }
}
