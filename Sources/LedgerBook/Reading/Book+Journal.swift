package import LedgerDomain
package import LedgerProjections

/// The content of a journal apart from its transactions.
package struct JournalHead: Sendable {
  /// The uses of accounts among the transactions.
  package let uses: [AccountUse]
  /// The opened accounts, by rank.
  package let accounts: [AccountRow]
  /// The choices of people for categories, by month.
  package let budgets: [BudgetRow]
}

extension Book {
  /// Calls `body` with every transaction that matches, oldest first.
  ///
  /// Accounts have their current names.
  ///
  /// - Parameters:
  ///   - filter: The filter that transactions must match.
  ///   - begin: A closure that is called first, with everything else that a journal contains, from the same snapshot.
  ///   - body: A closure that gets each transaction. An error that it throws stops the reading.
  /// - Complexity: O(rows) in time. Memory for one row and the uses, of which there are few.
  package func journal(
    _ filter: TransactionFilter = TransactionFilter(), begin: ((JournalHead) throws -> Void)? = nil,
    _ body: (ListedTransaction) throws -> Void
  ) throws {
    var given = RowsGiven()
    var hasBegun = false
    try models.read { reader in
      given.begin()
      let accounts = try reader.accountRows()
      var names = AccountNames(accounts)
      if let begin, !hasBegun {
        hasBegun = true
        let uses = try reader.accountUses(filter).map { $0.naming { $0.map { names.name(of: $0) } } }
        try begin(JournalHead(uses: uses, accounts: accounts, budgets: try reader.budgetRows()))
      }
      try reader.forEachTransactionOldestFirst(filter) { listed in
        guard given.isNew() else { return }
        try body(ListedTransaction(row: names.naming(listed.row), groupName: listed.groupName))
      }
    }
  }
}
