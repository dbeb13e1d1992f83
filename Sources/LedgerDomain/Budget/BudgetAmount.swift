/// Amounts as people type them for a category, such as `300`, `+20` or `1536p` (FF-10, FF-11).
package enum BudgetAmount {
  /// Returns the amount that a text gives a category.
  ///
  /// A text that begins with plus or minus changes the present amount. Any other text replaces it. The result is in
  /// another currency if the text names one. A minus between two digits subtracts, because no date is expected here.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - now: The amount that is budgeted now, which also gives the currency.
  ///   - locale: The notation of numbers.
  /// - Throws: What is wrong with the text, or `.overflow`.
  package static func parse(_ text: String, now: Money, locale: LedgerLocale) throws(AmountError) -> Money {
    try AmountExpression.parse(whole(apart(text), now), defaultCurrency: now.currency, locale: locale)
  }

  /// Returns the text to keep with the amount, or `nil` if the amount alone is enough.
  package static func expression(_ text: String) -> String? {
    isChange(text) || AmountExpression.computes(apart(text)) ? NFC.trimmed(text) : nil
  }

  private static func apart(_ text: String) -> String {
    AmountExpression.apart(ASCIIForms.folded(text), at: ["-", "\u{2212}"])
  }

  /// Returns the text with the present amount before its sign, in minor units.
  private static func whole(_ text: String, _ now: Money) -> String {
    guard isChange(text) else { return text }
    let trimmed = NFC.trimmed(text)
    let sign = trimmed.unicodeScalars.first == "+" ? "+" : "-"
    let start = "\(now.minorUnits < 0 ? "0p - " : "")\(now.minorUnits.magnitude)p"
    return "\(start) \(sign) \(String(trimmed.unicodeScalars.dropFirst()))"
  }

  /// Whether a text that was typed begins with plus or minus.
  static func isChange(_ text: String) -> Bool {
    guard let first = NFC.trimmed(text).unicodeScalars.first else { return false }
    return first == "+" || first == "-" || first == "\u{2212}"
  }
}
