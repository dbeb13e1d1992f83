/// Amounts as people enter them in a hurry: digits that build from the right, and sums.
public enum AmountExpression {
  /// The amount of `84.50`, `84.50 EUR`, `1536p` (minor units: 15.36), `15.00 + 5.00`, `20 - 2.50` (CHECKLIST
  /// FF-10, FF-11). All terms are in one currency: the first that names one says which.
  ///
  /// A minus belongs to a sum only where blanks stand around it, so that `-5.00` and `1.234-` stay what they are; a
  /// plus also between two digits (`15+5`).
  ///
  /// - Throws: what is wrong with the term that is wrong, or `.overflow`.
  public static func parse(
    _ text: String, defaultCurrency: Currency, locale: LedgerLocale
  ) throws(AmountError) -> Money {
    let terms = terms(of: text)
    var currency = defaultCurrency
    for term in terms {
      if let (_, named) = minorUnits(term.text) {
        guard let named, named != defaultCurrency else { continue }
        currency = named
        break
      }
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
      if let (minor, named) = minorUnits(term.text) {
        guard named == nil || named == currency else {
          throw .otherCurrency(named?.code ?? "", expected: currency)
        }
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
    for word in apart(text).split(separator: " ") {
      if word == "+" || word == "-" || word == "\u{2212}" {
        terms.append(Term(text: "", isSubtracted: word != "+"))
      } else {
        terms[terms.count - 1].text += (terms[terms.count - 1].text.isEmpty ? "" : " ") + word
      }
    }
    return terms
  }

  /// The same with blanks around a plus between two digits.
  private static func apart(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var spaced = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let isBetween =
        scalar == "+" && index > 0 && index + 1 < scalars.count && isDigit(scalars[index - 1])
        && isDigit(scalars[index + 1])
      spaced.append(contentsOf: isBetween ? [" ", "+", " "] : [scalar])
    }
    return String(spaced)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// `1536p`: digits that build from the right, so the last ones are minor units; with a currency's code beside it or
  /// without.
  private static func minorUnits(_ text: String) -> (units: Int64, currency: Currency?)? {
    let words = text.split(separator: " ")
    if words.count == 2 {
      for (code, digits) in [(words[0], words[1]), (words[1], words[0])] {
        guard let currency = Currency(String(code)), currency.minorUnitDigits != nil,
          let units = pence(digits)
        else { continue }
        return (units, currency)
      }
    }
    guard words.count == 1, let units = pence(words[0]) else { return nil }
    return (units, nil)
  }

  private static func pence(_ text: Substring) -> Int64? {
    guard text.utf8.count >= 2, text.hasSuffix("p") || text.hasSuffix("P"),
      text.unicodeScalars.dropLast().allSatisfy(isDigit)
    else { return nil }
    return Int64(text.dropLast())
  }
}
