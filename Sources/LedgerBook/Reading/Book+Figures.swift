package import LedgerBytes
package import LedgerDomain
package import LedgerProjections

// The transactions that a figure is the sum of: for audits.
extension Book {
  /// Calls `body` with the parts of a sum in one currency, in no order.
  ///
  /// A part is a transaction that matches and has an amount in that currency.
  ///
  /// - Parameters:
  ///   - filter: The filter that transactions must match.
  ///   - currency: The currency of the sum.
  ///   - withoutCategory: Whether to leave out transactions with a category.
  ///   - body: A closure that gets each part.
  /// - Complexity: A page of the read models per 256 transactions that the filter's dates leave.
  package func forEachPart(
    of filter: TransactionFilter, in currency: CurrencyCode, withoutCategory: Bool = false,
    _ body: (FigurePart) throws -> Void
  ) throws {
    try models.read { reader in
      try reader.forEachPart(of: filter, in: currency, withoutCategory: withoutCategory, body)
    }
  }

  /// Calls `body` with the parts of an account's balance in one currency, in no order.
  ///
  /// The opening balance is left out.
  ///
  /// - Parameters:
  ///   - names: The texts by which transactions mention the account, or `nil` for all accounts together.
  ///   - currency: The currency of the balance.
  ///   - day: The day as of which the balance is, or `nil` for everything.
  ///   - isCleared: Whether the parts must be cleared, or must not be. `nil` allows both.
  ///   - body: A closure that gets each part.
  /// - Complexity: A page of the read models per 256 transactions, and a look-up per transfer.
  package func forEachPart(
    ofBalance names: Set<String>?, in currency: CurrencyCode, through day: CivilDate?, isCleared: Bool? = nil,
    _ body: (FigurePart) throws -> Void
  ) throws {
    try models.read {
      try $0.forEachPart(ofBalance: names, in: currency, through: day, isCleared: isCleared, body)
    }
  }

  /// Returns the read models' row of a transaction by the log's key of its stream, or `nil`.
  package func listedTransaction(key: StreamKey) throws -> ListedTransaction? {
    try models.read { try $0.transaction(key: key) }
  }
}
