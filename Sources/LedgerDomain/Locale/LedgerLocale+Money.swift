extension LedgerLocale {
  /// Returns the amount with its currency, as CLDR writes it: `€1,284.50`, `1.284,50 €`, `-CHF 84.50`.
  ///
  /// The spaces are no-break spaces. The number of decimals comes from our table, because CLDR prints no decimals for
  /// IQD or CZK. An unknown currency shows its minor units as a whole number, with its code.
  public func money(_ money: Money) -> String {
    let (before, after) = textAround(money.currency, isNegative: money.minorUnits < 0)
    return before + number(money.minorUnits, digits: money.currency.minorUnitDigits ?? 0) + after
  }

  /// Returns the amount as it is read out, without decimals if all of them are zero: `£200`, `£12.50`.
  public func spoken(_ money: Money) -> String {
    let digits = money.currency.minorUnitDigits ?? 0
    let unit = (0..<digits).reduce(Int64(1)) { unit, _ in unit * 10 }
    guard money.minorUnits % unit == 0 else { return self.money(money) }
    let (before, after) = textAround(money.currency, isNegative: money.minorUnits < 0)
    return before + number(money.minorUnits / unit, digits: 0) + after
  }

  /// Returns the texts before and after an amount's number: its sign and its currency.
  package func textAround(_ currency: CurrencyCode, isNegative: Bool) -> (before: String, after: String) {
    let data = data
    let symbol = data.symbol(of: currency) ?? currency.code
    var texts = (before: "", after: "")
    var isBefore = true
    for character in isNegative ? data.negativeMoney : data.money {
      var text = String(character)
      switch character {
      case "¤": text = symbol
      case "n":
        // CLDR: a sign that ends in a letter does not touch the digits.
        if let last = texts.before.last, !last.isSymbol, !last.isWhitespace, last != "-" {
          texts.before += "\u{a0}"
        }
        isBefore = false
        continue
      default: break
      }
      if isBefore { texts.before += text } else { texts.after += text }
    }
    return texts
  }

  /// Returns the amount's number alone, grouped: `1,284.50`, `-84,50`. For columns that show the currency elsewhere.
  public func decimal(_ money: Money) -> String {
    (money.minorUnits < 0 ? "-" : "") + number(money.minorUnits, digits: money.currency.minorUnitDigits ?? 0)
  }

  /// Returns a whole number, grouped: `1,284`.
  public func integer(_ value: Int) -> String { (value < 0 ? "-" : "") + number(Int64(value), digits: 0) }

  /// Returns the magnitude's digits with the locale's separators.
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

  /// Whether a separator belongs before the last `remaining` digits.
  private static func isBoundary(_ remaining: Int, _ grouping: LocaleData.Grouping) -> Bool {
    switch grouping {
    case .thousands: remaining > 0 && remaining % 3 == 0
    case .indian: remaining == 3 || (remaining > 3 && remaining % 2 == 1)
    }
  }
}
