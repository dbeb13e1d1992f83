public import LedgerDomain
internal import LedgerSQLite

/// What one saved transaction adds to a figure.
public struct FigurePart: Hashable, Sendable {
  /// The log's key of its stream.
  public let key: Int64
  /// Its direction.
  public let kind: TransactionKind
  /// Its amount, in minor units of the figure's currency, without a sign for its direction.
  public let minorUnits: Int64
}

extension ModelReader {
  /// What makes up a sum in one currency: every transaction that matches and has an amount in it, in no order.
  ///
  /// - `withoutCategory`: only those that have none.
  /// - Complexity: a page of the file per 256 transactions that the filter's dates leave.
  public func forEachPart(
    of filter: TransactionFilter, in currency: Currency, withoutCategory: Bool = false,
    _ body: (FigurePart) throws -> Void
  ) throws {
    let numbers = try FacetValues(connection: connection).currencies()
    guard let number = numbers.firstIndex(of: currency) else { return }
    var columns = FacetSums.columns
    if withoutCategory { columns.insert(.category) }
    try scan(filter).forEach(columns) { block, _ in
      for place in 0..<block.selected {
        let index = block.selection[place]
        guard block.value(.currency, index) == Int64(number),
          !withoutCategory || block.value(.category, index) == 0
        else { continue }
        let bits = FacetBits(raw: UInt16(truncatingIfNeeded: block.value(.bits, index)))
        guard bits.hasUnits, let kind = TransactionKind(code: Int64(bits.kind)) else { continue }
        try body(
          FigurePart(key: block.key(index), kind: kind, minorUnits: block.value(.units, index)))
      }
      return true
    }
  }
}
