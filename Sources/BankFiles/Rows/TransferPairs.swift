import LedgerDomain

/// Both halves of a transfer between two accounts of the person.
package struct TransferPair: Hashable, Sendable {
  /// The place of the row that leaves an account.
  package let out: Int
  /// The place of the row that arrives.
  package let `in`: Int

  package static let daysMax = 5

  /// Returns the pairs of opposite rows in two accounts that are one transfer.
  ///
  /// One row names the other's account. Opposite amounts alone are no evidence: a refund of a shop can have the amount of
  /// a salary. A row that is a whole transfer has no other half.
  ///
  /// - Complexity: O(n) on average, times the rows of one amount.
  package static func pairs(_ rows: [TransferHalf]) -> [TransferPair] {
    var arriving: [Money: [Int]] = [:]
    for (index, row) in rows.enumerated() where row.row.money.minorUnits > 0 && row.row.entry == nil {
      arriving[row.row.money, default: []].append(index)
    }
    var named: [(days: Int, out: Int, in: Int)] = []
    for (index, row) in rows.enumerated() where row.row.money.minorUnits < 0 && row.row.entry == nil {
      let opposite = Money(minorUnits: -row.row.money.minorUnits, currency: row.row.money.currency)
      for other in arriving[opposite, default: []] where rows[other].account != row.account {
        let days = abs(row.row.date.days(to: rows[other].row.date))
        guard days <= daysMax else { continue }
        if row.evidence(rows[other]) == .named { named.append((days, index, other)) }
      }
    }
    named.sort { $0 < $1 }
    var taken: Set<Int> = []
    var pairs: [TransferPair] = []
    for (_, out, arrival) in named where !taken.contains(out) && !taken.contains(arrival) {
      taken.formUnion([out, arrival])
      pairs.append(TransferPair(out: out, in: arrival))
    }
    return pairs.sorted { $0.out < $1.out }
  }
}
