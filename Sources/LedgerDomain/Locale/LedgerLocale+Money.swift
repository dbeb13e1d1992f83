extension LedgerLocale {
  /// The amount with its currency, as CLDR writes it: `€1,284.50`, `1.284,50 €`, `-CHF 84.50` (with no-break spaces).
  ///
  /// The digits after the point are our table's (CLDR prints none for IQD or CZK). An unknown currency shows its minor
  /// units as a whole number, with its code.
  public func money(_ money: Money) -> String {
    let data = data
    let number = number(money.minorUnits, digits: money.currency.minorUnitDigits ?? 0)
    let symbol = data.symbol(of: money.currency) ?? money.currency.code
    var text = ""
    var last: Character?
    for character in money.minorUnits < 0 ? data.negativeMoney : data.money {
      switch character {
      case "¤":
        text += symbol
        last = symbol.last
      case "n":
        // CLDR: a sign that ends in a letter does not touch the digits.
        if let last, !last.isSymbol, !last.isWhitespace, last != "-" { text += "\u{a0}" }
        text += number
        last = number.last
      default:
        text.append(character)
        last = character
      }
    }
    return text
  }

  /// The amount's number alone, grouped: `1,284.50`, `-84,50`. For columns whose currency is said elsewhere.
  public func decimal(_ money: Money) -> String {
    (money.minorUnits < 0 ? "-" : "") + number(money.minorUnits, digits: money.currency.minorUnitDigits ?? 0)
  }

  /// A whole number, grouped: `1,284`.
  public func integer(_ value: Int) -> String { (value < 0 ? "-" : "") + number(Int64(value), digits: 0) }

  /// The magnitude's digits with the locale's separators.
  private func number(_ value: Int64, digits: Int) -> String {
    let data = data
    let (whole, fraction) = DecimalText.split(value, digits: digits)
    var text = ""
    var remaining = whole.utf8.count
    for digit in whole {
      text.append(digit)
      remaining -= 1
      if Self.isBoundary(remaining, data.grouping) { text += data.groupingSeparator }
    }
    return fraction.isEmpty ? text : text + data.decimalSeparator + fraction
  }

  /// Whether a separator stands before the last `remaining` digits.
  private static func isBoundary(_ remaining: Int, _ grouping: LocaleData.Grouping) -> Bool {
    switch grouping {
    case .thousands: remaining > 0 && remaining % 3 == 0
    case .indian: remaining == 3 || (remaining > 3 && remaining % 2 == 1)
    }
  }
}
