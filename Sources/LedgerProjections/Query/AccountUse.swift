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
  /// - Complexity: a page of the file per 256 transactions; memory for the combinations alone.
  public func accountUses(_ filter: TransactionFilter) throws -> [AccountUse] {
    struct Combination: Hashable {
      let kind: Int
      let category: Int64
      let account: Int64
      let payment: PaymentMethod?
      let currency: Int64
    }
    var filter = filter
    filter.from = filter.from ?? .first
    var first: [Combination: Int64] = [:]
    let columns: FacetColumns = [.bits, .category, .account, .currency, .date]
    try scan(filter).forEach(columns) { block, _ in
      for place in 0..<block.selected {
        let index = block.selection[place]
        let bits = FacetBits(raw: UInt16(truncatingIfNeeded: block.value(.bits, index)))
        guard bits.hasUnits else { continue }
        let combination = Combination(
          kind: bits.kind, category: block.value(.category, index), account: block.value(.account, index),
          payment: bits.payment, currency: block.value(.currency, index))
        let date = block.value(.date, index)
        if date < first[combination] ?? .max { first[combination] = date }
      }
      return true
    }
    let values = FacetValues(connection: connection)
    let (categories, accounts) = (try values.texts(.category), try values.texts(.account))
    let currencies = try values.currencies()
    return try first.map { combination, date in
      guard let kind = TransactionKind(code: Int64(combination.kind)),
        let currency = currencies[Int(combination.currency)]
      else { throw ModelError.damaged("the blocks of transactions") }
      return AccountUse(
        kind: kind, category: categories[Int(combination.category)],
        account: accounts[Int(combination.account)],
        payment: combination.payment, currency: currency,
        first: CivilDate(dayNumber: Int32(truncatingIfNeeded: date)))
    }
  }
}
