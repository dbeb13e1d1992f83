public import LedgerDomain
public import LedgerProjections

// Suggestions for the forms in which a person enters something.
extension Book {
  /// Returns the tags used most, or those that begin as typed, most used first (ET-05). Edges and case do not matter.
  ///
  /// - Complexity: O(limit) if nothing is typed, otherwise a step per tag that begins so.
  public func tagSuggestions(prefix: String = "", limit: Int = 10) throws -> [TagUse] {
    try models.read { try $0.tagUses(prefix: NFC.foldedKey(prefix), limit: limit) }
  }

  /// Returns the group that a person used last, or `nil` if none of the last entries is in a group.
  ///
  /// - Complexity: O(1), at most the 2,000 latest transactions.
  public func lastUsedGroup() throws -> GroupID? { try models.read { try $0.lastGroup() } }

  /// Returns the active categories of a kind, last used first, and how many of them were used.
  ///
  /// - Complexity: At most the 2,000 latest transactions, and a step per category.
  package func categoriesByUse(_ kind: TransactionKind) throws -> (rows: [CategoryRow], usedCount: Int) {
    try models.read { reader in
      let last = try reader.lastCategories(kind)
      let offered = try reader.categories().filter {
        $0.isActive && ($0.kinds.isEmpty || $0.kinds.contains(kind))
      }
      let used = last.compactMap { key in offered.first { $0.key == key } }
      return (used + offered.filter { !last.contains($0.key) }, used.count)
    }
  }

  /// Returns the account and the payment of the last entries of a kind (IE-33, FF-22).
  ///
  /// Before the first payment it is the payment that the ledger offers first.
  public func lastUsed(_ kind: TransactionKind = .expense) throws -> LastUsed {
    try models.read { reader in
      let last = try reader.lastUsed(kind)
      return LastUsed(account: last.account, payment: try last.payment ?? reader.settings()?.payment)
    }
  }
}
