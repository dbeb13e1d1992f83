/// Reads amounts: what a person types, strictly, and canonical decimals.
///
/// It never takes the longest prefix that happens to be a number, and never rounds.
///
///     let typed = try AmountParser.parse("€84,50", defaultCurrency: .eur, locale: .default)  // 84.50 EUR
public enum AmountParser: Sendable {
  /// Returns the minor units of an amount that a person typed for a known currency.
  ///
  /// Examples are `84.50`, `-1.284,50`, `€ 84.50` and `84.50 EUR`. A code or sign is allowed before or after the number
  /// and has to belong to `currency`.
  package static func minorUnits(
    _ text: String, currency: CurrencyCode, locale: LedgerLocale
  ) throws(AmountError) -> Int64 {
    let typed = try TypedAmount(text)
    if let sign = typed.sign, !CurrencySigns.meanings(of: sign).contains(currency) {
      throw CurrencySigns.meanings(of: sign).isEmpty
        ? .unknownSign(sign) : .otherCurrency(sign, expected: currency)
    }
    return try minorUnits(typed, currency: currency, locale: locale)
  }

  /// Returns the amount that a person typed: `84.50 EUR`, `US$62.00`, `€84,50`, `38`.
  ///
  /// Without a code or sign it is in `defaultCurrency`. A sign of several currencies, such as `$`, means the default
  /// currency if that is one of them. It can also mean the currency that the locale writes this way. If those two
  /// differ, or if there is neither, the amount is refused.
  public static func parse(
    _ text: String, defaultCurrency: CurrencyCode, locale: LedgerLocale
  ) throws(AmountError) -> Money {
    let typed = try TypedAmount(text)
    var currency = defaultCurrency
    if let sign = typed.sign {
      currency = try CurrencySigns.currency(of: sign, defaultCurrency: defaultCurrency, locale: locale)
    }
    return Money(minorUnits: try minorUnits(typed, currency: currency, locale: locale), currency: currency)
  }

  /// Returns the minor units of a decimal as `Money.decimal` writes it: `84.50`, `-0.05`, `84`. ASCII digits, one `.`,
  /// no grouping. Exact: more digits than the currency has are refused. An unknown currency takes whole numbers, which
  /// are its minor units.
  package static func minorUnits(decimal: String, currency: CurrencyCode) throws(AmountError) -> Int64 {
    if let units = plainMinorUnits(decimal, currency) { return units }
    var digits: [UInt8] = []
    var fraction: Int?
    var isNegative = false
    for (index, byte) in decimal.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0:
        isNegative = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.append(byte - UInt8(ascii: "0"))
        fraction = fraction.map { $0 + 1 }
      case UInt8(ascii: ".") where fraction == nil && !digits.isEmpty:
        fraction = 0
      default:
        throw .notANumber(decimal)
      }
    }
    guard !digits.isEmpty, fraction != 0 else { throw decimal.isEmpty ? .empty : .notANumber(decimal) }
    return try scaled(digits, fraction: fraction ?? 0, isNegative: isNegative, currency: currency)
  }

  /// Returns the minor units of a decimal of up to fifteen digits, or `nil` for any other text.
  ///
  /// The decimal has exactly as many places as the currency.
  private static func plainMinorUnits(_ decimal: String, _ currency: CurrencyCode) -> Int64? {
    guard let places = currency.minorUnitDigits else { return nil }
    var decimal = decimal
    return decimal.withUTF8 { text in
      guard text.count <= 16 else { return nil }
      var (units, digits, fraction): (Int64, Int, Int?) = (0, 0, nil)
      for byte in text {
        if byte == UInt8(ascii: "."), fraction == nil, digits > 0 {
          fraction = 0
          continue
        }
        let digit = byte &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        units = units * 10 + Int64(digit)
        digits += 1
        fraction = fraction.map { $0 + 1 }
      }
      // A point has digits after it.
      return digits > 0 && digits <= 15 && fraction != 0 && fraction ?? 0 == places ? units : nil
    }
  }

  private static func minorUnits(
    _ typed: TypedAmount, currency: CurrencyCode, locale: LedgerLocale
  ) throws(AmountError) -> Int64 {
    guard let digits = currency.minorUnitDigits else { throw .unknownCurrency(currency) }
    let number = try TypedNumber(typed.number)
    let fraction = try number.fractionDigits(currencyDigits: digits, locale: locale)
    return try scaled(number.digits, fraction: fraction, isNegative: typed.isNegative, currency: currency)
  }

  /// Digits, the last `fraction` of them after the point, in minor units.
  private static func scaled(
    _ digits: [UInt8], fraction: Int, isNegative: Bool, currency: CurrencyCode
  ) throws(AmountError) -> Int64 {
    let places = currency.minorUnitDigits ?? 0
    guard fraction <= places else { throw .tooManyDigits(currency, digits: places) }
    var value: Int64 = 0  // kept negative: the negative range is the larger one
    for digit in digits + [UInt8](repeating: 0, count: places - fraction) {
      let (product, productOverflow) = value.multipliedReportingOverflow(by: 10)
      let (difference, overflow) = product.subtractingReportingOverflow(Int64(digit))
      guard !productOverflow, !overflow else { throw .overflow }
      value = difference
    }
    if isNegative { return value }
    guard value != .min else { throw .overflow }
    return -value
  }
}
