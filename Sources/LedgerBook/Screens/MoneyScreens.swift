public import LedgerDomain
public import LedgerProjections

/// The accounts with their balances (FF-02).
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
