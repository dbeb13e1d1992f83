internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The rows that folds give: what a rebuild's threads hand to the one that writes, and what catching up gathers
/// before it touches a table.
struct ModelRows: Sendable {
  private var buffers: [RowBuffer]
  /// Per tag, by its bytes, the keys of its transactions, in the order they came.
  private(set) var tags: [[UInt8]: [Int64]] = [:]
  /// What filters and sums need of the transactions, where that is posted.
  var facets = FacetRows()

  init() { buffers = ModelTable.allCases.map { RowBuffer(columns: $0.columns) } }

  subscript(table: ModelTable) -> RowBuffer {
    get { buffers[table.rawValue] }
    _modify { yield &buffers[table.rawValue] }
  }

  /// Whether there is none; tags apart.
  var isEmpty: Bool { buffers.allSatisfy(\.isEmpty) }

  /// Hands over the tags, and forgets them.
  mutating func takeTags() -> [[UInt8]: [Int64]] {
    defer { tags = [:] }
    return tags
  }

  /// Adds the rows of another behind its own, but no tags and nothing for filters.
  mutating func append(_ other: ModelRows) {
    for index in buffers.indices { buffers[index].append(other.buffers[index]) }
  }

  /// Room for the rows of so many streams.
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

  /// Adds what a fold says, but for a transaction's row, tags and sums, which depend on what stood before.
  mutating func add(_ fold: StreamFold, stream: StreamID, key: Int64) {
    add(fold.problems, stream: key)
    switch fold.state {
    case .transaction(let state): FindingsTable.add(state, key: key, to: &self)
    case .group(let state): add(state, id: GroupID(stream.id))
    case .category(let state): add(state)
    case .rule(let state):
      if let row = RuleRow(RuleID(stream.id), state) { RuleTable.add(row, to: &self[.rules]) }
    case .ledger(let state): add(state)
    case .none: break
    }
  }

  /// Adds all that a fold says of a stream of which nothing was known, and its part of the sums.
  ///
  /// `note` is given a transaction's row, of which filters and sums need something too.
  mutating func add(
    _ fold: StreamFold, stream: StreamID, key: Int64, totals: inout Totals, note: (TransactionRow) -> Void
  ) {
    guard case .transaction(let state) = fold.state else { return add(fold, stream: stream, key: key) }
    add(state, fold.problems, stream: stream, key: key, totals: &totals, note: note)
  }

  /// The same of a transaction.
  mutating func add(
    _ state: borrowing TransactionState, _ problems: [StreamFold.Problem], stream: StreamID, key: Int64,
    totals: inout Totals, note: (TransactionRow) -> Void
  ) {
    for problem in problems { add(problem, stream: key) }
    FindingsTable.add(state, key: key, to: &self)
    guard let origin = state.origin, let stage = state.stage else { return }
    let row = TransactionRow(TransactionID(stream.id), origin, stage, state)
    add(row, state, key: key)
    for tag in row.tags { add(tag: tag, key: key) }
    FindingsTable.add(pagesOf: row, key: key, to: &self)
    totals.count(row, sign: 1)
    note(row)
  }

  /// Adds a transaction, but for what filters and sums need of it.
  mutating func add(_ row: TransactionRow, _ state: borrowing TransactionState, key: Int64) {
    TransactionTable.add(row, key: key, to: &self[.transactions])
    ProvenanceTable.add(state, key: key, to: &self[.provenance])
    if let note = row.note { add(note: note, key: key) }
  }

  /// Adds a transaction's note.
  mutating func add(note: String, key: Int64) {
    self[.notes].add(key)
    self[.notes].add(text: NFC.foldedForComparison(note))
  }

  /// Adds a tag of a transaction.
  mutating func add(tag: String, key: Int64) { tags[Array(tag.utf8), default: []].append(key) }

  private mutating func add(_ state: GroupState, id: GroupID) {
    guard let row = GroupRow(id, state) else { return }
    self[.groups].add(id: row.id.id)
    self[.groups].add(text: row.name)
    self[.groups].add(Int64(row.createdOn.dayNumber))
    self[.groups].add(row.isDeleted ? 1 : 0)
    self[.groups].add(row.hasPendingDeletion ? 1 : 0)
  }

  private mutating func add(_ state: CategoryState) {
    guard let row = CategoryRow(state) else { return }
    self[.categories].add(text: row.key)
    self[.categories].add(text: row.name)
    self[.categories].add(optional: row.emoji)
    self[.categories].add(optional: row.color)
    self[.categories].add(text: row.kinds.map(\.rawValue).joined(separator: " "))
    self[.categories].add(row.isActive ? 1 : 0)
  }

  private mutating func add(_ state: LedgerState) {
    if let row = LedgerRow(state) {
      self[.settings].add(1)
      self[.settings].add(text: row.currency.code)
      self[.settings].add(optional: row.payment?.rawValue)
      self[.settings].add(text: row.locale.id)
      self[.settings].add(text: row.weeks.rawValue)
    }
    for participant in state.devices {
      self[.participants].add(id: participant.device)
      self[.participants].add(text: participant.name)
      self[.participants].add(optional: participant.continues?.device)
      self[.participants].add(optional: participant.continues.map { Int64(clamping: $0.sequence) })
    }
  }

  /// Adds the events of a stream that could not be applied.
  mutating func add(_ problems: [StreamFold.Problem], stream: Int64) {
    for problem in problems { add(problem, stream: stream) }
  }

  private mutating func add(_ problem: StreamFold.Problem, stream: Int64) {
    self[.problems].add(stream)
    self[.problems].add(id: problem.reference.device)
    self[.problems].add(Int64(clamping: problem.reference.sequence))
    self[.problems].add(text: problem.type)
    self[.problems].add(Int64(problem.schema))
    self[.problems].add(optional: problem.reason)
  }
}
