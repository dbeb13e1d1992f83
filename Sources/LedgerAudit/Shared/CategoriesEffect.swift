public import LedgerDomain
internal import LedgerProjections

/// The effect of a change on the totals of categories, by kind and currency.
///
/// A transaction whose line items have categories of their own counts in each of them. Changes that cancel out are left
/// out.
public struct CategoriesEffect: Hashable, Sendable {
  /// The kind, category and currency of a total.
  public struct Key: Hashable, Sendable {
    /// Expense, income or transfer.
    public let kind: TransactionKind
    /// The category's key, or `nil` for amounts without a category.
    public let category: String?
    /// The currency.
    public let currency: CurrencyCode
  }

  private var differences: [Key: TotalsEffect.Difference] = [:]

  /// Replaces a row by another.
  ///
  /// - Throws: `ModelError.overflow` if a total exceeds 64 bits.
  mutating func replace(_ old: TransactionRow?, by new: TransactionRow?) throws(ModelError) {
    try count(old, sign: -1)
    try count(new, sign: 1)
  }

  /// The totals that change, by kind, category and currency, those without a category last.
  public var entries: [(key: Key, difference: TotalsEffect.Difference)] {
    differences.filter { !$0.value.isZero }.sorted { left, right in
      let (left, right) = (left.key, right.key)
      if left.kind != right.kind { return left.kind.place < right.kind.place }
      guard left.category == right.category else {
        guard let category = left.category, let other = right.category else { return left.category != nil }
        return category < other
      }
      return left.currency < right.currency
    }.map { (key: $0.key, difference: $0.value) }
  }

  /// Whether several categories of one kind and currency change.
  ///
  /// The totals of months do not tell the whole effect then.
  public var areSeveral: Bool {
    let kinds = entries.map { TotalsEffect.Key(kind: $0.key.kind, currency: $0.key.currency, month: nil) }
    return Set(kinds).count < kinds.count
  }

  private mutating func count(_ row: TransactionRow?, sign: Int64) throws(ModelError) {
    guard let row, row.stage == .saved, let currency = row.money?.currency else { return }
    for share in row.shares {
      let key = Key(kind: row.kind, category: share.category, currency: currency)
      try differences[key, default: TotalsEffect.Difference()].add(
        Money(minorUnits: share.minorUnits, currency: currency), times: sign, sign: sign)
    }
  }
}
