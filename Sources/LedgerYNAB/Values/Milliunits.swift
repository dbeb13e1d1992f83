package import LedgerDomain

/// Amounts in thousandths of a unit, as YNAB keeps those of every currency (RY-09).
///
/// The conversion is exact in both directions. Nothing is rounded.
package enum Milliunits {
  /// Returns the milliunits of an amount, or `nil` if they are not exact or do not fit 64 bits.
  ///
  /// Currencies with four digits, CLF and UYW, have no exact milliunits.
  package static func of(_ money: Money) -> Int64? {
    guard let factor = factor(money.currency) else { return nil }
    let (milliunits, overflow) = money.minorUnits.multipliedReportingOverflow(by: factor)
    return overflow ? nil : milliunits
  }

  /// Returns the amount of milliunits, or `nil` if the currency has no coin that small.
  package static func money(_ milliunits: Int64, _ currency: CurrencyCode) -> Money? {
    guard let factor = factor(currency), milliunits.isMultiple(of: factor) else { return nil }
    return Money(minorUnits: milliunits / factor, currency: currency)
  }

  private static func factor(_ currency: CurrencyCode) -> Int64? {
    switch currency.minorUnitDigits {
    case 0: 1_000
    case 1: 100
    case 2: 10
    case 3: 1
    case .some, .none: nil
    }
  }
}

extension TransactionKind {
  /// Returns the amount as it changes an account: negative if money leaves it.
  package func signed(_ milliunits: Int64) -> Int64 { self == .income ? milliunits : -milliunits }
}
