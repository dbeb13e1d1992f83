internal import BankFiles
internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

// One movement can have several forms: of two formats, as the bank reworded it, or before and after its booking.
extension StatementPlanner {
  /// Whether some rows are new or the ledger has other rows, so that it may have them in another form.
  func mayHaveOtherForms(_ rows: [PlannedRow], account: String) throws -> Bool {
    if rows.contains(where: { [.new, .restored].contains($0.verdict) }) { return true }
    // Another device may have linked such a row with a transaction of another day.
    let days = imports.areOfSeveralDevices ? RowMatching.daysMax : 0
    guard var filter = Self.days(of: rows, within: days) else { return false }
    filter.accounts = [account]
    filter.stages = [.saved]
    if try reader.count(filter) > rows.count(where: { $0.verdict != .known(isDeleted: true) }) { return true }
    filter.isCleared = false
    // A bank books a row some days later, or prints an earlier day.
    filter.from = filter.from?.adding(days: -RowMatching.daysMax)
    filter.through = filter.through?.adding(days: Self.earlyDaysMax)
    return try reader.count(filter) > 0 || plannedPending[account] != nil
  }

  /// The transactions of the days that a file covers, and of some days before and after them.
  private static func days(of rows: [PlannedRow], within days: Int) -> TransactionFilter? {
    let dates = rows.map(\.row.date)
    guard let first = dates.min(), let last = dates.max() else { return nil }
    var filter = TransactionFilter.everything
    filter.from = first.adding(days: -days)
    filter.through = last.adding(days: days)
    return filter
  }

  /// Finds rows that the ledger has from another format, from before their booking, or in other words.
  ///
  /// A transaction that is linked with a row of the file is that row, so its other rows are not looked at.
  ///
  /// - Returns: The rows that were not booked yet, and that the file should have and has not.
  mutating func absorb(
    _ rows: inout [PlannedRow], _ ids: [UniqueID], account: String, earlier: [KnownRow]
  ) throws -> [PendingRow] {
    guard var filter = Self.days(of: rows, within: RowMatching.daysMax) else { return [] }
    let fileIDs = Set(ids)
    var pending = plannedPending[account, default: []]
    let plannedPendingIDs = Set(pending.map(\.row.id))
    var known = earlier.filter { !plannedPendingIDs.contains($0.id) }
    for row in rows {
      if case .known = row.verdict { known.append(KnownRow(id: row.id, row.row)) }
    }
    filter.accounts = [account]
    // The living transactions of the account, by their rows. Two devices may have linked one row with two of them.
    var owners: [UniqueID: TransactionRow] = [:]
    var twins: [UniqueID: TransactionRow] = [:]
    var others: [TransactionEvent.BankRowLinked] = []
    // The rows of the file in other formats, as far as that is known.
    var same = fileIDs
    try reader.forEachTransaction(filter) { listed in
      let linked = try book.linkedRows(of: listed.row.id).filter { $0.account == account }
      if listed.row.stage != .deleted {
        for row in linked { twins[row.row] = owners.updateValue(listed.row, forKey: row.row) }
        if let last = linked.last, !linked.contains(where: \.isBooked) {
          pending.append(PendingRow(listed.row, last))
          return
        }
      }
      if linked.contains(where: { fileIDs.contains($0.row) }) {
        same.formUnion(linked.map(\.row))
      } else if try listed.row.stage != .deleted || !isUndone(listed.row.id) {
        others += linked
      }
    }
    // A row of an earlier file of this import may be in the ledger, too. It is known once.
    same.formUnion(earlier.map(\.id))
    for row in others where !same.contains(row.row) { known.append(KnownRow(row)) }
    let comparison = ImportPlan(rows.map(\.row), ids: ids, known: known)
    for (index, verdict) in comparison.verdicts.enumerated()
    where [.new, .restored].contains(rows[index].verdict) {
      if case .knownDifferently = verdict { rows[index].verdict = .known(isDeleted: false) }
    }
    let doubles = comparison.doubles.map { ($0.row, $0.own, $0.other.id, owners[$0.other.id]) }
    for (index, id, row, other) in doubles + ids.indices.map({ ($0, ids[$0], ids[$0], twins[ids[$0]]) }) {
      guard let other, let own = owners[id], merged.isDisjoint(with: [own.id, other.id]),
        let double = try imports.double((own, id), (other, row))
      else { continue }
      rows[index].double = double
      if rows[index].isUnited { merged.formUnion([own.id, other.id]) }
    }
    let booked = others.filter { !same.contains($0.row) && $0.isBooked }
    return try settle(&rows, pending, booked: booked.map { KnownRow($0) }, owners)
  }
}

extension Book {
  /// Returns two transactions of which one goes, or `nil` if a person changed that one.
  ///
  /// - Parameter canStay: Whether the second one can stay instead.
  func double(_ stays: TransactionID, _ goes: TransactionID, canStay: Bool) throws -> PlannedDouble? {
    if try !fold(goes.stream).transaction.isTouched { return PlannedDouble(stays: stays, goes: goes) }
    guard canStay, try !fold(stays.stream).transaction.isTouched else { return nil }
    return PlannedDouble(stays: goes, goes: stays)
  }
}

extension KnownRow {
  /// The row as the ledger keeps it.
  init(_ linked: TransactionEvent.BankRowLinked) {
    self.init(
      id: linked.row, date: linked.date, otherDate: linked.otherDate, money: linked.money,
      text: RowIdentity.comparable(payee: linked.payee ?? "", text: linked.text ?? ""))
  }
}
