internal import EventLog
public import LedgerAudit
public import LedgerBook
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// The changes of exported receipts since their file was made.
///
///     let changes = try ExportChanges(book, since: seal)
///     let count = try changes?.count()
public struct ExportChanges {
  private let book: Book
  private let filter: TransactionFilter
  private let living: [GroupID: String]
  /// The position at which the file was made, as far as this log has its events.
  public let from: Position
  /// The last position that is looked at.
  public let through: Position

  /// Prepares the comparison.
  ///
  /// - Parameters:
  ///   - book: The book, as of now.
  ///   - seal: The record of the file. Returns `nil` if this program does not know its conditions.
  ///   - amendments: The records of the files that supplement it. The latest one counts.
  public init?(_ book: Book, since seal: ExportSeal, amendedBy amendments: [ExportSeal] = []) throws {
    guard let filter = TransactionFilter(seal.filter) else { return nil }
    self.book = book
    self.filter = filter
    living = Dictionary(
      try book.groupRows().filter { !$0.isDeleted }.map { ($0.id, $0.name) },
      uniquingKeysWith: { first, _ in first })
    from = try book.position(of: (amendments.last ?? seal).heads)
    through = try book.log.lastPosition()
  }

  /// Calls `body` with each transaction that was in the file or would be now, and that differs.
  ///
  /// - Complexity: O(events of the records with events since then).
  public func forEachChange(_ body: (StateDifference.Record) throws -> Void) throws {
    _ = try StateDifference.of(book, from: from, through: through) { record in
      guard isIn(record.before) || isIn(record.after),
        record.changes.contains(where: { !Self.unexported.contains($0.field) })
      else { return }
      try body(record)
    }
  }

  /// The fields that no file has: how a value came about, and what waits for a person.
  private static let unexported: Set<RecordField> = [
    .attention, .confirmed, .conflicts, .corrected, .deletion, .distinct, .failure, .proposals, .statement,
    .text,
  ]

  /// Returns the number of transactions that differ.
  public func count() throws -> Int {
    var count = 0
    try forEachChange { _ in count += 1 }
    return count
  }

  /// Whether a transaction belongs into the file.
  func isIn(_ row: TransactionRow?) -> Bool {
    guard let row, filter.admitsApartFromGroup(row) else { return false }
    return filter.groups.isEmpty || filter.groups.contains(row.group) || filter.groups.contains(shownGroup(row))
  }

  private func shownGroup(_ row: TransactionRow) -> GroupID? {
    row.group.flatMap { living[$0] == nil ? nil : $0 }
  }

  func listed(_ row: TransactionRow) -> ListedTransaction {
    ListedTransaction(row: row, groupName: row.group.flatMap { living[$0] })
  }

  /// Writes a supplement: a row `removed` with the old values, and a row `added` with the new ones.
  ///
  /// The rows of the file without those removed, and with those added, are the rows of a new export.
  ///
  /// - Parameter write: Called with the bytes of the table.
  public func writeSupplement(to write: ([UInt8]) throws -> Void) throws -> ExportReport {
    var table = TransactionCSV()
    var report = ExportReport(totals: ExportTotals())
    func put(_ bytes: [UInt8]) throws {
      report.bytes += Int64(bytes.count)
      try write(bytes)
    }
    try put(TransactionCSV.mark + table.header(["Change"]))
    try forEachChange { record in
      let old = record.before.flatMap { isIn($0) ? table.row(listed($0), ["removed"]) : nil }
      let new = record.after.flatMap { isIn($0) ? table.row(listed($0), ["added"]) : nil }
      if let old, let new, old.dropFirst("removed".utf8.count) == new.dropFirst("added".utf8.count) { return }
      report.count += 1
      if let old { try put(old) }
      if let new { try put(new) }
    }
    return report
  }
}
