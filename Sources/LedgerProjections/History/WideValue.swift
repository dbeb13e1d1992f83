internal import LedgerDomain

/// The value in which a figure is summed.
///
/// It fits whatever is recorded, while the value of a screen may not.
struct WideValue: Hashable, Sendable {
  /// The sum in minor units.
  var units: Int128
  /// Over how many transactions.
  var count: Int64

  /// Over nothing.
  static let zero = WideValue(units: 0, count: 0)

  /// Adds another value.
  ///
  /// - Parameters:
  ///   - other: The value to add.
  ///   - sign: 1, -1, or 0 for transactions that are only counted.
  /// - Throws: `ModelError.damaged` if the value read cannot be a number of transactions.
  mutating func add(_ other: WideValue, _ sign: Int64) throws(ModelError) {
    units &+= other.units &* Int128(sign)
    let (sum, overflow) = count.addingReportingOverflow(other.count)
    guard !overflow else { throw .damaged("how many transactions are in a total") }
    count = sum
  }

  func less(_ other: WideValue) -> WideValue {
    WideValue(units: units &- other.units, count: count &- other.count)
  }

  /// Returns the value in the form of screens.
  ///
  /// - Throws: `ModelError.overflow` if it needs more than 64 bits.
  func fitting(_ currency: CurrencyCode) throws(ModelError) -> FigureValue {
    FigureValue(minorUnits: try units.fitting(currency), count: count)
  }
}
