package import LedgerBytes
package import LedgerDomain

/// A row that the ledger has from an earlier import, deleted ones included.
package struct KnownRow: Hashable, Sendable {
  package let id: UniqueID
  package let date: CivilDate
  package let otherDate: CivilDate?
  package let money: Money
  package let text: String

  package init(id: UniqueID, date: CivilDate, otherDate: CivilDate?, money: Money, text: String) {
    self.id = id
    self.date = date
    self.otherDate = otherDate
    self.money = money
    self.text = text
  }

  /// The row as a later import knows it.
  package init(id: UniqueID, _ row: BankRow) {
    self.init(
      id: id, date: row.date, otherDate: row.otherDate, money: row.money, text: RowIdentity.comparable(row))
  }
}

/// Which rows of a file are new in an account, and which are known.
package struct ImportPlan: Sendable {
  package enum Verdict: Hashable, Sendable {
    case new(UniqueID)
    /// The row is in the ledger with this identity.
    case known(UniqueID)
    /// The row is in the ledger with other texts or another identifier.
    ///
    /// It came from another format, or the bank changed it.
    case knownDifferently(UniqueID)
  }

  /// One for each row, in the order of the file.
  package private(set) var verdicts: [Verdict] = []
  /// Known rows of the file, each with its identity in the ledger and another row that must be the same.
  ///
  /// Two devices made them, if each imported a file of its own format before they exchanged events.
  package private(set) var doubles: [(row: Int, own: UniqueID, other: KnownRow)] = []

  /// Compares the rows of one account with those that the ledger has.
  ///
  /// A known row without its equal in the file, of a day that the file covers, must be in the file in another form. So
  /// it absorbs one row of the same amount and the same day. On the first and the last day of the file the row could be
  /// missing. There the texts have to be alike.
  ///
  /// - Complexity: O(rows + known rows), on average.
  package init(_ rows: [BankRow], ids: [UniqueID], known: [KnownRow]) {
    let knownIDs = Set(known.map(\.id))
    let fileIDs = Set(ids)
    verdicts = ids.map { knownIDs.contains($0) ? .known($0) : .new($0) }
    guard let first = rows.map(\.date).min(), let last = rows.map(\.date).max() else { return }
    var missing: [Place: [KnownRow]] = [:]
    for row in known where !fileIDs.contains(row.id) {
      let days = Set([row.date, row.otherDate].compactMap { $0 })
      guard days.contains(where: { first <= $0 && $0 <= last }) else { continue }
      for day in days { missing[Place(day: day, money: row.money), default: []].append(row) }
    }
    guard !missing.isEmpty else { return }
    var taken: Set<UniqueID> = []
    for index in rows.indices {
      guard case .new = verdicts[index] else { continue }
      let row = rows[index]
      let text = RowIdentity.comparable(row)
      for day in [row.date, row.otherDate].compactMap({ $0 }) {
        let candidates = missing[Place(day: day, money: row.money), default: []].filter { candidate in
          !taken.contains(candidate.id) && (first < day && day < last || Self.areAlike(text, candidate.text))
        }
        guard let match = candidates.first(where: { Self.areAlike(text, $0.text) }) ?? candidates.first else {
          continue
        }
        taken.insert(match.id)
        verdicts[index] = .knownDifferently(match.id)
        break
      }
    }
    for index in rows.indices {
      let own: UniqueID
      switch verdicts[index] {
      case .new: continue
      case .known(let id), .knownDifferently(let id): own = id
      }
      let text = RowIdentity.comparable(rows[index])
      let same = missing[Place(day: rows[index].date, money: rows[index].money), default: []]
      // A known row of a day before or after the file is another movement.
      let alike = same.filter {
        !taken.contains($0.id) && first <= $0.date && $0.date <= last && Self.areAlike(text, $0.text)
      }
      if let other = alike.first(where: { $0.date == rows[index].date && $0.text == text }) ?? alike.first {
        taken.insert(other.id)
        doubles.append((index, own, other))
      }
    }
  }

  private struct Place: Hashable {
    let day: CivilDate
    let money: Money
  }

  /// Whether one text contains the other, or both begin alike.
  package static func areAlike(_ one: String, _ other: String) -> Bool {
    guard !one.isEmpty, !other.isEmpty else { return false }
    return ByteSearch.contains(other, in: one) || ByteSearch.contains(one, in: other)
      || one.prefix(8) == other.prefix(8)
  }
}
