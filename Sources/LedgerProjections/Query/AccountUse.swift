package import LedgerDomain

/// A combination of kind, category, account, payment and currency, with its first date.
///
/// The accounts that a journal needs follow from these combinations.
package struct AccountUse: Hashable, Sendable {
  /// Expense, income, transfer.
  package let kind: TransactionKind
  /// The category's key.
  package let category: String?
  /// The account, free text.
  package let account: String?
  /// The account that a transfer's money arrived in.
  package let toAccount: String?
  /// How it was paid.
  package let payment: PaymentMethod?
  /// The currency.
  package let currency: CurrencyCode
  /// The currency of what a transfer brought, if it is another one.
  package let received: CurrencyCode?
  /// The earliest date among them.
  package let first: CivilDate

  /// Creates a combination.
  package init(
    kind: TransactionKind, category: String?, account: String?, toAccount: String? = nil,
    payment: PaymentMethod?, currency: CurrencyCode, received: CurrencyCode? = nil, first: CivilDate
  ) {
    self.kind = kind
    self.category = category
    self.account = account
    self.toAccount = toAccount
    self.payment = payment
    self.currency = currency
    self.received = received
    self.first = first
  }

  /// Returns the use with other names of its accounts.
  package func naming(_ name: (String?) -> String?) -> AccountUse {
    AccountUse(
      kind: kind, category: category, account: name(account), toAccount: name(toAccount), payment: payment,
      currency: currency, received: received, first: first)
  }
}

extension ModelReader {
  /// Returns every combination among the matching transactions with date and amount, in no order.
  ///
  /// - Complexity: A page of the file per 256 transactions, a look-up per transfer, and memory for the combinations
  ///   alone.
  package func accountUses(_ filter: TransactionFilter) throws -> [AccountUse] {
    struct Combination: Hashable {
      let kind: Int
      let category: Int
      let account: Int64
      let toAccount: Int64
      let payment: PaymentMethod?
      let currency: Int64
      let received: CurrencyCode?
    }
    var filter = filter
    filter.from = filter.from ?? .first
    var first: [Combination: Int64] = [:]
    let values = FacetValues(connection: connection)
    let split = try FacetParts(values)
    let columns = FacetParts.columns.union([.bits, .account, .toAccount, .currency, .date])
    try scan(filter).forEachEntry(columns) { block, index in
      let bits = block.bits(index)
      guard bits.hasUnits else { return }
      let arrives = block.value(.toAccount, index) != 0
      let received = arrives ? try transaction(key: block.key(index))?.row.received?.currency : nil
      let date = block.value(.date, index)
      split.forEachPart(block, index) { category, _ in
        let combination = Combination(
          kind: bits.kind, category: category, account: block.value(.account, index),
          toAccount: block.value(.toAccount, index), payment: bits.payment,
          currency: block.value(.currency, index), received: received)
        if date < first[combination] ?? .max { first[combination] = date }
      }
    }
    let accounts = try values.texts(.account)
    let toAccounts = try values.texts(.toAccount)
    let currencies = try values.currencies()
    return try first.map { combination, date in
      guard let kind = TransactionKind(code: Int64(combination.kind)),
        let currency = currencies[Int(combination.currency)]
      else { throw ModelError.damaged("the blocks of transactions") }
      return AccountUse(
        kind: kind, category: split.categories[combination.category],
        account: accounts[Int(combination.account)], toAccount: toAccounts[Int(combination.toAccount)],
        payment: combination.payment, currency: currency, received: combination.received,
        first: CivilDate(dayNumber: Int32(truncatingIfNeeded: date)))
    }
  }
}
