public import EventLog
internal import LedgerBytes
internal import LedgerDomain

/// Folds stream after stream from rows of the log: the same fold as `StreamFold`, without an event in between.
///
/// One serves a whole rebuild. States stand in place, so that an event moves nothing but what it changes. The
/// text on a paper is checked and passed over: no row holds it.
final class StreamFolder {
  private let log: LedgerLog
  private let codec: EventCodec
  private let texts = TextPool()
  private let last: Int64
  private var types: [EventType?] = []
  private var actors = ActorNames()

  private(set) var stream = KeyedStream(key: 0, stream: StreamID(kind: "", id: .zero))
  private var kind: StreamKind?
  private var transaction = TransactionState()
  private var group = GroupState()
  private var category = CategoryState()
  private var rule = RuleState()
  private var ledger = LedgerState()
  private var problems: [StreamFold.Problem] = []
  private var latest: (time: HybridTime, reference: EventReference)?
  private var isInOrder = true
  /// Whether the last event may have changed anything that a row holds. The text on a paper is in none.
  private(set) var hasChanged = true
  /// Events of the stream so far.
  private(set) var count = 0

  init(_ log: LedgerLog, through last: Int64, codec: EventCodec = .current) {
    self.log = log
    self.last = last
    self.codec = codec
  }

  /// Begins with the next stream.
  func begin(_ stream: KeyedStream) {
    self.stream = stream
    kind = StreamKind(rawValue: stream.stream.kind)
    if !problems.isEmpty { problems = [] }
    latest = nil
    isInOrder = true
    count = 0
  }

  /// The fold of one stream.
  func fold(_ stream: KeyedStream) throws -> StreamFold {
    begin(stream)
    try log.forEachRow(ofKey: stream.key, through: last, actors: &actors) { try apply($0) }
    return try finish()
  }

  /// Applies an event of the stream.
  func apply(_ row: EventRow) throws {
    count += 1
    hasChanged = true
    if let latest, row.time == latest.time ? row.reference < latest.reference : row.time < latest.time {
      isInOrder = false
    }
    if isInOrder { latest = (row.time, row.reference) }
    guard isInOrder else { return }  // Folded anew, in order, when the stream ends.
    if row.isRedacted { return }
    guard let kind, let type = try type(row.type) else { return try note(row, reason: nil) }
    if kind == .transaction {
      // Nearly every event is a transaction's, as this program writes it.
      if type == .textRecognized {
        if row.withPayload({ codec.isPlain(textOf: $0, schema: row.schema) }) {
          hasChanged = false
          return
        }
      } else if let event = row.withPayload({
        codec.plainTransactionEvent(type, schema: row.schema, bytes: $0, texts: texts)
      }) {
        return transaction.evolve(event, Self.context(row))
      }
    }
    let decoded = row.withPayload { bytes in
      if type == .textRecognized, kind == .transaction,
        let checked = codec.check(textOf: bytes, schema: row.schema)
      {
        return checked
      }
      return codec.decode(type, schema: row.schema, kind: kind, bytes: bytes)
    }
    switch decoded {
    case .event(let event): evolve(event, row)
    case .redacted: break
    case .unknown: try note(row, reason: nil)
    case .unreadable(let error): try note(row, reason: error.reason)
    }
  }

  private func evolve(_ event: Event, _ row: EventRow) {
    let context = Self.context(row)
    switch event {
    case .transaction(.textRecognized): break
    case .transaction(let event): transaction.evolve(event, context)
    case .group(let event): group.evolve(event, context)
    case .category(let event): category.evolve(event, context)
    case .rule(let event): rule.evolve(event, context)
    case .ledger(let event): ledger.evolve(event, context)
    }
  }

  private static func context(_ row: EventRow) -> EventContext {
    EventContext(reference: row.reference, time: row.time, seen: row.seen, actor: row.actor, cause: row.cause)
  }

  private func note(_ row: EventRow, reason: String?) throws {
    problems.append(
      StreamFold.Problem(
        reference: row.reference, position: row.position, type: try log.typeName(key: row.type),
        schema: row.schema,
        reason: reason))
  }

  private func type(_ key: Int64) throws -> EventType? {
    while types.count <= Int(key) {
      types.append(types.isEmpty ? nil : EventType(rawValue: try log.typeName(key: Int64(types.count))))
    }
    return types[Int(key)]
  }

  /// The fold of the stream, all of whose events have been applied; forgets it.
  func finish() throws -> StreamFold {
    guard isInOrder else {
      forget()
      return StreamFold(
        kind: stream.stream.kind, events: try log.events(ofKey: stream.key, through: last), codec: codec)
    }
    return switch kind {
    case .transaction:
      StreamFold(
        state: .transaction(Self.take(&transaction, leaving: TransactionState())), problems: problems)
    case .group: StreamFold(state: .group(Self.take(&group, leaving: GroupState())), problems: problems)
    case .category:
      StreamFold(state: .category(Self.take(&category, leaving: CategoryState())), problems: problems)
    case .rule: StreamFold(state: .rule(Self.take(&rule, leaving: RuleState())), problems: problems)
    case .ledger: StreamFold(state: .ledger(Self.take(&ledger, leaving: LedgerState())), problems: problems)
    case .none: StreamFold(state: nil, problems: problems)
    }
  }

  // MARK: Event by event

  /// Applies the event that was learned of next, and folds all that is known by then anew where it is an earlier one:
  /// for who looks at the state after every event.
  func step(_ row: EventRow) throws {
    try apply(row)
    guard !isInOrder else { return }
    isInOrder = true
    let fold = StreamFold(
      kind: stream.stream.kind, events: try log.events(ofKey: stream.key, through: row.position), codec: codec)
    put(fold.state)
    problems = fold.problems
  }

  /// A transaction's state after the events so far, where it stands, and the events that had no part in it; nil where
  /// the stream is of another kind.
  func lookAtTransaction<T>(
    _ body: (borrowing TransactionState, [StreamFold.Problem]) throws -> T
  ) throws -> T? {
    kind == .transaction ? try body(transaction, problems) : nil
  }

  /// The fold of the events so far, in place. It must not be kept: the next event would copy it.
  func look<T>(_ body: (StreamFold) throws -> T) throws -> T {
    let fold = try finish()
    defer { put(fold.state) }
    return try body(fold)
  }

  private func put(_ state: StreamFold.State?) {
    switch state {
    case .transaction(let state): transaction = state
    case .group(let state): group = state
    case .category(let state): category = state
    case .rule(let state): rule = state
    case .ledger(let state): ledger = state
    case .none: break
    }
  }

  private func forget() {
    transaction = TransactionState()
    group = GroupState()
    category = CategoryState()
    rule = RuleState()
    ledger = LedgerState()
  }

  /// A state without copying what is in it.
  private static func take<State>(_ state: inout State, leaving empty: consuming State) -> State {
    swap(&state, &empty)
    return empty
  }
}

extension StreamFold {
  /// Hands the fold of every stream to `body`, in the order of the streams' keys: what is known at a position.
  ///
  /// A fold's transaction has no text: no row holds it.
  /// - Complexity: O(events), one stream in memory at a time.
  public static func forEach(
    in log: LedgerLog, through last: Int64, _ body: (KeyedStream, StreamFold, Int) throws -> Void
  ) throws {
    let folder = StreamFolder(log, through: last)
    func end() throws {
      if folder.count > 0 { try body(folder.stream, try folder.finish(), folder.count) }
    }
    try log.forEachRowByStream(
      through: last,
      stream: { next in
        try end()
        folder.begin(next)
      }, { try folder.apply($0) })
    try end()
  }
}
