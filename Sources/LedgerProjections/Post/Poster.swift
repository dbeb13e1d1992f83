internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Posts folds of streams that may have rows already.
///
/// The difference to the old row is added to the sums. Everything is gathered in memory and written by `finish`.
struct Poster {
  private let writer: ModelWriter
  private var rows = ModelRows()
  private var totals = Totals()
  private var facets: FacetPoster
  /// Existing rows of transactions, before and after the change.
  private var changes = (old: Self.noChanges, new: Self.noChanges)
  /// The last key that the table of transactions has: later streams have no old row.
  private let lastKey: StreamKey
  /// Whether events are on record that could not be applied.
  private let hasProblems: Bool

  private static let noChanges = RowBuffer(columns: ModelTable.transactions.columns)

  /// The tables that a transaction's state fills, and those that its row does.
  private static let byState: [ModelTable] = [.dismissals, .proposals]
  private static let byRow: [ModelTable] = [.transactions, .provenance, .notes]

  /// Creates a poster.
  ///
  /// - Parameters:
  ///   - writer: The writer of the tables.
  ///   - isBatch: Whether many streams may be new. If not, each one is looked up.
  init(_ writer: ModelWriter, isBatch: Bool = true) throws {
    self.writer = writer
    let connection = writer.connection
    facets = FacetPoster(connection, block: writer.facetBlock)
    let last = try connection.statement("SELECT ifnull(max(key), 0) FROM transaction_row")
    lastKey = isBatch ? try last.firstNumber() ?? 0 : .max
    hasProblems = try connection.statement("SELECT EXISTS (SELECT 1 FROM problem)").firstInt64() == 1
  }

  /// Posts a stream, once before each `finish`.
  mutating func post(_ fold: StreamFold, stream: StreamID, key: StreamKey) throws {
    if hasProblems { try writer.forget(.problems, of: stream, key: key) }
    guard case .transaction(let state) = fold.state else {
      // The rows of the fold are written at the end. Rows that it no longer results in are deleted here, for example
      // because the first event of the record was redacted.
      for table in StreamKind(rawValue: stream.kind).map(ModelTable.filled) ?? [] {
        try writer.forget(table, of: stream, key: key)
      }
      return rows.add(fold, stream: stream, key: key)
    }
    for table in Self.byState { try writer.forget(table, of: stream, key: key) }
    rows.add(fold, stream: stream, key: key)
    let old = key > lastKey ? nil : try TransactionTable.row(writer.connection, key: key)
    guard let new = TransactionRow(TransactionID(stream.id), state) else {
      guard let old else { return }
      totals.count(old, sign: -1)
      for tag in old.tags { try remove(tag: tag, key: key) }
      rows.facets.remove(key)
      try FindingsTable.post(pagesOf: old, nil, key: key, writer.connection, to: &rows)
      try VendorUseTable.post(old, nil, key: key, writer.connection, to: &rows)
      for table in Self.byRow { try writer.forget(table, of: stream, key: key) }
      return
    }
    if let old, old.isSame(as: new) {
      ProvenanceTable.add(state, key: key, to: &rows[.provenance])
      return
    }
    totals.count(old, sign: -1)
    totals.count(new, sign: 1)
    try post(tags: old?.tags ?? [], new.tags, key: key)
    try FindingsTable.post(pagesOf: old, new, key: key, writer.connection, to: &rows)
    try VendorUseTable.post(old, new, key: key, writer.connection, to: &rows)
    guard let old else {
      rows.add(new, state, key: key)
      rows.facets.add(new, key: key)
      return
    }
    TransactionTable.add(old, key: key, to: &changes.old)
    TransactionTable.add(new, key: key, to: &changes.new)
    ProvenanceTable.add(state, key: key, to: &rows[.provenance])
    if !FacetEntry.areSame(old, new) { rows.facets.add(new, key: key) }
    switch (old.note, new.note) {
    case (_, let note?): if old.note != note { rows.add(note: note, key: key) }
    case (.some, .none): try writer.forget(.notes, of: stream, key: key)
    case (.none, .none): break
    }
  }

  /// Writes all posted rows.
  mutating func finish() throws {
    precondition(changes.old.count == changes.new.count, "every changed row has its earlier version")
    try writer.write(rows, appending: false)
    try writer.update(from: changes.old, to: changes.new)
    try writer.write(tags: rows.tags)
    try writer.add(totals)
    try facets.post(rows.facets)
    try facets.finish()
    rows.removeAll()
    totals.removeAll()
    changes.old.removeAll()
    changes.new.removeAll()
  }

  private mutating func post(tags old: [String], _ new: [String], key: StreamKey) throws {
    if old.isEmpty, new.isEmpty { return }
    let (before, after) = (Set(old.map { Array($0.utf8) }), Set(new.map { Array($0.utf8) }))
    for tag in old where !after.contains(Array(tag.utf8)) { try remove(tag: tag, key: key) }
    for tag in new where !before.contains(Array(tag.utf8)) { rows.add(tag: tag, key: key) }
  }

  private func remove(tag: String, key: StreamKey) throws {
    let statement = try writer.connection.statement("DELETE FROM transaction_tag WHERE tag = ?1 AND key = ?2")
    try statement.bind(1, text: tag)
    try statement.bind(2, key)
    try statement.run()
  }
}
