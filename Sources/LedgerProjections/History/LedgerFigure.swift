package import LedgerBytes
public import LedgerDomain

/// A sum that screens show, and that `why` and `bisect` examine.
///
/// It is the sum of saved transactions of one currency, with signs as people read it.
///
///     let food = LedgerFigure(.days(.expense, nil), .eur, category: "food")
///     let value = try book.value(of: food)
///     let spent = Money(minorUnits: value.minorUnits, currency: food.currency)
public struct LedgerFigure: Hashable, Sendable {
  /// The transactions that it sums.
  public var scope: Scope
  /// The currency. There are no sums over several currencies.
  public var currency: CurrencyCode
  /// The key of the only category, or `nil` for all categories.
  ///
  /// It is empty for the transactions without a category.
  public var category: String?

  /// The group or the dates that a figure is about.
  public enum Scope: Hashable, Sendable {
    /// A group's net spending, or that of Unfiled if it is `nil`.
    ///
    /// Expenses add, income takes away, transfers are neutral and count. Unfiled includes unknown and deleted groups, as
    /// of each position. A group that is unknown or deleted has no transactions.
    case group(GroupID?)
    /// One kind of transaction on the days of a range, both ends included, or on every date if it is `nil`.
    ///
    /// The range is a day, a week, a month or a year, for example.
    case days(TransactionKind, ClosedRange<CivilDate>?)
  }

  /// Creates a figure.
  public init(_ scope: Scope, _ currency: CurrencyCode, category: String? = nil) {
    self.scope = scope
    self.currency = currency
    self.category = category
  }

  /// The category of stored sums that only correct how many transactions are counted: `Total.surplus`.
  package static let surplusCategory = Total.surplus
}

/// The value of a figure.
public struct FigureValue: Hashable, Sendable {
  /// The sum, in minor units of the figure's currency.
  public var minorUnits: Int64
  /// How many transactions it sums.
  public var count: Int64

  /// The value without a transaction.
  package static let zero = FigureValue(minorUnits: 0, count: 0)
}

/// One change of a figure: the event, and the value after it.
package struct FigureChange: Hashable, Sendable {
  /// The event's position, which is the order of arrival on this device.
  package let position: Position
  /// The value after it.
  package let value: FigureValue
}
