internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The rows of one stream from one event to the next, with the position since which each is current.
///
/// It also computes what the rows add to sums.
struct StreamVersions {
  /// The rows after the last event, but for the row of a transaction.
  private var rows = ModelRows()
  private var next = ModelRows()
  /// The position since which each row is current, by table, or `onRecord` if it is in the file already.
  private var begins: [[Position]] = ModelTable.allCases.map { _ in [] }
  /// The row of a transaction, which is compared as a value.
  ///
  /// Its cells are made once, when the row ends. `transactionBegins` is the position since which it is current.
  private var transaction: TransactionRow?
  private var transactionBegins: Position = 0
  /// Whether the rows on record are not compared yet.
  ///
  /// The events so far were known when those rows were written.
  private(set) var isBefore = false

  private static let onRecord: Position = 0
  /// The tables that a transaction's row fills, in addition to its own.
  private static let byRow: [ModelTable] = [.notes, .pages]
  /// The tables that its state fills.
  private static let byState: [ModelTable] = [.problems, .dismissals, .proposals]
  /// The tables that are compared row by row.
  private static let byRows = ModelTable.ofHistory.filter { $0 != .transactions }

  /// Begins a stream.
  ///
  /// - Parameter position: The position as of which versions are on record, or 0 if no versions are.
  mutating func begin(before position: Position) {
    rows.removeAll()
    for index in begins.indices where !begins[index].isEmpty { begins[index].removeAll(keepingCapacity: true) }
    transaction = nil
    isBefore = position > 0
  }

  // MARK: A transaction

  /// Compares a transaction after the event at a position with its last version.
  mutating func take(
    _ state: inout TransactionState, _ problems: [StreamFold.Problem], _ stream: KeyedStream,
    at position: Position, into part: inout VersionRows
  ) {
    let key = stream.key
    var row: TransactionRow?
    if let origin = state.origin, let stage = state.stage {
      row = TransactionRow(TransactionID(stream.stream.id), origin, stage, state)
    }
    next.removeAll()
    next.add(problems, stream: key)
    FindingsTable.add(state, key: key, to: &next)
    if !isBefore {
      for table in Self.byState { compare(table, at: position, &part) }
      if let row, let transaction {
        if transaction.isSame(as: row) { return }
        part.figures.count(transaction, row, at: position)
        if TextChanges.differ(transaction, row) { part.changes.add(at: position) }
        if !FacetEntry.areSame(transaction, row) {
          endEntry(key, at: position, &part)
          beginEntry(row, key: key, at: position, &part)
        }
      } else if let row {
        part.figures.count(row, sign: 1, at: position)
        if row.stage != .deleted { part.changes.add(at: position) }
        beginEntry(row, key: key, at: position, &part)
      } else if let transaction {
        part.figures.count(transaction, sign: -1, at: position)
        if transaction.stage != .deleted { part.changes.add(at: position) }
        endEntry(key, at: position, &part)
      } else {
        return
      }
    }
    if let row {
      if let note = row.note { next.add(note: note, key: key) }
      FindingsTable.add(pagesOf: row, key: key, to: &next)
    }
    if isBefore {
      takeRecord()
      transactionBegins = Self.onRecord
    } else {
      for table in Self.byRow { compare(table, at: position, &part) }
      endTransaction(key, at: position, &part)
      transactionBegins = position
    }
    transaction = row
  }

  /// Writes down the transaction's version that ends at a position, or that has no end.
  private func endTransaction(_ key: StreamKey, at position: Position?, _ part: inout VersionRows) {
    guard let transaction else { return }
    let table = ModelTable.transactions.rawValue
    if transactionBegins == Self.onRecord {
      guard let position else { return }
      part.closings[table].add(key)
      part.closings[table].add(position)
      return
    }
    part.versions[table].add(key)
    part.versions[table].add(transactionBegins)
    TransactionTable.addCells(transaction, to: &part.versions[table])
    part.versions[table].add(optional: position)
    let amount = VersionAmount(transaction, key: key, begins: transactionBegins, ends: position)
    if let amount { part.amounts.append(amount) }
  }

  /// Begins a transaction's entry for filters.
  private func beginEntry(
    _ row: borrowing TransactionRow, key: StreamKey, at position: Position, _ part: inout VersionRows
  ) {
    part.facets.add(row, key: key)
    part.stretches.append((position, .max))
  }

  /// Ends a transaction's entry for filters.
  private func endEntry(_ key: StreamKey, at position: Position, _ part: inout VersionRows) {
    if let last = part.facets.entries.last, last.key == key, part.stretches.last?.ends == .max {
      part.stretches[part.stretches.count - 1].ends = position
    } else {
      part.facetClosings.append((key, position))
    }
  }

  // MARK: Rows of other tables

  /// Compares a stream of another kind after the event at a position with its last version.
  mutating func take(
    _ fold: StreamFold, _ stream: KeyedStream, at position: Position, into part: inout VersionRows
  ) {
    next.removeAll()
    next.add(fold, stream: stream.stream, key: stream.key)
    if isBefore { return takeRecord() }
    for table in Self.byRows { compare(table, at: position, &part) }
  }

  /// Takes the next rows for those on record.
  private mutating func takeRecord() {
    isBefore = false
    for table in Self.byRows {
      begins[table.rawValue] = Array(repeating: Self.onRecord, count: next[table].count)
    }
    swap(&rows, &next)
  }

  /// Notes which rows of a table ended, and the position since which the new ones are current.
  private mutating func compare(_ table: ModelTable, at position: Position, _ part: inout VersionRows) {
    if rows.isEmpty(table), next.isEmpty(table) { return }
    let (old, new) = (rows[table], next[table])
    let (before, after) = (old.count, new.count)
    // Most often all of them stay, or one is new.
    var same = 0
    while same < before, same < after, new.isRow(same, sameAs: same, of: old) { same += 1 }
    if same == before, same == after { return }
    var kept = Array(begins[table.rawValue][..<same])
    var stays = [Bool](repeating: false, count: before)
    for place in same..<after {
      let found = (same..<before).first { !stays[$0] && new.isRow(place, sameAs: $0, of: old) }
      if let found { stays[found] = true }
      kept.append(found.map { begins[table.rawValue][$0] } ?? position)
    }
    for place in same..<before where !stays[place] { end(table, place, of: old, at: position, &part) }
    precondition(kept.count == after, "every row has the position since which it is current")
    begins[table.rawValue] = kept
    rows.swap(table, with: &next)
  }

  /// Writes down a version that ends at a position, or that has no end, or that one on record ends.
  private func end(
    _ table: ModelTable, _ place: Int, of rows: RowBuffer, at position: Position?, _ part: inout VersionRows
  ) {
    let (index, keyCount) = (table.rawValue, table.table.keyCount)
    let first = begins[index][place]
    if first == Self.onRecord {
      guard let position else { return }
      part.closings[index].add(cellsOf: place, of: rows, columns: 0..<keyCount)
      part.closings[index].add(position)
    } else {
      part.versions[index].add(cellsOf: place, of: rows, columns: 0..<keyCount)
      part.versions[index].add(first)
      part.versions[index].add(cellsOf: place, of: rows, columns: keyCount..<rows.columns)
      part.versions[index].add(optional: position)
    }
  }

  /// Writes the versions that are still current after the stream's last event.
  mutating func end(_ key: StreamKey, into part: inout VersionRows) {
    endTransaction(key, at: nil, &part)
    for table in Self.byRows where !rows.isEmpty(table) {
      let buffer = rows[table]
      precondition(
        begins[table.rawValue].count == buffer.count, "every row has the position since which it is current")
      for place in 0..<buffer.count { end(table, place, of: buffer, at: nil, &part) }
    }
  }
}
