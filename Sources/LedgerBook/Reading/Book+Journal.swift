internal import LedgerDomain
public import LedgerProjections

extension Book {
  /// Every transaction that matches, oldest first, one at a time; what `body` throws ends it.
  ///
  /// - `begin`: called once before them with the uses of accounts among them, as of the same moment.
  /// - Complexity: O(rows) in time; memory for one row and the uses, of which there are few.
  public func journal(
    _ filter: TransactionFilter = TransactionFilter(), begin: (([AccountUse]) throws -> Void)? = nil,
    _ body: (ListedTransaction) throws -> Void
  ) throws {
    try models.read { reader in
      if let begin { try begin(try reader.accountUses(filter)) }
      try reader.forEachTransactionOldestFirst(filter, body)
    }
  }
}
