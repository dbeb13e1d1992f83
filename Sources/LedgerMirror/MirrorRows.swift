internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerSync

/// The rows of a ledger's read models, as of one position.
struct MirrorRows {
  let position: Position
  /// The rows in the form of COPY, in the order of `MirrorTable.all`.
  let tables: [(table: MirrorTable, rows: CopyRows)]

  private static let triesMax = 5

  /// Computes the rows at the end of the log.
  ///
  /// Retries while other processes append, up to `triesMax` times. Then it reads as of a fixed position.
  ///
  /// - Complexity: O(events).
  init(_ book: Book) throws {
    for _ in 0..<Self.triesMax {
      let position = try book.log.lastPosition()
      let tables = try Self.tables(book)
      if try book.log.lastPosition() == position {
        (self.position, self.tables) = (position, tables)
        return
      }
    }
    position = try book.log.lastPosition()
    let past = book.asOf(.position(position))
    defer { try? past.close() }
    tables = try Self.tables(past)
  }

  /// Returns the rows of every table. Sums count every date, because rows stay as they are until the next event.
  private static func tables(_ book: Book) throws -> [(table: MirrorTable, rows: CopyRows)] {
    let book = book.through(.last)
    let ledger = book.log.ledgerID
    var receipts = CopyRows()
    var months: ClosedRange<CivilMonth>?
    var filter = TransactionFilter.everything
    filter.stages = [.draft, .saved, .deleted]
    var names = try book.accountNames()
    try book.forEachTransaction(filter) { listed in
      add(ListedTransaction(row: names.naming(listed.row), groupName: listed.groupName), ledger, to: &receipts)
      if listed.row.stage == .saved, let month = listed.row.date?.civilMonth {
        months = months.map { min($0.lowerBound, month)...max($0.upperBound, month) } ?? month...month
      }
    }
    let (groups, totals) = try self.groups(book, ledger)
    return [
      (.receipts, receipts), (.groups, groups), (.groupTotals, totals),
      (.months, try self.months(book, months, ledger)), (.corrections, try corrections(book, ledger)),
      (.conflicts, try conflicts(book, ledger)),
    ]
  }

  private static func add(_ listed: ListedTransaction, _ ledger: UniqueID, to rows: inout CopyRows) {
    let row = listed.row
    rows.add(ledger)
    rows.add(row.id.id)
    rows.add(row.stage.rawValue)
    rows.add(row.kind.rawValue)
    rows.add(row.origin)
    rows.add(row.on.iso)
    rows.add(row.date?.iso)
    rows.add(row.vendor)
    rows.add(row.money?.minorUnits)
    rows.add(row.money?.currency.code)
    rows.add(row.category)
    rows.add(row.payment?.rawValue)
    rows.add(row.account)
    rows.add(row.toAccount)
    let arrival = row.toAccount == nil ? nil : row.arrival
    rows.add(arrival?.minorUnits)
    rows.add(arrival?.currency.code)
    rows.add(listed.group?.id)
    rows.add(row.rule?.id)
    rows.add(row.note)
    rows.add(row.tags)
    rows.add(row.flags.names)
    rows.add(row.isCleared)
    rows.add(Int64(row.attachments.count))
    rows.add(Int64(row.attentionCount))
    rows.add(Int64(row.correctedCount))
    rows.add(Int64(row.conflictCount))
    rows.endRow()
  }

  private static func groups(_ book: Book, _ ledger: UniqueID) throws -> (groups: CopyRows, totals: CopyRows) {
    var (groups, totals) = (CopyRows(), CopyRows())
    for group in try book.groups() {
      let id = group.id?.id ?? .zero
      groups.add(ledger)
      groups.add(id)
      groups.add(group.name)
      groups.add(Int64(group.count))
      groups.add(Int64(group.drafts))
      groups.add(group.first?.iso)
      groups.add(group.last?.iso)
      groups.add(group.hasPendingDeletion)
      groups.endRow()
      let sums = group.totals.map { ($0.currency, Optional($0.minorUnits)) } + group.tooLarge.map { ($0, nil) }
      for (currency, units) in sums {
        totals.add(ledger)
        totals.add(id)
        totals.add(currency.code)
        totals.add(units)
        totals.endRow()
      }
    }
    return (groups, totals)
  }

  private static func months(
    _ book: Book, _ months: ClosedRange<CivilMonth>?, _ ledger: UniqueID
  ) throws -> CopyRows {
    var rows = CopyRows()
    guard let months else { return rows }
    for month in try book.report(.cashFlow, over: months).months where month.line.count > 0 {
      let line = month.line
      func units(_ sums: LedgerReport.Sums, _ currency: CurrencyCode) -> Int64? {
        sums.tooLarge.contains(currency)
          ? nil : sums.totals.first { $0.currency == currency }?.minorUnits ?? 0
      }
      let sums = [line.received, line.spent, line.total]
      let currencies = Set(sums.flatMap { $0.totals.map(\.currency) + $0.tooLarge })
      for currency in currencies.sorted() {
        rows.add(ledger)
        rows.add(month.month.first.iso)
        rows.add(currency.code)
        for sum in sums { rows.add(units(sum, currency)) }
        rows.endRow()
      }
    }
    return rows
  }

  private static func corrections(_ book: Book, _ ledger: UniqueID) throws -> CopyRows {
    var rows = CopyRows()
    for (key, fields) in try Accuracy.of(book).extractors.sorted(by: { $0.key < $1.key }) {
      for (field, tally) in fields.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        rows.add(ledger)
        rows.add(key.extractor)
        rows.add(Int64(key.version))
        rows.add(key.method.rawValue)
        rows.add(field.rawValue)
        for count in [tally.judged, tally.right, tally.corrected, tally.filledIn] { rows.add(Int64(count)) }
        rows.endRow()
      }
    }
    return rows
  }

  private static func conflicts(_ book: Book, _ ledger: UniqueID) throws -> CopyRows {
    var rows = CopyRows()
    for conflict in try book.conflicts() {
      // The table is of receipts.
      guard let transaction = conflict.transaction, conflict.part == nil else { continue }
      for (number, value) in conflict.values.enumerated() {
        rows.add(ledger)
        rows.add(transaction.id)
        rows.add(conflict.field?.rawValue ?? "deletion")
        rows.add(Int64(number + 1))
        rows.add(value.value?.textWithCurrency)
        rows.add(value.actor)
        rows.add(value.atMilliseconds)
        rows.add(value.basedOn?.textWithCurrency)
        rows.endRow()
      }
    }
    return rows
  }
}
