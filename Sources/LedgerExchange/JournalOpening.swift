internal import LedgerDomain
internal import LedgerProjections

/// The opening balance of an account in a journal.
struct JournalOpening {
  let account: JournalAccount
  let money: Money
  let date: CivilDate

  /// The opening balances that belong to an export, in the order of the accounts.
  ///
  /// They do if it has all transactions of the accounts from their beginning on. A selection of transactions has no
  /// balances.
  static func all(_ accounts: [AccountRow], of filter: TransactionFilter) -> [JournalOpening] {
    var whole = TransactionFilter()
    whole.accounts = filter.accounts
    whole.through = filter.through
    guard filter == whole else { return [] }
    let keys = Set(filter.accounts.map { AccountState.key(of: $0) })
    return accounts.compactMap { row in
      let (money, date) = (row.terms.opening, row.terms.on)
      guard money.minorUnits != 0, keys.isEmpty || keys.contains(row.key), date <= filter.through ?? .last
      else {
        return nil
      }
      return JournalOpening(account: .assets(row.name), money: money, date: date)
    }
  }
}

extension TransactionRow {
  /// The price of the amount that a transfer between two currencies brought: ` @@ 200.00 EUR`. Otherwise empty.
  ///
  /// It is `nil` if the two amounts have different signs, which no price can express.
  var price: String? {
    guard let money, let received = received?.money else { return "" }
    guard money.minorUnits.signum() == received.minorUnits.signum() else { return nil }
    let decimal = money.decimal
    return " @@ \(decimal.hasPrefix("-") ? negated(decimal) : decimal) \(money.currency.code)"
  }
}
