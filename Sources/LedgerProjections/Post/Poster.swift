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
  /// The last key that the table of transactions has: later streams have no old row.
  private let lastKey: Int64
  /// Whether events are on record that could not be applied.
  private let hasProblems: Bool

  init(_ writer: ModelWriter) throws {
    self.writer = writer
    let connection = writer.connection
    facets = FacetPoster(connection, isFresh: false)
    lastKey = try connection.statement("SELECT ifnull(max(key), 0) FROM transaction_row").firstInt64() ?? 0
    hasProblems = try connection.statement("SELECT EXISTS (SELECT 1 FROM problem)").firstInt64() == 1
  }

  /// Posts a stream, once before each `finish`.
  mutating func post(_ fold: StreamFold, stream: StreamID, key: Int64) throws {
    if hasProblems { try forgetProblems(of: key) }
    if case .transaction = fold.state { try FindingsTable.forget(writer.connection, key: key) }
    rows.add(fold, stream: stream, key: key)
    guard case .transaction(let state) = fold.state else { return }
    let old = key > lastKey ? nil : try TransactionTable.row(writer.connection, key: key)
    guard let new = TransactionRow(TransactionID(stream.id), state) else {
      guard let old else { return }
      try totals.count(old, sign: -1)
      for tag in old.tags { try remove(tag: tag, key: key) }
      rows.facets.remove(key)
      try FindingsTable.post(pagesOf: old, nil, key: key, writer.connection, to: &rows)
      return try TransactionTable.delete(writer.connection, key: key)
    }
    if let old, old.isSame(as: new) {
      ProvenanceTable.add(state, key: key, to: &rows[.provenance])
      return
    }
    try totals.count(old, sign: -1)
    try totals.count(new, sign: 1)
    try post(tags: old?.tags ?? [], new.tags, key: key)
    if old?.note != nil, new.note == nil { try TransactionTable.deleteNote(writer.connection, key: key) }
    try FindingsTable.post(pagesOf: old, new, key: key, writer.connection, to: &rows)
    rows.add(new, state, key: key)
    rows.facets.add(new, key: key)
  }

  /// Writes what was posted.
  mutating func finish() throws {
    try writer.write(rows, appending: false)
    try writer.write(tags: rows.tags)
    try writer.add(totals)
    try facets.post(rows.facets)
    try facets.finish()
    rows.removeAll()
    totals.removeAll()
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

  private func forgetProblems(of stream: Int64) throws {
    let statement = try writer.connection.statement("DELETE FROM problem WHERE stream = ?1")
    try statement.bind(1, stream)
    try statement.run()
  }
}
