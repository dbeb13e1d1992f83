internal import LedgerDomain
internal import LedgerProjections

extension Book {
  /// Returns the accounts that transactions name, in alphabetical order.
  ///
  /// - Complexity: A page of the models per 256 transactions.
  package func accountsInUse() throws -> [String] {
    var filter = TransactionFilter.everything
    filter.stages = [.draft, .saved]
    let uses = try models.read { try $0.accountUses(filter) }
    return Set(uses.flatMap { [$0.account, $0.toAccount].compactMap { $0 } }).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
}
