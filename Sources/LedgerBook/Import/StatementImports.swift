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

  /// Whether two transactions are one row of the bank, which two devices imported in two formats.
  func areOneRow(_ one: TransactionID, _ other: TransactionID) throws -> Bool {
    guard areOfSeveralDevices else { return false }
    let rows = try book.linkedRows(of: other)
    return try book.linkedRows(of: one).contains { first in
      try rows.contains { second in
        try first.account == second.account && first.money == second.money
          && ([first.date, first.otherDate].contains(second.date) || first.date == second.otherDate)
          && ImportPlan.areAlike(KnownRow(first).text, KnownRow(second).text)
          && areApart((one, first.row), (other, second.row))
      }
    }
  }

  /// Whether two devices imported the rows of two transactions, and neither knew of the other's.
  ///
  /// Otherwise they are two movements, because the second import had the first one's row before it. So they are if a
  /// person dismissed the pair, or took a row off one of them.
  func areApart(
    _ one: (TransactionID, row: UniqueID), _ other: (TransactionID, row: UniqueID)
  ) throws -> Bool {
    guard areOfSeveralDevices, let first = try imported(one.0, one.row),
      let second = try imported(other.0, other.row), first.reference != second.reference,
      // What its author had seen is known per stream.
      !first.context.saw(second.reference), !second.context.saw(first.reference)
    else { return false }
    return try !book.fold(one.0.stream).transaction.dismissedDuplicates.contains(other.0)
      && !book.fold(other.0.stream).transaction.dismissedDuplicates.contains(one.0)
  }

  /// Returns the import that linked a transaction with a row, or `nil` if a person took rows off the transaction.
  private func imported(_ id: TransactionID, _ row: UniqueID) throws -> StoredEvent? {
    let events = try book.log.events(of: id.stream)
    if events.contains(where: { $0.type == EventType.bankRowUnlinked.rawValue }) { return nil }
    let link = events.first { event in
      guard case .transaction(.bankRowLinked(let linked))? = event.recordEvent else { return false }
      return linked.row == row
    }
    return link.flatMap { imports[$0.correlation] }
  }
}
