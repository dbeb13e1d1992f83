internal import BankFiles
internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

// One movement can have several forms: of two formats, as the bank reworded it, or before and after its booking.
extension StatementPlanner {
  /// Whether some rows are new or the ledger has other rows, so that it may have them in another form.
  func mayHaveOtherForms(_ rows: [PlannedRow], account: String) throws -> Bool {
    if rows.contains(where: { $0.verdict == .new }) { return true }
    guard var filter = Self.days(of: rows, within: 0) else { return false }
    filter.accounts = [account]
    filter.stages = [.saved]
    if try reader.count(filter) > rows.count { return true }
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
    // The living transactions of the account, by their rows.
    var owners: [UniqueID: TransactionRow] = [:]
    var others: [TransactionEvent.BankRowLinked] = []
    // The rows of the file in other formats, as far as that is known.
    var same = fileIDs
    try reader.forEachTransaction(filter) { listed in
      let linked = try book.linkedRows(of: listed.row.id).filter { $0.account == account }
      if listed.row.stage != .deleted {
        for row in linked { owners[row.row] = listed.row }
        if let last = linked.last, !linked.contains(where: \.isBooked) {
          pending.append(PendingRow(listed.row, last))
          return
        }
      }
      if linked.contains(where: { fileIDs.contains($0.row) }) {
        same.formUnion(linked.map(\.row))
      } else {
        others += linked
      }
    }
    // A row of an earlier file of this import may be in the ledger, too. It is known once.
    same.formUnion(earlier.map(\.id))
    for row in others where !same.contains(row.row) { known.append(KnownRow(row)) }
    let comparison = ImportPlan(rows.map(\.row), ids: ids, known: known)
    for (index, verdict) in comparison.verdicts.enumerated() where rows[index].verdict == .new {
      if case .knownDifferently = verdict { rows[index].verdict = .known(isDeleted: false) }
    }
    for (index, known) in comparison.doubles {
      guard let other = owners[known.id], let own = owners[rows[index].id],
        try book.areImportedApart((own.id, rows[index].id), (other.id, known.id)),
        let double = Self.double(own, other), merged.isDisjoint(with: [own.id, other.id])
      else { continue }
      merged.formUnion([own.id, other.id])
      rows[index].double = double
    }
    let booked = others.filter { !same.contains($0.row) && $0.isBooked }
    return try settle(&rows, pending, booked: booked.map { KnownRow($0) }, owners)
  }

  /// Which of two transactions of one row stays, or `nil` if a person has added something to both.
  ///
  /// Every device chooses the same.
  private static func double(_ one: TransactionRow, _ other: TransactionRow) -> PlannedDouble? {
    let (first, second) = one.id < other.id ? (one, other) : (other, one)
    if second.addsNothing(to: first) { return PlannedDouble(stays: first.id, goes: second.id) }
    if first.addsNothing(to: second) { return PlannedDouble(stays: second.id, goes: first.id) }
    return nil
  }
}

extension Book {
  /// The imports of statements.
  func statementImports() throws -> [StoredEvent] {
    try log.streams(kind: StreamKind.ledger.rawValue).flatMap { try log.events(of: $0) }
      .filter { $0.type == EventType.statementImported.rawValue }
  }

  /// Whether two devices imported the rows of two transactions, and neither knew of the other's.
  ///
  /// Otherwise they are two movements, because the second import had the first one's row before it. So they are if a
  /// person dismissed the pair, or took a row off one of them.
  func areImportedApart(
    _ one: (TransactionID, row: UniqueID), _ other: (TransactionID, row: UniqueID)
  ) throws -> Bool {
    let imports = try statementImports()
    // The events of an import have one correlation. What its author had seen is known per stream.
    func imported(_ id: TransactionID, _ row: UniqueID) throws -> StoredEvent? {
      let events = try log.events(of: id.stream)
      if events.contains(where: { $0.type == EventType.bankRowUnlinked.rawValue }) { return nil }
      let link = events.first { event in
        guard case .transaction(.bankRowLinked(let linked))? = event.recordEvent else { return false }
        return linked.row == row
      }
      return link.flatMap { link in imports.first { $0.correlation == link.correlation } }
    }
    guard let first = try imported(one.0, one.row), let second = try imported(other.0, other.row),
      try !fold(one.0.stream).transaction.dismissedDuplicates.contains(other.0),
      try !fold(other.0.stream).transaction.dismissedDuplicates.contains(one.0)
    else { return false }
    return first.reference != second.reference && !first.context.saw(second.reference)
      && !second.context.saw(first.reference)
  }

  /// Returns two transactions of which one goes, or `nil` if a person changed that one.
  ///
  /// - Parameter canStay: Whether the second one can stay instead.
  func double(_ stays: TransactionID, _ goes: TransactionID, canStay: Bool) throws -> PlannedDouble? {
    if try !fold(goes.stream).transaction.isTouched { return PlannedDouble(stays: stays, goes: goes) }
    guard canStay, try !fold(stays.stream).transaction.isTouched else { return nil }
    return PlannedDouble(stays: goes, goes: stays)
  }
}

extension TransactionRow {
  /// Whether an import made this transaction, and a person added nothing to it that another one lacks.
  fileprivate func addsNothing(to other: TransactionRow) -> Bool {
    origin == RecordOrigin.imported.rawValue && kind == other.kind && kind != .transfer
      && VendorName.areSame(vendor ?? "", other.vendor ?? "")
      && (category == nil || category == other.category) && (group == nil || group == other.group)
      && (note == nil || note == other.note) && tags.allSatisfy(other.tags.contains)
      && attachments.isEmpty && rule == nil && parts.isEmpty && flags == other.flags
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
