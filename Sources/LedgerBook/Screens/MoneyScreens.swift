public import LedgerDomain
public import LedgerProjections

/// The accounts with their balances (FF-02).
///
///     try book.openAccount(name: "Giro", opening: Money(minorUnits: 100_000, currency: .eur))
///     let accounts = try book.accountsScreen().accounts
///     let balances = accounts.map { "\($0.name): \($0.balances[0].balance)" }
public struct AccountsScreen: Hashable, Sendable {
  /// Every account that was opened or that receipts mention, in their order.
  public let accounts: [AccountSummary]
  /// How dates and amounts are written.
  public let settings: LedgerRow
}

/// One account with a page of its receipts (FF-13).
public struct AccountScreen: Hashable, Sendable {
  /// The account with its balances.
  public let summary: AccountSummary
  /// Its receipts, a page of them.
  public let list: ListScreen
}

/// The budget of a month in one currency, in header groups (FF-03 … FF-07).
///
///     try book.budget("300", for: "food", in: BudgetScope(month, .eur), locale: .default)
///     let screen = try book.budgetScreen(month, in: .eur)
///     let left = screen.month.money(screen.month["food"].available)
public struct BudgetScreen: Hashable, Sendable {
  /// The figures, with To Budget.
  public let month: MonthBudget
  /// The header groups with their categories and sums.
  public let groups: [BudgetGroup]
  /// The currencies that there is a budget in, by code.
  public let currencies: [CurrencyCode]
  /// How dates and amounts are written.
  public let settings: LedgerRow
}
