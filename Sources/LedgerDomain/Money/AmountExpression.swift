/// Amounts as people enter them in a hurry: sums, shares, tips, and digits that build from the right.
///
///     let meal = try AmountExpression.parse("84 +10%", defaultCurrency: .eur, locale: .default)  // 92.40 EUR
///     let share = try AmountExpression.parse("90/3 USD", defaultCurrency: .eur, locale: .default)  // 30.00 USD
public enum AmountExpression: Sendable {
  /// Returns the amount of a typed expression.
  ///
  /// Examples are `84.50 EUR`, `1536p`, `15.00 + 5.00`, `90/3`, `3 * 4.50`, `84 +10%` and `20 - 2.50`.
  ///
  /// `1536p` is in minor units, 15.36 (FF-10, FF-11). All terms are in one currency, which one of them may name. A
  /// minus belongs to a sum only with blanks around it, so that `-5.00` and `1.234-` stay what they are. A plus may
  /// also be between two digits (`15+5`). A percentage is of what precedes it. The result of a share or a percentage is
  /// rounded to the nearest minor unit, halves away from zero. Nothing else is rounded.
  ///
  /// - Throws: What is wrong with the first term that is wrong, or `.overflow`.
  public static func parse(
    _ text: String, defaultCurrency: CurrencyCode, locale: LedgerLocale
  ) throws(AmountError) -> Money {
    let terms = terms(of: ASCIIForms.folded(text))
    var currency = defaultCurrency
    for term in terms {
      if let named = try? term.currency(defaultCurrency, locale), named != defaultCurrency {
        currency = named
        break
      }
    }
    var sum = Fraction(0)
    for (index, term) in terms.enumerated() {
      if let percent = try term.percent(locale) {
        guard index > 0 else { throw .notANumber(term.text) }
        sum = try sum.adding(sum.multiplied(by: percent), isSubtracted: term.isSubtracted)
      } else {
        sum = try sum.adding(try term.value(currency, locale), isSubtracted: term.isSubtracted)
      }
    }
    return Money(minorUnits: try sum.rounded(), currency: currency)
  }

  /// Whether the text computes, so that the computation explains the amount. `84.50 EUR` and `1536p` do not.
  package static func computes(_ text: String) -> Bool {
    let terms = terms(of: ASCIIForms.folded(text))
    return terms.count > 1 || terms.contains { $0.factors.count > 1 }
  }

  // MARK: Terms

  /// Returns the text without the sign of equality at its end, as on a calculator: `3 + 4 =`.
  private static func withoutEquals(_ text: String) -> String {
    guard let last = text.lastIndex(where: { $0 != " " }), text[last] == "=", text.first != "=" else {
      return text
    }
    return String(text[..<last])
  }

  /// Returns the terms between ` + ` and ` - `, and percentages with their sign.
  private static func terms(of text: String) -> [Term] {
    var terms = [Term(text: "", isSubtracted: false)]
    for word in apart(Self.withoutEquals(text)).split(separator: " ") {
      let sign = word.first
      let isSign = sign == "+" || sign == "-" || sign == "\u{2212}"
      if isSign, word.count == 1 || word.hasSuffix("%") {
        terms.append(Term(text: String(word.dropFirst()), isSubtracted: sign != "+"))
      } else {
        terms[terms.count - 1].text += (terms[terms.count - 1].text.isEmpty ? "" : " ") + word
      }
    }
    return terms
  }

  /// Returns the text with blanks around a plus, or one of other signs, between two digits.
  static func apart(_ text: String, at signs: [Unicode.Scalar] = ["+"]) -> String {
    let scalars = Array(text.unicodeScalars)
    var spaced = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let isBetween =
        signs.contains(scalar) && index > 0 && index + 1 < scalars.count && isDigit(scalars[index - 1])
        && isDigit(scalars[index + 1])
      spaced.append(contentsOf: isBetween ? [" ", scalar, " "] : [scalar])
    }
    return String(spaced)
  }

  fileprivate static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}

/// One term of a sum: an amount, the product or share of one, or a percentage.
private struct Term {
  var text: String
  let isSubtracted: Bool

  /// The factors between the signs of multiplication and division, each with whether it divides.
  var factors: [(text: String, divides: Bool)] {
    var factors: [(text: String, divides: Bool)] = [("", false)]
    for character in text {
      switch character {
      case "/", "÷": factors.append(("", true))
      case "*", "×": factors.append(("", false))
      case _: factors[factors.count - 1].text.append(character)
      }
    }
    return factors
  }

  /// Returns the currency that one of the factors names, or the default.
  func currency(_ defaultCurrency: CurrencyCode, _ locale: LedgerLocale) throws(AmountError) -> CurrencyCode {
    for factor in factors {
      if let (_, named) = MinorUnits.parse(factor.text) {
        if let named { return named }
      } else if let sign = try TypedAmount(factor.text).sign {
        return try CurrencySigns.currency(of: sign, defaultCurrency: defaultCurrency, locale: locale)
      }
    }
    return defaultCurrency
  }

  /// Returns the minor units of the term.
  func value(_ currency: CurrencyCode, _ locale: LedgerLocale) throws(AmountError) -> Fraction {
    let factors = factors
    if factors.count == 1 { return Fraction(Int128(try minorUnits(text, currency, locale))) }
    // One factor is the amount: the one with a currency, or the first. The others are plain numbers.
    var amount = 0
    for (index, factor) in factors.enumerated() where !factor.divides {
      if try Self.namesItsUnit(factor.text) { amount = index }
    }
    var named: CurrencyCode?
    var value = Fraction(1)
    for (index, factor) in factors.enumerated() {
      if index == amount {
        value = try value.multiplied(by: Fraction(Int128(try minorUnits(factor.text, currency, locale))))
        continue
      }
      let typed = try TypedAmount(factor.text)
      if let sign = typed.sign {
        // `90/3 EUR`: the currency is of the whole term.
        named = try CurrencySigns.currency(of: sign, defaultCurrency: currency, locale: locale)
        guard index == factors.count - 1, named == currency else { throw .notANumber(text) }
      }
      let number = try Fraction(decimal: typed, locale)
      value = factor.divides ? try value.divided(by: number, text) : try value.multiplied(by: number)
    }
    return value
  }

  /// Whether the text has a currency, or is in minor units.
  private static func namesItsUnit(_ text: String) throws(AmountError) -> Bool {
    if MinorUnits.parse(text) != nil { return true }
    return try TypedAmount(text).sign != nil
  }

  /// Returns the percentage as a fraction, or `nil` if the term is no percentage.
  func percent(_ locale: LedgerLocale) throws(AmountError) -> Fraction? {
    guard text.hasSuffix("%") else { return nil }
    let typed = try TypedAmount(String(text.dropLast()))
    guard typed.sign == nil, !typed.isNegative else { throw .notANumber(text) }
    return try Fraction(decimal: typed, locale).divided(by: Fraction(100), text)
  }

  private func minorUnits(
    _ text: String, _ currency: CurrencyCode, _ locale: LedgerLocale
  ) throws(AmountError) -> Int64 {
    if let (units, named) = MinorUnits.parse(text) {
      guard named == nil || named == currency else {
        throw .otherCurrency(named?.code ?? "", expected: currency)
      }
      return units
    }
    let money = try AmountParser.parse(text, defaultCurrency: currency, locale: locale)
    guard money.currency == currency else { throw .otherCurrency(money.currency.code, expected: currency) }
    return money.minorUnits
  }
}

/// `1536p`: digits that build from the right, so that the last ones are minor units.
private enum MinorUnits {
  /// Returns the minor units, with the currency whose code precedes or follows them.
  static func parse(_ text: String) -> (units: Int64, currency: CurrencyCode?)? {
    let words = text.split(separator: " ")
    if words.count == 2 {
      for (code, digits) in [(words[0], words[1]), (words[1], words[0])] {
        guard let currency = CurrencyCode(String(code)), currency.minorUnitDigits != nil,
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
      text.unicodeScalars.dropLast().allSatisfy(AmountExpression.isDigit)
    else { return nil }
    return Int64(text.dropLast())
  }
}

/// An exact fraction of minor units. Whatever needs more than 128 bits is an overflow.
private struct Fraction {
  private let numerator: Int128
  /// Greater than zero.
  private let denominator: Int128

  init(_ whole: Int128) { self.init(whole, over: 1) }

  private init(_ numerator: Int128, over denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Creates a plain number such as `3`, `1.5` or `7,5`, with at most six digits after its separator.
  init(decimal typed: TypedAmount, _ locale: LedgerLocale) throws(AmountError) {
    let number = try TypedNumber(typed.number)
    let places = try number.fractionDigits(currencyDigits: 2, locale: locale)
    guard number.digits.count <= 18, places <= 6 else { throw .overflow }
    let value = number.digits.reduce(Int128(0)) { $0 * 10 + Int128($1) }
    self.init(
      typed.isNegative ? -value : value, over: (0..<places).reduce(Int128(1)) { power, _ in power * 10 })
  }

  func adding(_ other: Fraction, isSubtracted: Bool) throws(AmountError) -> Fraction {
    let (left, overflow) = numerator.multipliedReportingOverflow(by: other.denominator)
    let (right, otherOverflow) = other.numerator.multipliedReportingOverflow(by: denominator)
    let (sum, sumOverflow) =
      isSubtracted ? left.subtractingReportingOverflow(right) : left.addingReportingOverflow(right)
    let (product, productOverflow) = denominator.multipliedReportingOverflow(by: other.denominator)
    guard !overflow, !otherOverflow, !sumOverflow, !productOverflow else { throw .overflow }
    return Fraction(sum, over: product).reduced
  }

  func multiplied(by other: Fraction) throws(AmountError) -> Fraction {
    let (top, overflow) = numerator.multipliedReportingOverflow(by: other.numerator)
    let (bottom, otherOverflow) = denominator.multipliedReportingOverflow(by: other.denominator)
    guard !overflow, !otherOverflow else { throw .overflow }
    return Fraction(top, over: bottom).reduced
  }

  func divided(by other: Fraction, _ text: String) throws(AmountError) -> Fraction {
    guard other.numerator > 0 else { throw .notANumber(text) }
    return try multiplied(by: Fraction(other.denominator, over: other.numerator))
  }

  /// Returns the nearest whole number, halves away from zero.
  func rounded() throws(AmountError) -> Int64 {
    var (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    if remainder.magnitude >= denominator.magnitude - remainder.magnitude { quotient += numerator < 0 ? -1 : 1 }
    guard let units = Int64(exactly: quotient) else { throw .overflow }
    return units
  }

  private var reduced: Fraction {
    var (a, b) = (numerator.magnitude, denominator.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    guard a > 1, let divisor = Int128(exactly: a) else { return self }
    return Fraction(numerator / divisor, over: denominator / divisor)
  }
}
