internal import LedgerDomain

/// What a figure is added up in: it fits whatever is recorded, where what a screen holds may not.
struct WideValue: Hashable, Sendable {
  /// In minor units.
  var units: Int128
  /// Over how many transactions.
  var count: Int64

  /// Over nothing.
  static let zero = WideValue(units: 0, count: 0)

  /// - Parameter sign: 1, -1, or 0 of what only counts.
  /// - Throws: `ModelError.damaged` where what was read can be no number of transactions.
  mutating func add(_ other: WideValue, _ sign: Int64) throws(ModelError) {
    units &+= other.units &* Int128(sign)
    let (sum, overflow) = count.addingReportingOverflow(other.count)
    guard !overflow else { throw .damaged("how many transactions are in a total") }
    count = sum
  }

  func less(_ other: WideValue) -> WideValue {
    WideValue(units: units &- other.units, count: count &- other.count)
  }

  /// As screens hold it.
  ///
  /// - Throws: `ModelError.overflow` where it needs more than 64 bits.
  func fitting(_ currency: Currency) throws(ModelError) -> FigureValue {
    FigureValue(minorUnits: try units.fitting(currency), count: count)
  }
}
