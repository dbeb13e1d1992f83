internal import LedgerBytes
internal import LedgerDomain

/// The entries of some transactions for filters and sums, their values numbered among themselves. Any thread makes them.
struct FacetRows: Sendable {
  /// The entry of each key, or `nil` if the transaction is not known any more.
  private(set) var entries: [(key: StreamKey, entry: FacetEntry?)] = []
  private var numbers = FacetNumbers()

  /// The values of each facet, numbered from 1.
  var values: [[FacetValue]] { numbers.values }

  var isEmpty: Bool { entries.isEmpty }

  /// Takes a transaction's row.
  mutating func add(_ row: borrowing TransactionRow, key: StreamKey) {
    entries.append((key, numbers.entry(row, key: key)))
  }

  /// Takes note that a transaction is not known any more.
  mutating func remove(_ key: StreamKey) { entries.append((key, nil)) }
}
