public import LedgerDomain
public import LedgerProjections

/// The content of a journal apart from its transactions.
public struct JournalHead: Sendable {
  /// The uses of accounts among the transactions.
  public let uses: [AccountUse]
  /// The opened accounts, by rank.
  public let accounts: [AccountRow]
  /// The choices of people for categories, by month.
  public let budgets: [BudgetRow]
}

extension Book {
  /// Every transaction that matches, oldest first, one at a time. An error thrown by `body` ends it.
  ///
  /// - `begin`: called once before them with everything else that a journal contains, as of the same moment.
  /// Accounts are under their present names.
  ///
  /// - Complexity: O(rows) in time. Memory for one row and the uses, of which there are few.
  public func journal(
    _ filter: TransactionFilter = TransactionFilter(),
    begin: ((JournalHead) throws -> Void)? = nil,
    _ body: (ListedTransaction) throws -> Void
  ) throws {
    try models.read { reader in
      let accounts = try reader.accountRows()
      var names = AccountNames(accounts)
      if let begin {
        let uses = try reader.accountUses(filter).map { $0.naming { $0.map { names.name(of: $0) } } }
        try begin(JournalHead(uses: uses, accounts: accounts, budgets: try reader.budgetRows()))
      }
      try reader.forEachTransactionOldestFirst(filter) { listed in
        try body(ListedTransaction(row: names.naming(listed.row), groupName: listed.groupName))
      }
    }
  }
}
