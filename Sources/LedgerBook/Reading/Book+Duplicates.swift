internal import EventLog
public import LedgerBytes
public import LedgerDomain
public import LedgerProjections

// Transactions that may be one, found when read (IE-26): advice, never an act.
extension Book {
  /// Returns the possible duplicates of a transaction, the surest first. Dismissed and deleted ones are left out.
  ///
  /// - Complexity: A few look-ups in indexes. At most `limit` neighbours of each kind are looked at.
  public func duplicates(of transaction: TransactionID, limit: Int = 20) throws -> [Duplicate] {
    try models.read { reader in
      guard let key = try log.key(of: transaction.stream) else { return [] }
      return try reader.duplicates(ofKey: key, limit: limit)
    }
  }

  /// Returns a page of the ledger's open pairs.
  ///
  /// Pairs of one paper come first. The others are sorted by currency and amount.
  ///
  /// Each transaction is shown with one other, the nearest. Of a thousand equal ones there are 999 pairs, not
  /// half a million, and an answer to one shows the next. `after` is the end of the page before.
  ///
  /// - Throws: `CursorError`.
  /// - Complexity: One pass over two indexes at most, and two look-ups per pair.
  public func duplicates(after: String? = nil, limit: Int = 50) throws -> DuplicatePage {
    try models.read { try $0.duplicates(after: after, limit: limit) }
  }

  /// Records that two transactions are different. It counts for both, whichever is named first.
  ///
  /// - Throws: `Rejection.notAlike` if they do not look alike, so that a slip of the finger records nothing.
  @discardableResult
  public func dismissDuplicate(
    _ transaction: TransactionID, of other: TransactionID, id: UniqueID? = nil
  ) throws -> Done {
    try dismissDuplicates(transaction, of: [other], id: id)
  }

  /// Does the same for several others, in one batch.
  @discardableResult
  public func dismissDuplicates(
    _ transaction: TransactionID, of others: [TransactionID], id: UniqueID? = nil
  ) throws -> Done {
    let content: JSONValue = [
      "command": "dismiss duplicates", "of": .texts(others.map(\.description)),
      "transaction": .string(transaction.description),
    ]
    return try execute(id: id, content: content, about: transaction.stream) { batch in
      let state = try self.fold(transaction.stream).transaction
      let context = try self.decisionContext(groups: [])
      for other in others {
        let otherState = try self.fold(other.stream).transaction
        let isDismissed =
          state.dismissedDuplicates.contains(other) || otherState.dismissedDuplicates.contains(transaction)
        if isDismissed { continue }
        let events = try state.decide(.dismissDuplicate(of: other), id: transaction, context)
        guard let row = TransactionRow(transaction, state), let otherRow = TransactionRow(other, otherState),
          try DuplicateTier.between(row, otherRow) != nil || StatementImports(self).double(row, otherRow) != nil
        else { throw Rejection.notAlike }
        for event in events { batch.append(event, to: transaction) }
      }
    }
  }

  /// Saved transactions with proposals that nobody has answered, the earliest first.
  public func waitingProposals() throws -> [WaitingProposals] {
    try models.read { try $0.waitingProposals() }
  }
}
