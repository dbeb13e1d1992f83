/// What is known of an amount of money: always its currency, the number where it was read or typed.
public struct Amount: Hashable, Sendable {
  /// The currency.
  public let currency: Currency
  /// Integer minor units, positive in the direction of the transaction's kind; nil where no total is known yet.
  public let minorUnits: Int64?

  /// An amount, or only its currency.
  public init(currency: Currency, minorUnits: Int64?) {
    self.currency = currency
    self.minorUnits = minorUnits
  }

  /// An amount of money.
  public init(_ money: Money) {
    self.init(currency: money.currency, minorUnits: money.minorUnits)
  }

  /// The money, where the number is known.
  public var money: Money? { minorUnits.map { Money(minorUnits: $0, currency: currency) } }

  /// The largest number that a payload holds, in minor units (DESIGN 4 "Payloads").
  public static let largestMinorUnits: Int64 = 1 << 53 - 1

  /// Whether a payload holds it.
  var isRecordable: Bool { (minorUnits?.magnitude ?? 0) <= Self.largestMinorUnits.magnitude }

  /// The amount that a reading of a total stands for: a decimal in that currency.
  init(reading decimal: String, in currency: Currency) throws(AmountError) {
    self.init(currency: currency, minorUnits: try AmountParser.minorUnits(decimal: decimal, currency: currency))
    guard isRecordable else { throw .overflow }
  }
}
