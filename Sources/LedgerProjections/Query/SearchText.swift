internal import LedgerDomain

/// The form of texts and amounts in the index of words.
///
/// SQLite cuts a text into words at what is no letter, digit or private character. Chinese, Japanese and Korean are
/// written without blanks, so each of their characters is made a word. An amount is made one word, by a private character
/// between its digits. Otherwise `50` would find every amount of so many cents.
enum SearchText {
  /// Ends a word and has no width.
  private static let separator: Unicode.Scalar = "\u{2060}"
  /// The decimal sign in the word of an amount.
  private static let point: Unicode.Scalar = "\u{e000}"

  /// A text of a person or a paper, without the characters that mark a match in a snippet.
  static func indexed(_ text: String) -> String {
    // Most texts have none of the characters that are treated here, which begin with higher bytes, or are the marks.
    guard text.utf8.contains(where: { $0 == 2 || $0 == 3 || $0 >= 0xE1 }) else { return text }
    var scalars = String.UnicodeScalarView()
    var isSeparated = true
    for scalar in text.unicodeScalars {
      if scalar.value == 2 || scalar.value == 3 || scalar == point {
        scalars.append(" ")
        isSeparated = true
      } else if isWord(scalar) {
        if !isSeparated { scalars.append(separator) }
        scalars.append(scalar)
        scalars.append(separator)
        isSeparated = true
      } else {
        scalars.append(scalar)
        isSeparated = false
      }
    }
    return String(scalars)
  }

  /// An amount as one word, and its currency: `84.50 EUR` without its sign.
  static func indexed(_ money: Money) -> String {
    let digits = money.decimal.unicodeScalars.filter { $0 != "-" }.map { $0 == "." ? point : $0 }
    return String(String.UnicodeScalarView(digits)) + " " + money.currency.code
  }

  /// The forms in which a typed word can be in the index: itself, and the amounts that it can mean.
  static func forms(of word: String) -> [String] {
    var forms = [indexed(word)]
    let digits = word.unicodeScalars.drop { $0.properties.generalCategory == .currencySymbol }
    let parts = digits.split(omittingEmptySubsequences: false) { ".,'\u{2019}".unicodeScalars.contains($0) }
      .map { String($0) }
    guard digits.count <= 24, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } })
    else { return forms }
    // 1,284 is either a thousand, or an amount with three decimals.
    if parts.dropFirst().allSatisfy({ $0.utf8.count == 3 }) {
      let whole = parts.joined()
      forms += [whole, whole + "\(point)00", whole + "\(point)000"]
    }
    if let decimals = parts.last, parts.count > 1, decimals.utf8.count <= 3 {
      let amount = parts.dropLast().joined() + "\(point)" + decimals
      forms += decimals.utf8.count == 1 ? [amount, amount + "0"] : [amount]
    }
    return forms
  }

  /// Whether a character is a word of its own: Han, Hiragana, Katakana or Hangul.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// A piece of an indexed text as it was typed, and the ranges of its bytes between the marks 2 and 3.
  static func shown(_ marked: String) -> (text: String, matches: [Range<Int>]) {
    var scalars = String.UnicodeScalarView()
    var count = 0
    var matches: [Range<Int>] = []
    var begin: Int?
    for scalar in marked.unicodeScalars {
      var shown = scalar
      switch scalar {
      case "\u{2}":
        begin = count
        continue
      case "\u{3}":
        if let start = begin { matches.append(start..<count) }
        begin = nil
        continue
      case separator: continue
      case point: shown = "."
      case "\n": shown = " "
      default: break
      }
      scalars.append(shown)
      count += UTF8.width(shown)
    }
    return (String(scalars), matches)
  }
}
