/// A typed amount taken apart: plus or minus, the currency's code or symbol, and the number.
///
/// `-€84.50` and `€-84.50` are negative, and `- 84.50` is no amount. `84.50 EUR`, `CHF 84.50` and `1 284,50 €` are
/// amounts too.
struct TypedAmount {
  let isNegative: Bool
  /// The code or symbol as written, without the space between it and the number.
  let sign: String?
  /// Digits and separators, beginning with a digit or a point and ending with a digit.
  let number: [Unicode.Scalar]

  init(_ text: String) throws(AmountError) {
    let trimmed = NFC.trimmed(text)
    guard !trimmed.isEmpty else { throw .empty }
    var rest = Array(trimmed.unicodeScalars)[...]
    guard let lastDigit = rest.lastIndex(where: Self.isDigit) else { throw .notANumber(text) }
    var after = rest[(lastDigit + 1)...]
    rest = rest[...lastDigit]

    var minus = Self.takePlusOrMinus(&rest)
    let before = Self.takeSign(&rest)
    if before != nil {
      rest = rest.drop(while: NFC.isWhiteSpace)
      if minus == nil { minus = Self.takePlusOrMinus(&rest) }
    }
    after = after.drop(while: NFC.isWhiteSpace)
    let trailing = Self.takeSign(&after)
    guard after.isEmpty, before == nil || trailing == nil,
      let first = rest.first, Self.isDigit(first) || first == "." || first == ","
    else { throw .notANumber(text) }
    isNegative = minus ?? false
    sign = before ?? trailing
    number = Array(rest)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// `true` for minus, `false` for plus, `nil` if there is no such sign.
  private static func takePlusOrMinus(_ rest: inout ArraySlice<Unicode.Scalar>) -> Bool? {
    guard let first = rest.first, first == "-" || first == "+" || first == "\u{2212}" else { return nil }
    rest.removeFirst()
    return first != "+"
  }

  /// Takes letters and currency symbols from the beginning.
  ///
  /// A point after them is taken only if it is part of the sign, as in `Fr. 5`.
  private static func takeSign(_ rest: inout ArraySlice<Unicode.Scalar>) -> String? {
    var end = rest.startIndex
    while end < rest.endIndex {
      let isWithin = rest[end] == "\u{202f}" && end + 1 < rest.endIndex && isSignPart(rest[end + 1])  // F CFA
      guard isSignPart(rest[end]) || (isWithin && end > rest.startIndex) else { break }
      end += 1
    }
    guard end > rest.startIndex else { return nil }
    var sign = String(String.UnicodeScalarView(rest[..<end]))
    if end < rest.endIndex, rest[end] == ".", CurrencySigns.endsWithPoint(sign) {
      sign += "."
      end += 1
    }
    rest = rest[end...]
    return sign
  }

  private static func isSignPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .currencySymbol, .uppercaseLetter, .lowercaseLetter, .otherLetter: true
    default: false
    }
  }
}
