package import LedgerDomain

/// A transaction of the ledger that a bank's row could be: typed, scanned or generated.
package struct MatchCandidate<ID: Hashable & Comparable & Sendable>: Sendable {
  package let id: ID
  package let date: CivilDate
  /// Negative if money left the account.
  package let money: Money
  package let vendor: String

  package init(id: ID, date: CivilDate, money: Money, vendor: String) {
    self.id = id
    self.date = date
    self.money = money
    self.vendor = vendor
  }
}

/// A bank row with its matching transaction.
package struct RowMatch<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The index of the row in the list.
  package let row: Int
  package let id: ID
  package let days: Int
  package let isSameVendor: Bool
  /// Whether a person should look: other vendors and days apart, or two transactions fit equally well.
  package let isDoubtful: Bool
}

/// Matches bank rows with transactions of the ledger.
package enum RowMatching {
  package static let daysMax = 10
  /// Days between a purchase and its booking that are nothing unusual.
  private static let usualDaysMax = 3

  /// Pairs of one row and one transaction of the same currency and amount.
  ///
  /// The nearest days are paired first, then those with the same vendor. Each row and each transaction is in one pair at
  /// most. The pairs are in the order of the rows.
  ///
  /// - Parameter laterMax: The days by which a transaction can be later than its row.
  /// - Complexity: O(n log n) in rows and candidates, times the candidates of one amount within twenty days.
  package static func matches<ID>(
    _ rows: [BankRow], _ candidates: [MatchCandidate<ID>], laterMax: Int = daysMax
  ) -> [RowMatch<ID>] {
    var byMoney: [Money: [MatchCandidate<ID>]] = [:]
    for candidate in candidates { byMoney[candidate.money, default: []].append(candidate) }
    for money in byMoney.keys { byMoney[money]?.sort { ($0.date, $0.id) < ($1.date, $1.id) } }
    precondition(
      byMoney.values.reduce(0) { $0 + $1.count } == candidates.count,
      "every transaction is a candidate for one amount")
    var pairs: [Pair<ID>] = []
    for (index, row) in rows.enumerated() {
      guard let same = byMoney[row.money] else { continue }
      var place = firstIndex(of: row.date.adding(days: -daysMax), in: same)
      while place < same.count, same[place].date <= row.date.adding(days: laterMax) {
        let vendor = row.vendor ?? row.payee
        pairs.append(Pair(row: index, rowDate: row.date, rowVendor: vendor, candidate: same[place]))
        place += 1
      }
    }
    pairs.sort()
    var takenRows: Set<Int> = []
    var takenIDs: Set<ID> = []
    var matches: [RowMatch<ID>] = []
    for (place, pair) in pairs.enumerated() where !takenRows.contains(pair.row) && !takenIDs.contains(pair.id) {
      // The next best transaction for the same row, still free, that is just as near and just as alike.
      let rival = pairs[(place + 1)...].prefix { $0.rank == pair.rank }.contains {
        $0.row == pair.row && !takenIDs.contains($0.id)
      }
      takenRows.insert(pair.row)
      takenIDs.insert(pair.id)
      let isFar = pair.days > usualDaysMax && !pair.isSameVendor
      matches.append(
        RowMatch(
          row: pair.row, id: pair.id, days: pair.days, isSameVendor: pair.isSameVendor,
          isDoubtful: isFar || rival))
    }
    precondition(
      takenRows.count == matches.count && takenIDs.count == matches.count,
      "a row has one transaction, and a transaction one row")
    return matches.sorted { $0.row < $1.row }
  }

  private struct Pair<ID: Hashable & Comparable & Sendable>: Comparable {
    let row: Int
    let id: ID
    let days: Int
    let isSameVendor: Bool

    init(row: Int, rowDate: CivilDate, rowVendor: String, candidate: MatchCandidate<ID>) {
      self.row = row
      id = candidate.id
      days = abs(rowDate.days(to: candidate.date))
      isSameVendor = VendorName.areSame(rowVendor, candidate.vendor)
    }

    var rank: Int { days * 2 + (isSameVendor ? 0 : 1) }

    static func < (left: Pair, right: Pair) -> Bool {
      (left.rank, left.row, left.id) < (right.rank, right.row, right.id)
    }
  }

  private static func firstIndex<ID>(of date: CivilDate, in sorted: [MatchCandidate<ID>]) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle].date < date { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
