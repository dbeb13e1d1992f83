/// Korean syllables compose by arithmetic, not by table (The Unicode Standard, section 3.12).
enum Hangul {
  /// The 11,172 composed syllables.
  static let syllables: Range<UInt32> = 0xac00..<0xac00 + 19 * 21 * 28
  /// Leading consonants that compose.
  static let leads: Range<UInt32> = 0x1100..<0x1113
  /// Vowels that compose.
  static let vowels: Range<UInt32> = 0x1161..<0x1176
  /// Trailing consonants that compose.
  static let tails: Range<UInt32> = 0x11a8..<0x11c3

  /// Returns the two or three letters of a syllable.
  static func parts(of scalar: UInt32) -> (lead: UInt32, vowel: UInt32, tail: UInt32?)? {
    guard syllables.contains(scalar) else { return nil }
    let index = scalar - syllables.lowerBound
    let tail = index % 28
    return (
      leads.lowerBound + index / (21 * 28), vowels.lowerBound + index % (21 * 28) / 28,
      tail == 0 ? nil : tails.lowerBound + tail - 1
    )
  }

  /// Lead and vowel make a syllable, and a syllable without a tail takes one.
  static func composition(of first: UInt32, and second: UInt32) -> UInt32? {
    if leads.contains(first), vowels.contains(second) {
      let lead = first - leads.lowerBound
      return syllables.lowerBound + (lead * 21 + second - vowels.lowerBound) * 28
    }
    if syllables.contains(first), tails.contains(second), (first - syllables.lowerBound) % 28 == 0 {
      return first + second - tails.lowerBound + 1
    }
    return nil
  }
}
