internal import LedgerBytes
internal import LedgerDomain

/// The entries of some transactions for filters and sums, their values numbered among themselves. Any thread makes them.
struct FacetRows: Sendable {
  /// The entry of each key, or `nil` if the transaction is not known any more.
  private(set) var entries: [(key: StreamKey, entry: FacetEntry?)] = []
  private var numbers = FacetNumbers()

  /// The values of each facet, numbered from 1.
  var values: [[FacetValue]] { numbers.values }

  /// Whether two rows of a transaction have the same entry: then its block stays as it is.
  static func areSame(_ left: borrowing TransactionRow, _ right: borrowing TransactionRow) -> Bool {
    func isSame(_ left: String?, _ right: String?) -> Bool {
      guard let left, let right else { return left == nil && right == nil }
      return left.hasSameBytes(as: right)
    }
    return FacetBits(left) == FacetBits(right) && left.date == right.date && left.created == right.created
      && left.amount == right.amount && left.group == right.group && left.rule == right.rule
      && isSame(left.category, right.category) && isSame(left.vendor, right.vendor)
      && isSame(left.account, right.account) && isSame(left.toAccount, right.toAccount)
      && left.hasSameParts(as: right)
      && left.tags.elementsEqual(right.tags) { $0.hasSameBytes(as: $1) }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Takes a transaction's row.
  mutating func add(_ row: borrowing TransactionRow, key: StreamKey) {
    entries.append((key, numbers.entry(row, key: key)))
  }

  /// Takes note that a transaction is not known any more.
  mutating func remove(_ key: StreamKey) { entries.append((key, nil)) }
}
