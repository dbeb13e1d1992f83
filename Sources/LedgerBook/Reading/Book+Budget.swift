public import LedgerDomain
internal import LedgerProjections

extension Book {
  /// Returns the budgets of all months in a currency, as of the book's position and day.
  ///
  /// - Complexity: O(months × categories), and as much again for each tracking account.
  public func budgetSheet(_ currency: CurrencyCode) throws -> BudgetSheet {
    try models.read { try $0.budgetSheet(currency, through: day) }
  }

  /// Returns the currencies of budgeted amounts, of moved money and of budget accounts, by code.
  public func budgetCurrencies() throws -> [CurrencyCode] { try models.read { try $0.budgetCurrencies() } }
}
