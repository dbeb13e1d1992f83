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
  /// Every combination that occurs among the transactions that match and have date and amount, in no order.
  ///
  /// - Complexity: a step per row; memory for the combinations alone, as nothing is sorted.
  public func accountUses(_ filter: TransactionFilter) throws -> [AccountUse] {
    struct Combination: Hashable {
      let kind: Int64
      let category: String?
      let account: String?
      let payment: String?
      let currency: String
    }
    var condition = FilterSQL(filter)
    condition.and { _ in "date IS NOT NULL AND minor_units IS NOT NULL" }
    let statement = try connection.statement(
      "SELECT kind, category, account, payment, currency, date FROM transaction_row \(condition.clause)")
    defer { statement.reset() }
    try condition.bind(to: statement)
    var first: [Combination: Int64] = [:]
    while try statement.step() {
      let combination = Combination(
        kind: statement.int64(0), category: statement.optionalString(1), account: statement.optionalString(2),
        payment: statement.optionalString(3), currency: statement.string(4))
      let date = statement.int64(5)
      if date < first[combination] ?? .max { first[combination] = date }
    }
    return try first.map { combination, date in
      guard let kind = TransactionKind(code: combination.kind), let currency = Currency(combination.currency)
      else {
        throw ModelError.damaged("a row of transactions")
      }
      return AccountUse(
        kind: kind, category: combination.category, account: combination.account,
        payment: combination.payment.flatMap(PaymentMethod.init(rawValue:)), currency: currency,
        first: CivilDate(dayNumber: Int32(truncatingIfNeeded: date)))
    }
  }
}
