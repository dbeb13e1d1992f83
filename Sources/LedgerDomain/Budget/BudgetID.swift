public import LedgerBytes

/// The identifier of a budget, which every device derives from its month and its currency.
public struct BudgetID: RecordIdentifier {
  /// The identifier of its stream.
  public let id: UniqueID

  /// Creates the identifier of a known stream.
  public init(_ id: UniqueID) { self.id = id }

  /// Creates the identifier of the budget of a month in a currency.
  package init(_ month: CivilMonth, _ currency: CurrencyCode) {
    id = UniqueID.derived(kind: "budget", parts: [month.iso, currency.code])
  }

  /// Its stream.
  public var stream: StreamID { StreamID(kind: "budget", id: id) }
}
