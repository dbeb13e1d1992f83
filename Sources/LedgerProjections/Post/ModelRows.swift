internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The rows that folds result in.
///
/// Threads of a rebuild pass them to the thread that writes. Catching up gathers them before it changes a table.
struct ModelRows: Sendable {
  private var buffers: [RowBuffer]
  /// The keys of the transactions of each tag, in order of arrival. Tags are identified by their bytes.
  private(set) var tags: [[UInt8]: [StreamKey]] = [:]
  /// The entries of the transactions for filters and sums, if those are posted.
  var facets = FacetRows()

  init() { buffers = ModelTable.allCases.map { RowBuffer(columns: $0.columns) } }

  subscript(table: ModelTable) -> RowBuffer {
    get { buffers[table.rawValue] }
    _modify { yield &buffers[table.rawValue] }
  }

  /// Whether a table has no rows.
  @inline(__always)
  func isEmpty(_ table: ModelTable) -> Bool { buffers[table.rawValue].isEmpty }

  /// Exchanges the rows of a table.
  mutating func swap(_ table: ModelTable, with other: inout ModelRows) {
    Swift.swap(&buffers[table.rawValue], &other.buffers[table.rawValue])
  }

  /// Hands over the tags, and forgets them.
  mutating func takeTags() -> [[UInt8]: [StreamKey]] {
    defer { tags = [:] }
    return tags
  }

  /// Appends the rows of another, but no tags and no facets.
  mutating func append(_ other: ModelRows) {
    for index in buffers.indices { buffers[index].append(other.buffers[index]) }
  }

  /// Reserves room for the rows of `streams` streams.
  mutating func reserve(streams: Int) {
    self[.transactions].reserve(rows: streams, bytes: streams * 192)
    self[.provenance].reserve(rows: streams, bytes: streams * 8)
  }

  /// Forgets the rows and keeps the room.
  mutating func removeAll() {
    for index in buffers.indices { buffers[index].removeAll() }
    tags.removeAll(keepingCapacity: true)
    if !facets.isEmpty { facets = FacetRows() }
  }

  /// Adds the rows of a fold, except for a transaction's row, its tags and its sums.
  ///
  /// Those depend on the values before.
  mutating func add(_ fold: StreamFold, stream: StreamID, key: StreamKey) {
    add(fold.problems, stream: key)
    guard let state = fold.state else { return }
    if case .transaction(let state) = state { return FindingsTable.add(state, key: key, to: &self) }
    for table in ModelTable.ofRecords { table.table.addRows(state, stream.id, &self[table]) }
  }

  /// Adds all rows of a fold of a stream of which nothing was known, and its part of the sums.
  ///
  /// `note` receives a transaction's row, from which filters and sums are also computed.
  mutating func add(
    _ fold: StreamFold, stream: StreamID, key: StreamKey, totals: inout Totals, note: (TransactionRow) -> Void
  ) {
    guard case .transaction(let state) = fold.state else { return add(fold, stream: stream, key: key) }
    add(state, fold.problems, stream: stream, key: key, totals: &totals, note: note)
  }

  /// Adds the rows of a transaction.
  mutating func add(
    _ state: borrowing TransactionState, _ problems: [StreamFold.Problem], stream: StreamID, key: StreamKey,
    totals: inout Totals, note: (TransactionRow) -> Void
  ) {
    add(problems, stream: key)
    FindingsTable.add(state, key: key, to: &self)
    guard let origin = state.origin, let stage = state.stage else { return }
    let row = TransactionRow(TransactionID(stream.id), origin, stage, state)
    add(row, state, key: key)
    for tag in row.tags { add(tag: tag, key: key) }
    FindingsTable.add(pagesOf: row, key: key, to: &self)
    VendorUseTable.Entry(row, key: key)?.add(to: &self[.vendorUses])
    totals.count(row, sign: 1)
    note(row)
  }

  /// Adds a transaction, without its entry for filters.
  mutating func add(_ row: TransactionRow, _ state: borrowing TransactionState, key: StreamKey) {
    TransactionTable.add(row, key: key, to: &self[.transactions])
    ProvenanceTable.add(state, key: key, to: &self[.provenance])
    if let note = row.note { add(note: note, key: key) }
  }

  /// Adds a transaction's note.
  mutating func add(note: String, key: StreamKey) { NoteTable.add(note, key: key, to: &self[.notes]) }

  /// Adds a tag of a transaction.
  mutating func add(tag: String, key: StreamKey) { tags[Array(tag.utf8), default: []].append(key) }

  /// Adds the events of a stream that could not be applied.
  mutating func add(_ problems: [StreamFold.Problem], stream: StreamKey) {
    for problem in problems { ProblemTable.add(problem, stream: stream, to: &self[.problems]) }
  }
}
