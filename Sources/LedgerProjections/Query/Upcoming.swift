public import LedgerDomain

/// The transactions dated after the day that a figure is as of. They are still to come.
///
/// A figure counts what is dated up to a day, and what has no date. Whatever is dated later is kept apart, with its
/// own sum. The day is an argument of each query, usually today. Stored sums know no day: a query takes away what is dated
/// after it, which few transactions are.
public struct Upcoming: Hashable, Sendable {
  /// How many transactions.
  public let count: Int
  /// Per currency, with the signs of the figure.
  public let totals: [Money]
  /// The currencies in which the sum needs more than 64 bits: they are left out of `totals`.
  public let tooLarge: [CurrencyCode]

  /// Whether nothing is dated later.
  public var isEmpty: Bool { count == 0 }

  /// Nothing.
  static let nothing = Upcoming(CurrencySums())

  init(_ sums: CurrencySums) { (count, totals, tooLarge) = (sums.count, sums.totals, sums.tooLarge) }
}

extension TransactionFilter {
  /// Whether a transaction with this date has happened by the day of the filter.
  package func hasHappened(_ date: CivilDate?) -> Bool {
    guard let asOf, let date else { return true }
    return date <= asOf
  }

  /// The filter for what is dated after the day. `nil` if the filter ends on that day or has no day.
  package var upcoming: TransactionFilter? {
    guard let asOf, asOf < through ?? .last else { return nil }
    var filter = self
    filter.asOf = nil
    filter.from = max(from ?? .first, asOf.adding(days: 1))
    return filter
  }

  /// Returns the filter for the saved transactions after a day, or `nil` on the last day of all.
  static func upcoming(after day: CivilDate) -> TransactionFilter? {
    var filter = TransactionFilter()
    filter.asOf = day
    return filter.upcoming
  }
}
