/// The share of everyday characters in a text of two bytes for each character, by encoding.
///
/// Japanese and Chinese texts are mostly of kana, punctuation and the kanji of level 1, which are the common ones. Read in
/// the other encoding they are rare characters, or kana of half a width.
enum EverydayCodes {
  private static let everydayHundredthsMin = 80
  private static let otherHundredthsMax = 50

  /// Returns the encoding whose everyday characters the bytes are, or `nil` if that is not clear.
  ///
  /// - Complexity: O(bytes), of the first 64 KiB.
  static func encoding(of bytes: [UInt8]) -> TextEncoding? {
    let (japanese, chinese) = (hundredths(bytes, shiftJIS), hundredths(bytes, gb18030))
    if japanese >= everydayHundredthsMin, chinese <= otherHundredthsMax { return .shiftJIS }
    if chinese >= everydayHundredthsMin, japanese <= otherHundredthsMax { return .gb18030 }
    return nil
  }

  /// Whether the text is Korean in code page 949.
  ///
  /// All characters beyond ASCII are syllables, and most are in words of them.
  ///
  /// Those syllables are the first half of the common hanzi, so that only a text of some length shows it.
  static func areKorean(_ bytes: [UInt8]) -> Bool {
    let runs = bytes.prefix(65_536).split { $0 < 0x80 }
    guard runs.allSatisfy({ $0.count.isMultiple(of: 2) && $0.allSatisfy { $0 >= 0xa1 } }) else { return false }
    let leads = runs.flatMap { run in stride(from: run.startIndex, to: run.endIndex, by: 2).map { run[$0] } }
    let inWords = runs.reduce(0) { $0 + ($1.count >= 4 ? $1.count / 2 : 0) }
    return leads.count >= charactersMin && inWords * 2 > leads.count
      && leads.allSatisfy { 0xa1...0xa3 ~= $0 || 0xb0...0xc8 ~= $0 }
  }

  private static let charactersMin = 16

  /// A character's length in bytes, and whether it is an everyday one.
  private typealias Code = (length: Int, isEveryday: Bool)

  /// Returns the share of everyday characters, in hundredths.
  private static func hundredths(_ bytes: [UInt8], _ code: (UInt8, UInt8) -> Code) -> Int {
    let end = min(bytes.count, 65_536)
    var (all, everyday, index) = (0, 0, 0)
    while index < end {
      guard bytes[index] >= 0x80 else {
        index += 1
        continue
      }
      let found = code(bytes[index], index + 1 < bytes.count ? bytes[index + 1] : 0)
      all += 1
      if found.isEveryday { everyday += 1 }
      index += found.length
    }
    return all == 0 ? 0 : everyday * 100 / all
  }

  /// JIS X 0208: rows of punctuation, digits, letters and kana, then the kanji of level 1.
  private static func shiftJIS(_ lead: UInt8, _ trail: UInt8) -> Code {
    switch lead {
    case 0xa1...0xdf: (1, false)
    case 0x81...0x83, 0x88...0x97: (2, trail >= 0x40)
    default: (2, false)
    }
  }

  /// GB 2312: rows of punctuation, digits and letters, then the hanzi of level 1.
  private static func gb18030(_ lead: UInt8, _ trail: UInt8) -> Code {
    switch lead {
    case 0xa1...0xa3, 0xb0...0xd7: (2, trail >= 0xa1)
    default: (2, false)
    }
  }
}
