import LedgerDomain

/// Both halves of a transfer between two accounts of the person.
package struct TransferPair: Hashable, Sendable {
  /// The place of the row that leaves an account.
  package let out: Int
  /// The place of the row that arrives.
  package let `in`: Int
}

/// A row with the account that it belongs to.
package struct AccountRow: Sendable {
  package let account: String
  package let row: BankRow

  package init(account: String, row: BankRow) {
    self.account = account
    self.row = row
  }
}

extension TransferPair {
  package static let daysMax = 5

  /// The pairs of rows of opposite amounts in two accounts, of which one row names the other's account.
  ///
  /// Opposite amounts alone are no evidence: a refund of a shop can have the amount of a salary.
  ///
  /// - Complexity: O(n) on average, times the rows of one amount.
  package static func pairs(_ rows: [AccountRow]) -> [TransferPair] {
    var arriving: [Money: [Int]] = [:]
    for (index, row) in rows.enumerated() where row.row.money.minorUnits > 0 {
      arriving[row.row.money, default: []].append(index)
    }
    var candidates: [(days: Int, out: Int, in: Int)] = []
    for (index, row) in rows.enumerated() where row.row.money.minorUnits < 0 {
      let opposite = Money(minorUnits: -row.row.money.minorUnits, currency: row.row.money.currency)
      for other in arriving[opposite, default: []] where rows[other].account != row.account {
        let days = abs(row.row.date.days(to: rows[other].row.date))
        if days <= daysMax, names(row, rows[other]) || names(rows[other], row) {
          candidates.append((days, index, other))
        }
      }
    }
    candidates.sort { $0 < $1 }
    var taken: Set<Int> = []
    var pairs: [TransferPair] = []
    for (_, out, arrival) in candidates where !taken.contains(out) && !taken.contains(arrival) {
      taken.formUnion([out, arrival])
      pairs.append(TransferPair(out: out, in: arrival))
    }
    return pairs.sorted { $0.out < $1.out }
  }

  /// Whether a row names the account of the other one, as YNAB does in the payee.
  private static func names(_ one: AccountRow, _ other: AccountRow) -> Bool {
    let account = RowIdentity.comparable(other.account)
    guard !account.isEmpty else { return false }
    if let named = one.row.counterAccount, RowIdentity.comparable(named) == account { return true }
    return RowIdentity.comparable(one.row.payee) == "transfer" + account
  }
}
