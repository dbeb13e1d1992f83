package import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// Returns the budgets of all months in a currency.
  ///
  /// It counts what was saved on accounts whose money is budgeted, and on no account. The opening balances of those
  /// accounts are money to be budgeted. What is dated after the day is set apart.
  ///
  /// - Complexity: O(months × categories), as much again for each tracking account, and a look-up per transaction that is
  ///   dated later.
  package func budgetSheet(_ currency: CurrencyCode, through day: CivilDate) throws -> BudgetSheet {
    var sheet = BudgetSheet(currency)
    let movements = try connection.statement(Self.budgetTotals)
    try movements.bind(1, text: currency.code)
    try add(movements, sign: 1, to: &sheet)
    for text in try trackingTexts() {
      let statement = try connection.statement(Self.accountBudgetTotals)
      try statement.bind(1, text: text)
      try statement.bind(2, text: currency.code)
      try add(statement, sign: -1, to: &sheet)
    }
    let accounts = try accountRows()
    for account in accounts where account.terms.kind == .budget && account.currency == currency {
      let (opening, on) = (Int128(account.terms.opening.minorUnits), account.terms.on)
      sheet.add(opening, to: .income, in: on.civilMonth)
      if on > day { sheet.postpone(opening, to: .income, in: on.civilMonth) }
    }
    if let later = TransactionFilter.upcoming(after: day) {
      let tracking = Set(accounts.filter { $0.terms.kind == .tracking }.map(\.key))
      try forEachTransaction(later) { listed in
        sheet.postpone(listed.row) { text in text.map { !tracking.contains(AccountState.key(of: $0)) } ?? true }
      }
    }
    let rows = try connection.statement(Self.budgetRows)
    try rows.bind(1, text: currency.code)
    try rows.forEachRow { sheet.add(try BudgetTable.row($0, from: 0, in: currency)) }
    return sheet
  }

  /// Returns the choices of people for categories, by month, currency and category.
  package func budgetRows() throws -> [BudgetRow] {
    var rows: [BudgetRow] = []
    try connection.statement(Self.allBudgetRows).forEachRow { rows.append(try BudgetTable.row($0, from: 0)) }
    return rows.sorted {
      ($0.month, $0.currency.code, $0.category) < ($1.month, $1.currency.code, $1.category)
    }
  }

  private func add(_ statement: Statement, sign: Int128, to sheet: inout BudgetSheet) throws {
    try statement.forEachRow { row in
      guard let line = BudgetLine(text: row.string(0)) else {
        throw ModelError.damaged("the totals of budgets")
      }
      let month = CivilMonth(index: Int32(truncatingIfNeeded: row.int64(1)))
      sheet.add(Int128(low: row.int64(2), beyond: row.int64(3)) * sign, to: line, in: month)
    }
  }

  /// Returns the texts by which transactions mention accounts whose balances are only followed.
  private func trackingTexts() throws -> [String] {
    let keys = Set(try accountRows().filter { $0.terms.kind == .tracking }.map(\.key))
    if keys.isEmpty { return [] }
    var texts: [String] = []
    try connection.statement(Self.budgetAccounts).forEachRow { texts.append($0.string(0)) }
    return texts.filter { keys.contains(AccountState.key(of: $0)) }
  }

  /// Returns the currencies of budgeted amounts, of moved money and of budget accounts, by code.
  ///
  /// - Complexity: O(months × categories × currencies).
  package func budgetCurrencies() throws -> [CurrencyCode] {
    var codes: Set<String> = []
    try connection.statement(Self.currenciesOfBudgets).forEachRow { codes.insert($0.string(0)) }
    return codes.compactMap { CurrencyCode($0) }.sorted()
  }

  static let budgetTotals = "SELECT line, month, total, beyond FROM budget_total WHERE currency = ?1"
  static let accountBudgetTotals = """
    SELECT line, month, total, beyond FROM account_budget_total WHERE account = ?1 AND currency = ?2
    """
  static let budgetAccounts = "SELECT DISTINCT account FROM account_total"
  static let budgetRows = """
    SELECT category, month, currency, budgeted, carries_over FROM budget_row WHERE currency = ?1
    """
  static let allBudgetRows = "SELECT category, month, currency, budgeted, carries_over FROM budget_row"
  static let currenciesOfBudgets = """
    SELECT currency FROM budget_total UNION SELECT currency FROM budget_row
    UNION SELECT currency FROM account_row WHERE kind = 'budget'
    """
}
