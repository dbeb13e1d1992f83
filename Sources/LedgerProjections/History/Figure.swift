public import LedgerDomain

/// A sum that screens show, and which `why` and `bisect` ask after: saved transactions of one currency, and what they
/// come to as people read it.
public struct Figure: Hashable, Sendable {
  /// Of what.
  public var scope: Scope
  /// In which currency. Sums are never over several.
  public var currency: Currency
  /// Of this category alone, by its key; empty: of those that have none. Nil: of all.
  public var category: String?

  /// Of what a figure is.
  public enum Scope: Hashable, Sendable {
    /// A group's net spending: expenses add, income takes away, transfers are neutral and count. Nil: Unfiled, which
    /// holds those of unknown and deleted groups too, as of each position. A group that is not known or deleted holds
    /// nothing.
    case group(GroupID?)
    /// One kind of transaction on the days of a range, both included: a day, a week, a month, a year. Nil: every date.
    case days(TransactionKind, ClosedRange<CivilDate>?)
  }

  /// A figure.
  public init(_ scope: Scope, _ currency: Currency, category: String? = nil) {
    self.scope = scope
    self.currency = currency
    self.category = category
  }
}

/// What a figure came to.
public struct FigureValue: Hashable, Sendable {
  /// In minor units of its currency.
  public var minorUnits: Int64
  /// Over how many transactions.
  public var count: Int64

  /// What a figure came to.
  public init(minorUnits: Int64, count: Int64) {
    self.minorUnits = minorUnits
    self.count = count
  }

  /// Over nothing.
  public static let zero = FigureValue(minorUnits: 0, count: 0)
}

/// One change of a figure: the event, and what it came to after it.
public struct FigureChange: Hashable, Sendable {
  /// The event's position: when this device learned of it.
  public let position: Int64
  /// The value after it.
  public let value: FigureValue

  /// A change.
  public init(position: Int64, value: FigureValue) {
    self.position = position
    self.value = value
  }
}

/// What a record said between two positions.
public struct RecordVersion: Hashable, Sendable {
  /// From the event at this position on.
  public let from: Int64
  /// Until the one at this position; nil: it stands.
  public let to: Int64?
  /// What it said.
  public let row: Row

  /// A row, by the kind of its stream.
  public enum Row: Hashable, Sendable {
    case transaction(TransactionRow)
    case group(GroupRow)
    case category(CategoryRow)
    case rule(RuleRow)
    case settings(LedgerRow)
  }

  /// A version.
  public init(from: Int64, to: Int64?, row: Row) {
    self.from = from
    self.to = to
    self.row = row
  }
}
