/// Amounts as people enter them in a hurry: digits that build from the right, and sums.
public enum AmountExpression {
  /// The amount of `84.50`, `84.50 EUR`, `1536p` (minor units: 15.36), `15.00 + 5.00`, `20 - 2.50` (CHECKLIST
  /// FF-10, FF-11). All terms are in one currency: the first that names one says which.
  ///
  /// A sign belongs to a sum only where blanks stand around it, so that `-5.00` and `1.234-` stay what they are.
  ///
  /// - Throws: what is wrong with the term that is wrong, or `.overflow`.
  public static func parse(
    _ text: String, defaultCurrency: Currency, locale: LedgerLocale
  ) throws(AmountError) -> Money {
    let terms = terms(of: text)
    var currency = defaultCurrency
    for term in terms where minorUnits(term.text) == nil {
      if let money = try? AmountParser.parse(term.text, defaultCurrency: defaultCurrency, locale: locale),
        money.currency != defaultCurrency
      {
        currency = money.currency
        break
      }
    }
    var sum: Int64 = 0
    for term in terms {
      let units: Int64
      if let minor = minorUnits(term.text) {
        units = minor
      } else {
        let money = try AmountParser.parse(term.text, defaultCurrency: currency, locale: locale)
        guard money.currency == currency else { throw .otherCurrency(money.currency.code, expected: currency) }
        units = money.minorUnits
      }
      let (total, overflow) =
        term.isSubtracted ? sum.subtractingReportingOverflow(units) : sum.addingReportingOverflow(units)
      guard !overflow else { throw .overflow }
      sum = total
    }
    return Money(minorUnits: sum, currency: currency)
  }

  private struct Term {
    var text: String
    let isSubtracted: Bool
  }

  /// The terms between ` + ` and ` - `.
  private static func terms(of text: String) -> [Term] {
    var terms = [Term(text: "", isSubtracted: false)]
    for word in text.split(separator: " ") {
      if word == "+" || word == "-" || word == "\u{2212}" {
        terms.append(Term(text: "", isSubtracted: word != "+"))
      } else {
        terms[terms.count - 1].text += (terms[terms.count - 1].text.isEmpty ? "" : " ") + word
      }
    }
    return terms
  }

  /// `1536p`: digits that build from the right, so the last ones are minor units.
  private static func minorUnits(_ text: String) -> Int64? {
    guard text.utf8.count >= 2, text.utf8.last == UInt8(ascii: "p"),
      text.utf8.dropLast().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int64(text.dropLast())
  }
}
