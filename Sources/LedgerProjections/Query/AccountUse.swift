public import LedgerDomain
internal import LedgerSQLite

/// What transactions of one kind, category, account, payment and currency have in common: when the first was. The
/// accounts that a journal of them needs follow from it.
public struct AccountUse: Hashable, Sendable {
  /// Expense, income, transfer.
  public let kind: TransactionKind
  /// The category's key.
  public let category: String?
  /// The account, free text.
  public let account: String?
  /// How it was paid.
  public let payment: PaymentMethod?
  /// The currency.
  public let currency: Currency
  /// The earliest date among them.
  public let first: CivilDate

  /// A use of accounts.
  public init(
    kind: TransactionKind, category: String?, account: String?, payment: PaymentMethod?, currency: Currency,
    first: CivilDate
  ) {
    self.kind = kind
    self.category = category
    self.account = account
    self.payment = payment
    self.currency = currency
    self.first = first
  }
}

extension ModelReader {
  /// Every combination that occurs among the transactions that match and have date and amount, in order of its parts.
  ///
  /// - Complexity: a step per row, sorted by SQLite outside memory; memory for the combinations.
  public func accountUses(_ filter: TransactionFilter) throws -> [AccountUse] {
    var condition = FilterSQL(filter)
    condition.and { _ in "date IS NOT NULL AND minor_units IS NOT NULL" }
    let statement = try connection.statement(
      """
      SELECT kind, category, account, payment, currency, min(date) FROM transaction_row \(condition.clause)
      GROUP BY kind, category, account, payment, currency ORDER BY kind, category, account, payment, currency
      """)
    defer { statement.reset() }
    try condition.bind(to: statement)
    var uses: [AccountUse] = []
    while try statement.step() {
      guard let kind = TransactionKind(code: statement.int64(0)), let currency = Currency(statement.string(4))
      else {
        throw ModelError.damaged("a row of transactions")
      }
      uses.append(
        AccountUse(
          kind: kind, category: statement.optionalString(1), account: statement.optionalString(2),
          payment: statement.optionalString(3).flatMap(PaymentMethod.init(rawValue:)), currency: currency,
          first: CivilDate(dayNumber: Int32(truncatingIfNeeded: statement.int64(5)))))
    }
    return uses
  }
}
