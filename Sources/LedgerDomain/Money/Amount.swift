/// An amount of money whose currency is known, and whose number may not be known yet.
public struct Amount: Hashable, Sendable {
  /// The currency.
  public let currency: CurrencyCode
  /// Integer minor units, positive in the direction of the kind, or `nil` if no total is known.
  public let minorUnits: Int64?

  /// Creates an amount, or only its currency if `minorUnits` is `nil`.
  public init(currency: CurrencyCode, minorUnits: Int64?) {
    self.currency = currency
    self.minorUnits = minorUnits
  }

  /// Creates an amount whose number is known.
  public init(_ money: Money) {
    self.init(currency: money.currency, minorUnits: money.minorUnits)
  }

  /// The money, or `nil` if the number is not known.
  public var money: Money? { minorUnits.map { Money(minorUnits: $0, currency: currency) } }

  /// The largest number that a payload can hold, in minor units (Design, section 4).
  package static let minorUnitsMax: Int64 = 1 << 53 - 1

  /// Whether a payload holds it.
  var isRecordable: Bool { (minorUnits?.magnitude ?? 0) <= Self.minorUnitsMax.magnitude }

  /// Creates the amount of a reading of a total, which is a decimal in that currency.
  init(reading decimal: String, in currency: CurrencyCode) throws(AmountError) {
    self.init(currency: currency, minorUnits: try AmountParser.minorUnits(decimal: decimal, currency: currency))
    guard isRecordable else { throw .overflow }
  }
}
