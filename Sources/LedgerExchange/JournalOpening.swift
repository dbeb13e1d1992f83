internal import LedgerDomain
internal import LedgerProjections

/// The opening balance of an account in a journal.
struct JournalOpening {
  let account: JournalAccount
  let money: Money
  let date: CivilDate

  /// Returns the opening balances that belong to an export, in the order of the accounts.
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

/// The budget of one month in a journal, in all currencies.
struct JournalBudget {
  let month: CivilMonth
  let rows: [BudgetRow]

  /// Returns the budgets that belong to an export, by month.
  ///
  /// They do if it has all transactions, or all through a date. A selection of transactions has no budget.
  static func all(_ rows: [BudgetRow], of filter: TransactionFilter) -> [JournalBudget] {
    var whole = TransactionFilter()
    whole.through = filter.through
    guard filter == whole else { return [] }
    let last = filter.through?.civilMonth
    let shown = rows.filter { row in row.minorUnits != 0 && last.map { row.month <= $0 } ?? true }
    return Dictionary(grouping: shown, by: \.month).sorted { $0.key < $1.key }
      .map { JournalBudget(month: $0.key, rows: $0.value) }
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

  /// The accounts of the transaction whose name is that of a payment, or how an unknown one is written.
  var accountsLikePayments: [String] {
    [account, toAccount].compactMap { $0 }.filter(JournalAccount.isLikePayment)
  }
}

extension JournalAccount {
  /// Whether an account's name is also how a journal names a way to pay, or an unknown account.
  static func isLikePayment(_ name: String) -> Bool {
    name.lowercased() == "unknown" || PaymentMethod(rawValue: name) != nil
  }
}
