internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Puts what folds say of streams into tables that hold something of them already: the difference to the old row goes
/// to the sums. Everything is gathered in memory and written by `finish`.
struct Poster {
  private let writer: ModelWriter
  private var rows = ModelRows()
  private var totals = Totals()
  private var facets: FacetPoster
  /// Rows of transactions that are there, as they are and as they are to be.
  private var changes = (old: Self.noChanges, new: Self.noChanges)
  /// The last key that the table of transactions has: later streams have no old row.
  private let lastKey: Int64
  /// Whether events are on record that could not be applied.
  private let hasProblems: Bool

  private static let noChanges = RowBuffer(columns: ModelTable.transactions.columns)

  /// - Parameter isBatch: many streams may be new; else each is looked up.
  init(_ writer: ModelWriter, isBatch: Bool = true) throws {
    self.writer = writer
    let connection = writer.connection
    facets = FacetPoster(connection, block: writer.facetBlock)
    lastKey =
      isBatch
      ? try connection.statement("SELECT ifnull(max(key), 0) FROM transaction_row").firstInt64() ?? 0 : .max
    hasProblems = try connection.statement("SELECT EXISTS (SELECT 1 FROM problem)").firstInt64() == 1
  }

  /// Posts a stream, once before each `finish`.
  mutating func post(_ fold: StreamFold, stream: StreamID, key: Int64) throws {
    if hasProblems { try forgetProblems(of: key) }
    if case .transaction = fold.state { try FindingsTable.forget(writer.connection, key: key) }
    rows.add(fold, stream: stream, key: key)
    try forgetRows(of: fold, stream)
    guard case .transaction(let state) = fold.state else { return }
    let old = key > lastKey ? nil : try TransactionTable.row(writer.connection, key: key)
    guard let new = TransactionRow(TransactionID(stream.id), state) else {
      guard let old else { return }
      totals.count(old, sign: -1)
      for tag in old.tags { try remove(tag: tag, key: key) }
      rows.facets.remove(key)
      try FindingsTable.post(pagesOf: old, nil, key: key, writer.connection, to: &rows)
      return try TransactionTable.delete(writer.connection, key: key)
    }
    if let old, old.isSame(as: new) {
      ProvenanceTable.add(state, key: key, to: &rows[.provenance])
      return
    }
    totals.count(old, sign: -1)
    totals.count(new, sign: 1)
    try post(tags: old?.tags ?? [], new.tags, key: key)
    try FindingsTable.post(pagesOf: old, new, key: key, writer.connection, to: &rows)
    guard let old else {
      rows.add(new, state, key: key)
      rows.facets.add(new, key: key)
      return
    }
    TransactionTable.add(old, key: key, to: &changes.old)
    TransactionTable.add(new, key: key, to: &changes.new)
    ProvenanceTable.add(state, key: key, to: &rows[.provenance])
    if !FacetRows.areSame(old, new) { rows.facets.add(new, key: key) }
    switch (old.note, new.note) {
    case (_, let note?): if old.note != note { rows.add(note: note, key: key) }
    case (.some, .none): try TransactionTable.deleteNote(writer.connection, key: key)
    case (.none, .none): break
    }
  }

  /// Writes what was posted.
  mutating func finish() throws {
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

  private mutating func post(tags old: [String], _ new: [String], key: Int64) throws {
    if old.isEmpty, new.isEmpty { return }
    let (before, after) = (Set(old.map { Array($0.utf8) }), Set(new.map { Array($0.utf8) }))
    for tag in old where !after.contains(Array(tag.utf8)) { try remove(tag: tag, key: key) }
    for tag in new where !before.contains(Array(tag.utf8)) { rows.add(tag: tag, key: key) }
  }

  private func remove(tag: String, key: Int64) throws {
    let statement = try writer.connection.statement("DELETE FROM transaction_tag WHERE tag = ?1 AND key = ?2")
    try statement.bind(1, text: tag)
    try statement.bind(2, key)
    try statement.run()
  }

  /// Deletes the row of a record that is not known any more, since what began it is passed over now.
  private func forgetRows(of fold: StreamFold, _ stream: StreamID) throws {
    switch fold.state {
    case .group(let state):
      if GroupRow(GroupID(stream.id), state) == nil { try delete("group_row", id: stream.id) }
    case .rule(let state): if RuleRow(RuleID(stream.id), state) == nil { try delete("rule_row", id: stream.id) }
    case .category(let state): if CategoryRow(state) == nil { try deleteCategory(stream) }
    case .ledger: try writer.connection.execute("DELETE FROM participant")
    case .transaction, .none: break
    }
  }

  private func delete(_ table: String, id: UniqueID) throws {
    let statement = try writer.connection.statement("DELETE FROM \(table) WHERE id = ?1")
    try statement.bind(1, blob: id.bytes)
    try statement.run()
  }

  /// The row has the category's key, and its stream an identifier that only the key gives.
  private func deleteCategory(_ stream: StreamID) throws {
    var keys: [String] = []
    try writer.connection.statement("SELECT key FROM category_row").forEachRow { keys.append($0.string(0)) }
    for key in keys where CategoryStream.of(key: key) == stream {
      let statement = try writer.connection.statement("DELETE FROM category_row WHERE key = ?1")
      try statement.bind(1, text: key)
      try statement.run()
    }
  }

  private func forgetProblems(of stream: Int64) throws {
    let statement = try writer.connection.statement("DELETE FROM problem WHERE stream = ?1")
    try statement.bind(1, stream)
    try statement.run()
  }
}
