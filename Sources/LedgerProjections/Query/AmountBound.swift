public import LedgerDomain

/// The least or greatest amount that a filter lets pass.
///
/// There is no rate, so amounts of two currencies cannot be compared. A bound is either of one currency, and excludes
/// all others, or a plain decimal. A plain decimal means that many units of each amount's currency: 50 lets €50.00 and
/// ¥50 pass.
///
///     let fifty = Money(minorUnits: 5_000, currency: .eur)
///     var filter = TransactionFilter()
///     filter.minimum = AmountBound(fifty, isOfItsCurrency: true)  // from €50.00
///     let count = try book.count(filter)
public struct AmountBound: Hashable, Sendable, Codable {
  /// The decimal, in the minor units of a currency.
  public let amount: Money
  /// Whether amounts in other currencies are left out, and not compared by their decimal.
  public let isOfItsCurrency: Bool

  /// Creates a bound.
  public init(_ amount: Money, isOfItsCurrency: Bool) {
    self.amount = amount
    self.isOfItsCurrency = isOfItsCurrency
  }

  /// Returns the bound in minor units of a currency, or `nil` if amounts in that currency are excluded.
  ///
  /// A bound between two amounts (12.50 for yen) moves to the next amount above for a least one. For a greatest one it
  /// moves to the next amount below. Beyond 64 bits it is the end of their range.
  func minorUnits(in currency: CurrencyCode, isLeast: Bool) -> Int64? {
    if currency == amount.currency { return amount.minorUnits }
    if isOfItsCurrency { return nil }
    var units = amount.minorUnits
    var digits = amount.currency.minorUnitDigits ?? 0
    let wanted = currency.minorUnitDigits ?? 0
    while digits < wanted {
      let (scaled, overflow) = units.multipliedReportingOverflow(by: 10)
      if overflow { return units < 0 ? .min : .max }
      units = scaled
      digits += 1
    }
    var divisor: Int64 = 1
    while digits > wanted {
      divisor *= 10
      digits -= 1
    }
    let (quotient, remainder) = units.quotientAndRemainder(dividingBy: divisor)
    if isLeast { return remainder > 0 ? quotient + 1 : quotient }
    return remainder < 0 ? quotient - 1 : quotient
  }
}
