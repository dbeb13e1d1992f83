public import LedgerDomain
internal import LedgerProjections

extension Book {
  /// The budgets of all months in a currency, as of the book's position.
  ///
  /// - Complexity: O(months × categories), and as much again for each tracking account.
  public func budgetSheet(_ currency: CurrencyCode) throws -> BudgetSheet {
    try models.read { try $0.budgetSheet(currency) }
  }

  /// The currencies that money was budgeted or moved in, or that a budget account is kept in, by code.
  public func budgetCurrencies() throws -> [CurrencyCode] { try models.read { try $0.budgetCurrencies() } }
}
