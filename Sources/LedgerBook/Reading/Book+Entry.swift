public import LedgerDomain
public import LedgerProjections

// What is offered while a person enters something.
extension Book {
  /// The tags used most, or those that begin as typed (edges and case apart), most used first (CHECKLIST ET-05).
  ///
  /// - Complexity: O(limit) where nothing is typed, else a step per tag that begins so.
  public func tagSuggestions(prefix: String = "", limit: Int = 10) throws -> [TagUse] {
    try models.read { try $0.tagUses(prefix: NFC.foldedKey(prefix), limit: limit) }
  }

  /// The account and the payment of the last entries of a kind; where nothing was paid yet, the payment that the
  /// ledger offers first (CHECKLIST IE-33, FF-22).
  public func lastUsed(_ kind: TransactionKind = .expense) throws -> LastUsed {
    try models.read { reader in
      let last = try reader.lastUsed(kind)
      return LastUsed(account: last.account, payment: try last.payment ?? reader.settings()?.payment)
    }
  }
}
