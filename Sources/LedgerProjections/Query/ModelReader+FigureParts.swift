package import LedgerBytes
package import LedgerDomain

/// The contribution of one saved transaction to a figure.
package struct FigurePart: Hashable, Sendable {
  /// The log's key of its stream.
  package let key: StreamKey
  /// Its direction.
  package let kind: TransactionKind
  /// Its amount, in minor units of the figure's currency, without a sign for its direction.
  ///
  /// Of an account's balance it is what it takes from the account if it is a transfer, so negative if it arrives.
  package let minorUnits: Int64
}

extension ModelReader {
  /// Calls `body` with every matching transaction that has an amount in a currency, in no order.
  ///
  /// They are the parts of that sum.
  ///
  /// - Parameters:
  ///   - filter: The filter that transactions must match.
  ///   - currency: The currency of the sum.
  ///   - withoutCategory: Whether to leave out transactions with a category.
  ///   - body: A closure that gets each part.
  /// - Complexity: A page of the file per 256 transactions within the filter's dates.
  package func forEachPart(
    of filter: TransactionFilter, in currency: CurrencyCode, withoutCategory: Bool = false,
    _ body: (FigurePart) throws -> Void
  ) throws {
    let numbers = try FacetValues(connection: connection).currencies()
    guard let number = numbers.firstIndex(of: currency) else { return }
    var columns = FacetSums.columns
    if withoutCategory { columns.formUnion(FacetParts.columns) }
    let split = withoutCategory ? try FacetParts(FacetValues(connection: connection)) : nil
    try scan(filter).forEachEntry(columns) { block, index in
      guard block.value(.currency, index) == Int64(number) else { return }
      var part: Int64?
      if let split {
        // The part without a category, or the whole of a transaction that is not split.
        var isPart = false
        split.forEachPart(block, index) { if $0 == 0 { (isPart, part) = (true, $1) } }
        guard isPart else { return }
      }
      let bits = block.bits(index)
      guard bits.hasUnits, let kind = TransactionKind(code: Int64(bits.kind)) else { return }
      try body(FigurePart(key: block.key(index), kind: kind, minorUnits: part ?? block.value(.units, index)))
    }
  }

  /// Calls `body` with every saved transaction that moves money of an account in a currency, in no order.
  ///
  /// They are the parts of its balance, but for the opening one.
  ///
  /// - Parameters:
  ///   - names: The texts by which transactions mention the account, or `nil` for all accounts together.
  ///   - currency: The currency of the balance.
  ///   - day: The day as of which the balance is.
  ///   - isCleared: Whether the parts must be cleared, or must not be. `nil` allows both.
  ///   - body: A closure that gets each part.
  /// - Complexity: A page of the file per 256 transactions, and a look-up per transfer.
  package func forEachPart(
    ofBalance names: Set<String>?, in currency: CurrencyCode, through day: CivilDate?, isCleared: Bool?,
    _ body: (FigurePart) throws -> Void
  ) throws {
    var filter = TransactionFilter()
    let texts = FacetValues(connection: connection)
    let names = try names ?? Set((texts.texts(.account) + texts.texts(.toAccount)).compactMap { $0 })
    // A filter without names lets pass what has no account.
    if names.isEmpty { return }
    filter.accounts = names
    filter.asOf = day
    filter.isCleared = isCleared
    let number = try FacetValues(connection: connection).currencies().firstIndex(of: currency)
    try scan(filter).forEachEntry(FacetSums.columns.union([.toAccount])) { block, index in
      let key = block.key(index)
      if block.value(.toAccount, index) != 0 {
        let effect = try transaction(key: key)?.row.effect(in: currency, where: names.contains)
        if let effect { try body(FigurePart(key: key, kind: .transfer, minorUnits: -effect)) }
        return
      }
      let bits = block.bits(index)
      guard block.value(.currency, index) == number.map(Int64.init), bits.hasUnits,
        let kind = TransactionKind(code: Int64(bits.kind))
      else { return }
      try body(FigurePart(key: key, kind: kind, minorUnits: block.value(.units, index)))
    }
  }
}
