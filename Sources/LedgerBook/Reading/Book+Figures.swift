public import LedgerDomain
public import LedgerProjections

// What figures are made of: for audits.
extension Book {
  /// What makes up a sum in one currency: every transaction that matches and has an amount in it, in no order.
  ///
  /// - `withoutCategory`: only those that have none.
  /// - Complexity: a page of the read models per 256 transactions that the filter's dates leave.
  public func forEachPart(
    of filter: TransactionFilter, in currency: Currency, withoutCategory: Bool = false,
    _ body: (FigurePart) throws -> Void
  ) throws {
    try models.read { reader in
      try reader.forEachPart(of: filter, in: currency, withoutCategory: withoutCategory, body)
    }
  }

  /// The row of a transaction by the log's key of its stream, as the read models have it; nil where they have none.
  public func listedTransaction(key: Int64) throws -> ListedTransaction? {
    try models.read { try $0.transaction(key: key) }
  }
}
