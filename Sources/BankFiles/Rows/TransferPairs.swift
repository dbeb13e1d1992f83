import LedgerDomain

/// Both halves of a transfer between two accounts of the person.
package struct TransferPair: Hashable, Sendable {
  /// The place of the row that leaves an account.
  package let out: Int
  /// The place of the row that arrives.
  package let `in`: Int
}

/// A row with the account that it belongs to.
package struct TransferHalf: Sendable {
  package let account: String
  /// The account's number as the file prints it.
  package let number: String?
  package let row: BankRow

  package init(account: String, number: String? = nil, row: BankRow) {
    self.account = account
    self.number = number
    self.row = row
  }

  /// The beginning of a payee that names an account, as in exports of YNAB.
  private static let transfer = "transfer"

  /// Whether the row could name the account of another one.
  package var namesAnAccount: Bool {
    row.counterAccount != nil || row.transferAccount != nil
      || RowIdentity.comparable(row.payee).hasPrefix(Self.transfer)
  }

  /// Whether the row names an account: as that of the other party, or as YNAB does in the payee.
  package func names(_ account: String) -> Bool {
    if let named = row.counterAccount, AccountNumber.areSame(named, account) { return true }
    if row.transferAccount == account { return true }
    let name = RowIdentity.comparable(account)
    return !name.isEmpty && RowIdentity.comparable(row.payee) == Self.transfer + name
  }

  fileprivate func names(_ other: TransferHalf) -> Bool {
    names(other.account) || other.number.map { names($0) } ?? false
  }
}

extension TransferPair {
  package static let daysMax = 5

  /// Returns the pairs of opposite rows in two accounts, one of which names the other's account.
  ///
  /// Opposite amounts alone are no evidence: a refund of a shop can have the amount of a salary.
  ///
  /// - Complexity: O(n) on average, times the rows of one amount.
  package static func pairs(_ rows: [TransferHalf]) -> [TransferPair] {
    var arriving: [Money: [Int]] = [:]
    for (index, row) in rows.enumerated() where row.row.money.minorUnits > 0 {
      arriving[row.row.money, default: []].append(index)
    }
    var candidates: [(days: Int, out: Int, in: Int)] = []
    for (index, row) in rows.enumerated() where row.row.money.minorUnits < 0 {
      let opposite = Money(minorUnits: -row.row.money.minorUnits, currency: row.row.money.currency)
      for other in arriving[opposite, default: []] where rows[other].account != row.account {
        let days = abs(row.row.date.days(to: rows[other].row.date))
        if days <= daysMax, row.names(rows[other]) || rows[other].names(row) {
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
}
