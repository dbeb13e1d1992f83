package import BankFiles
internal import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

/// A row that the bank had not booked when its file was imported, and that nothing has replaced.
package struct PendingRow: Sendable {
  /// The transaction that the row is.
  package let transaction: TransactionID
  package let row: KnownRow
  package let vendor: String
  /// Whether the row is of an earlier file of the same import.
  package let isPlanned: Bool

  init(_ transaction: TransactionRow, _ linked: TransactionEvent.BankRowLinked) {
    self.transaction = transaction.id
    row = KnownRow(linked)
    vendor = linked.payee ?? linked.text ?? transaction.vendor ?? ""
    isPlanned = false
  }

  /// The row of an import that is not carried out yet, or `nil` if it is booked or not new.
  init?(planned: PlannedRow) {
    guard planned.row.isPending, planned.verdict == .new else { return nil }
    transaction = planned.transaction
    row = KnownRow(id: planned.id, planned.row)
    vendor = planned.row.payee
    isPlanned = true
  }
}

extension StatementPlanner {
  /// The days by which a bank can print a booking before the purchase.
  static let earlyDaysMax = 2

  /// Matches booked rows with the rows that they replace, which the bank had not booked yet.
  ///
  /// - Parameters:
  ///   - pending: The rows of the account that are not booked.
  ///   - booked: The booked rows of the account that the file does not have.
  ///   - owners: The transactions of the account, by their rows.
  /// - Returns: The pending rows that the file should have and has not.
  mutating func settle(
    _ rows: inout [PlannedRow], _ pending: [PendingRow], booked: [KnownRow],
    _ owners: [UniqueID: TransactionRow]
  ) throws -> [PendingRow] {
    var open = pending.filter { !settled.contains($0.transaction) }
    func settle(_ index: Int, _ place: Int, isDoubtful: Bool) {
      let replaced = open.remove(at: place)
      settled.insert(replaced.transaction)
      rows[index].verdict = .matched(replaced.transaction, isDoubtful: isDoubtful)
      rows[index].settled = replaced
    }
    // The bank changed nothing but the state, or nothing at all.
    for index in rows.indices {
      guard case .known = rows[index].verdict,
        let place = open.firstIndex(where: { $0.row.id == rows[index].id })
      else { continue }
      if rows[index].row.isPending { open.remove(at: place) } else { settle(index, place, isDoubtful: false) }
    }
    // The bank reworded a row that it has not booked.
    let reworded = rows.indices.filter { rows[$0].verdict == .new && rows[$0].row.isPending }
    let plan = ImportPlan(
      reworded.map { rows[$0].row }, ids: reworded.map { rows[$0].id }, known: open.map(\.row))
    for (index, verdict) in zip(reworded, plan.verdicts) {
      guard case .knownDifferently(let id) = verdict else { continue }
      rows[index].verdict = .known(isDeleted: false)
      open.removeAll { $0.row.id == id }
    }
    let new = rows.indices.filter { rows[$0].verdict == .new && !rows[$0].row.isPending }
    let candidates = open.map { pending in
      MatchCandidate(
        id: pending.transaction, date: pending.row.date, money: pending.row.money, vendor: pending.vendor)
    }
    for match in RowMatching.matches(new.map { rows[$0].row }, candidates, laterMax: Self.earlyDaysMax) {
      guard let place = open.firstIndex(where: { $0.transaction == match.id }) else { continue }
      settle(new[match.row], place, isDoubtful: match.isDoubtful)
    }
    try uniteApart(&rows, &open, owners)
    forget(&rows, booked)
    return vanished(open, rows)
  }

  /// Makes rows that were not booked one with their bookings, if two devices imported them apart.
  private mutating func uniteApart(
    _ rows: inout [PlannedRow], _ open: inout [PendingRow], _ owners: [UniqueID: TransactionRow]
  ) throws {
    try open.removeAll { pending in
      let known = try rows.indices.filter { index in
        let planned = rows[index]
        guard case .known = planned.verdict, !planned.isUnited, !planned.row.isPending,
          planned.row.money == pending.row.money, owners[planned.id]?.id == planned.transaction,
          pending.row.date.days(to: planned.row.date) >= -Self.earlyDaysMax,
          DuplicateTier.areAlike(planned.row.vendor ?? planned.row.payee, pending.vendor)
        else { return false }
        return try imports.areApart((planned.transaction, planned.id), (pending.transaction, pending.row.id))
      }
      let candidate = MatchCandidate(
        id: pending.transaction, date: pending.row.date, money: pending.row.money, vendor: pending.vendor)
      guard let match = RowMatching.matches(known.map { rows[$0].row }, [candidate]).first,
        !match.isDoubtful
      else { return false }
      let index = known[match.row]
      let own = rows[index].transaction
      guard let double = try book.double(pending.transaction, own, canStay: true),
        merged.isDisjoint(with: [own, pending.transaction])
      else { return false }
      merged.formUnion([own, pending.transaction])
      rows[index].double = double
      if double.goes == own { rows[index].settled = pending }
      return true
    }
  }

  /// Leaves out pending rows of an older file whose booking the ledger has already.
  private func forget(_ rows: inout [PlannedRow], _ booked: [KnownRow]) {
    guard let last = rows.lazy.filter({ !$0.row.isPending }).map(\.row.date).max() ?? rows.map(\.row.date).max()
    else { return }
    let pending = rows.indices.filter { rows[$0].verdict == .new && rows[$0].row.isPending }
    let later = booked.filter { $0.date > last }.map { row in
      MatchCandidate(id: row.id, date: row.date, money: row.money, vendor: "")
    }
    for match in RowMatching.matches(pending.map { rows[$0].row }, later) {
      let index = pending[match.row]
      let booking = booked.first { $0.id == match.id }
      if let booking, booking.date >= rows[index].row.date { rows[index].verdict = .known(isDeleted: false) }
    }
  }

  /// Returns the rows that the bank must have dropped.
  ///
  /// The file covers their days, and bookings take no longer.
  private func vanished(_ open: [PendingRow], _ rows: [PlannedRow]) -> [PendingRow] {
    let days = rows.map(\.row.date)
    guard let first = days.min(), let last = days.max() else { return [] }
    let listsPending = rows.contains { $0.row.isPending }
    return open.filter { pending in
      let day = pending.row.date
      return first <= day && (listsPending ? day <= last : day.adding(days: RowMatching.daysMax) <= last)
    }
  }
}
