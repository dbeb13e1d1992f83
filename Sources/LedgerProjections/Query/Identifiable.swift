public import LedgerDomain

// Values of screens as lists of an interface want them: each with an identity of its own.

extension GroupSummary: Identifiable {}

extension ListedTransaction: Identifiable {
  /// The transaction.
  public var id: TransactionID { row.id }
}

extension SearchHit: Identifiable {
  /// The transaction.
  public var id: TransactionID { transaction.row.id }
}

extension AccountSummary: Identifiable {}

extension CategoryTotal: Identifiable {
  /// The category's key, or `nil` for transactions without a category.
  public var id: String? { category }
}

extension MonthSection: Identifiable {
  /// The month.
  public var id: CivilMonth { month }
}

extension DaySection: Identifiable {
  /// The date.
  public var id: CivilDate { date }
}
