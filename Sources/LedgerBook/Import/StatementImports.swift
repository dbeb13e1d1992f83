internal import BankFiles
internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The imports of statements, which are read once for all transactions that are compared.
struct StatementImports {
  private let book: Book
  private let imports: [UniqueID: StoredEvent]
  /// Whether two devices imported statements, so that one may not have known of the other's rows.
  let areOfSeveralDevices: Bool

  init(_ book: Book) throws {
    self.book = book
    let events = try book.log.streams(kind: StreamKind.ledger.rawValue).flatMap { try book.log.events(of: $0) }
      .filter { $0.type == EventType.statementImported.rawValue }
    imports = Dictionary(events.map { ($0.correlation, $0) }) { first, _ in first }
    areOfSeveralDevices = Set(events.map(\.reference.device)).count > 1
  }

  /// Returns two transactions that have one row of the bank, which two devices imported in two formats.
  func double(_ one: TransactionRow, _ other: TransactionRow) throws -> PlannedDouble? {
    guard areOfSeveralDevices else { return nil }
    let rows = try book.linkedRows(of: other.id)
    for first in try book.linkedRows(of: one.id) {
      for second in rows
      where first.account == second.account && first.money == second.money
        && ([first.date, first.otherDate].contains(second.date) || first.date == second.otherDate)
        && ImportPlan.areAlike(KnownRow(first).text, KnownRow(second).text)
      {
        if let double = try double((one, first.row), (other, second.row)) { return double }
      }
    }
    return nil
  }

  /// Returns the transaction that stays of two that have one row. Every device chooses the same.
  ///
  /// If a person has added something to both, they stay two, and the import names them. The result is `nil` if the rows
  /// are of two vendors, or of one import.
  func double(
    _ one: (TransactionRow, row: UniqueID), _ other: (TransactionRow, row: UniqueID)
  ) throws -> PlannedDouble? {
    let printed = try [one, other].map { transaction, row in
      try book.linkedRows(of: transaction.id).first { $0.row == row }.map { $0.payee ?? $0.text ?? "" } ?? ""
    }
    let isOneVendor =
      one.row == other.row || VendorName.areSame(printed[0], printed[1])
      || one.0.isImported && other.0.isImported && VendorName.areSame(one.0.vendor ?? "", other.0.vendor ?? "")
    guard isOneVendor,
      try areApart((one.0.id, one.row), (other.0.id, other.row))
    else { return nil }
    let (first, second) = one.0.id < other.0.id ? (one.0, other.0) : (other.0, one.0)
    for (goes, stays) in [(second, first), (first, second)]
    where try goes.addsNothing(to: stays, isTouched: book.fold(goes.id.stream).transaction.isTouched) {
      return PlannedDouble(stays: stays.id, goes: goes.id)
    }
    let goes =
      [second, first].first(where: \.isImported)
      ?? [second, first].first { !DuplicateTier.areAlike($0.vendor ?? "", printed[0]) } ?? second
    return PlannedDouble(stays: goes.id == first.id ? second.id : first.id, goes: goes.id, isLeftOpen: true)
  }

  /// Whether two devices imported the rows of two transactions, and neither knew of the other's.
  ///
  /// Otherwise they are two movements, because the second import had the first one's row before it. So they are if a
  /// person dismissed the pair, or took a row off one of them.
  func areApart(
    _ one: (TransactionID, row: UniqueID), _ other: (TransactionID, row: UniqueID)
  ) throws -> Bool {
    guard areOfSeveralDevices, let first = try imported(one.0, one.row).last,
      let second = try imported(other.0, other.row).last, first.reference != second.reference,
      // An import does not count here if its device had the events of the other import already.
      !first.context.saw(second.reference), !second.context.saw(first.reference),
      try !haveCommonImport(one.0, other.0)
    else { return false }
    return try !book.fold(one.0.stream).transaction.dismissedDuplicates.contains(other.0)
      && !book.fold(other.0.stream).transaction.dismissedDuplicates.contains(one.0)
  }

  /// Whether one import had a row for each of two transactions, which are two movements then.
  func haveCommonImport(_ one: TransactionID, _ other: TransactionID) throws -> Bool {
    // An import may have brought a row before the row was united with the transaction.
    func sources(_ id: TransactionID) throws -> Set<[String?]> {
      try Set(
        book.linkedRows(of: id).flatMap { linked in
          try [id, TransactionID(linked.row)].flatMap { try imported($0, linked.row) }
            .map { [linked.account, $0.correlation.description] }
        })
    }
    return try !sources(one).isDisjoint(with: sources(other))
  }

  /// Returns the imports that linked a transaction with a row. If some were undone, only the last one counts.
  ///
  /// The result is empty if rows were taken off the transaction, and not linked again: then a person decided about them.
  private func imported(_ id: TransactionID, _ row: UniqueID) throws -> [StoredEvent] {
    if try book.fold(id.stream).transaction.hasLostRow { return [] }
    return try book.log.events(of: id.stream).compactMap { event in
      guard case .transaction(.bankRowLinked(let linked))? = event.recordEvent, linked.row == row else {
        return nil
      }
      return imports[event.correlation]
    }
  }
}

extension TransactionRow {
  fileprivate var isImported: Bool { origin == RecordOrigin.imported.rawValue }

  /// Whether an import made this transaction, and a person added nothing to it that another one lacks.
  fileprivate func addsNothing(to other: TransactionRow, isTouched: Bool) -> Bool {
    // The kind, the vendor and the category of an import are those of the bank's text. A person's may differ from it.
    if isTouched, kind != other.kind || !VendorName.areSame(vendor ?? "", other.vendor ?? "") { return false }
    return isImported
      && (kind != .transfer || account == other.account && toAccount == other.toAccount)
      && (category == nil || category == other.category || !isTouched && other.category != nil)
      && (group == nil || group == other.group) && (note == nil || note == other.note)
      && tags.allSatisfy(other.tags.contains) && attachments.isEmpty && rule == nil && parts.isEmpty
      && (flags == TransactionFlags() || flags == other.flags)
  }
}
