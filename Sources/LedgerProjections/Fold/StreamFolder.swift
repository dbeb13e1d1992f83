public import EventLog
internal import LedgerBytes
public import LedgerDomain

/// Folds stream after stream from rows of the log: the same fold as `StreamFold`, without an event in between.
///
/// One serves a whole rebuild. States stand in place, so that an event moves nothing but what it changes. The
/// text on a paper is checked and passed over: no row holds it.
final class StreamFolder {
  private let log: LedgerLog
  private let codec: EventCodec
  private let detail: EventDetail
  private let texts = TextPool()
  private let last: Int64

  private(set) var stream = KeyedStream(key: 0, stream: StreamID(kind: "", id: .zero))
  private var kind: StreamKind?
  // In memory of their own: a class's property would be checked for exclusive access at every event.
  private let transaction = UnsafeMutablePointer<TransactionState>.allocate(capacity: 1)
  /// By the keys of the log's types, as far as they were asked for.
  private let types = UnsafeMutablePointer<KnownType>.allocate(capacity: StreamFolder.typeCount)
  private var group = GroupState()
  private var category = CategoryState()
  private var rule = RuleState()
  private var ledger = LedgerState()
  private var problems: [StreamFold.Problem] = []
  private var latest: (time: HybridTime, reference: EventReference)?
  private var isInOrder = true
  /// Whether the last event may have changed anything that a row holds. The text on a paper is in none.
  private(set) var hasChanged = true
  /// Whether the last event that was stepped over brought the text on a paper.
  private(set) var isText = false
  /// Events of the stream so far.
  private(set) var count = 0

  /// - Parameter detail: how much of what was read off papers states are to hold.
  init(_ log: LedgerLog, through last: Int64, detail: EventDetail, codec: EventCodec = .current) {
    self.log = log
    self.last = last
    self.detail = detail
    self.codec = codec
    transaction.initialize(to: TransactionState())
    types.initialize(repeating: .notAsked, count: Self.typeCount)
  }

  deinit {
    transaction.deinitialize(count: 1)
    transaction.deallocate()
    types.deinitialize(count: Self.typeCount)
    types.deallocate()
  }

  /// Begins with the next stream.
  func begin(_ stream: KeyedStream) {
    if !stream.stream.kind.hasSameBytes(as: self.stream.stream.kind) {
      kind = StreamKind(rawValue: stream.stream.kind)
    }
    self.stream = stream
    if !problems.isEmpty { problems = [] }
    latest = nil
    isInOrder = true
    count = 0
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
    guard let payload = row.payload else { return }
    guard let type = try type(row.type) else { return try note(row, reason: nil) }
    guard let kind else {
      return try take(
        codec.decode(type, schema: row.schema, stream: stream.stream, bytes: payload), row)
    }
    let decoded: Decoded
    if kind == .transaction {
      // Nearly every event is a transaction's, as this program writes it.
      if type == .textRecognized {
        if codec.isPlain(textOf: payload, schema: row.schema) {
          hasChanged = false
          return
        }
        decoded =
          codec.check(textOf: payload, schema: row.schema)
          ?? codec.decode(type, schema: row.schema, kind: kind, id: stream.stream.id, bytes: payload)
      } else {
        if let event = codec.plainTransactionEvent(
          type, schema: row.schema, bytes: payload, texts: texts, detail)
        {
          return transaction.pointee.evolve(event, Self.context(row))
        }
        decoded = codec.decode(type, schema: row.schema, kind: kind, id: stream.stream.id, bytes: payload)
      }
    } else {
      decoded = codec.decode(type, schema: row.schema, kind: kind, id: stream.stream.id, bytes: payload)
    }
    try take(decoded, row)
  }

  private func take(_ decoded: Decoded, _ row: EventRow) throws {
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
    case .transaction(let event): transaction.pointee.evolve(event, context)
    case .group(let event): group.evolve(event, context)
    case .category(let event): category.evolve(event, context)
    case .rule(let event): rule.evolve(event, context)
    case .ledger(let event): ledger.evolve(event, context)
    }
  }

  private static func context(_ row: EventRow) -> EventContext {
    EventContext(reference: row.reference, time: row.time, seen: row.seen, actor: row.actor)
  }

  private func note(_ row: EventRow, reason: String?) throws {
    problems.append(
      StreamFold.Problem(
        reference: row.reference, position: row.position, type: try log.typeName(key: row.type),
        schema: row.schema,
        reason: reason))
  }

  private func type(_ key: Int64) throws -> EventType? {
    guard key >= 0, key < Self.typeCount else { return EventType(rawValue: try log.typeName(key: key)) }
    if case .known(let type) = types[Int(key)] { return type }
    let type = EventType(rawValue: try log.typeName(key: key))
    types[Int(key)] = .known(type)
    return type
  }

  private enum KnownType {
    case notAsked
    case known(EventType?)
  }

  /// More than a log has: types that only other programs know are few.
  private static let typeCount = 256

  /// The fold of the stream, all of whose events have been applied; forgets it.
  func finish() throws -> StreamFold {
    guard isInOrder else {
      forget()
      return StreamFold(
        kind: stream.stream.kind, events: try log.events(ofKey: stream.key, through: last), codec: codec)
    }
    return switch kind {
    case .transaction:
      StreamFold(state: .transaction(takeTransaction()), problems: problems)
    case .group: StreamFold(state: .group(Self.take(&group, leaving: GroupState())), problems: problems)
    case .category:
      StreamFold(state: .category(Self.take(&category, leaving: CategoryState())), problems: problems)
    case .rule: StreamFold(state: .rule(Self.take(&rule, leaving: RuleState())), problems: problems)
    case .ledger: StreamFold(state: .ledger(Self.take(&ledger, leaving: LedgerState())), problems: problems)
    case .none: StreamFold(state: nil, problems: problems)
    }
  }

  /// Hands over the state of a transaction, all of whose events have been applied, where it stands, and forgets it:
  /// `inout`, since whatever else is handed over may be copied first.
  /// False where `finish` must be asked: another kind of stream, or events that came late.
  func finishInPlace(
    _ body: (inout TransactionState, [StreamFold.Problem]) throws -> Void
  ) rethrows -> Bool {
    guard kind == .transaction, isInOrder else { return false }
    try body(&transaction.pointee, problems)
    transaction.pointee.forget()
    return true
  }

  // MARK: Event by event

  /// Applies the event that was learned of next, and folds all that is known by then anew where it is an earlier one:
  /// for who looks at the state after every event.
  func step(_ row: EventRow) throws {
    isText = try row.payload != nil && type(row.type) == .textRecognized
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
    kind == .transaction ? try body(transaction.pointee, problems) : nil
  }

  /// The fold of the events so far, in place. It must not be kept: the next event would copy it.
  func look<T>(_ body: (StreamFold) throws -> T) throws -> T {
    let fold = try finish()
    defer { put(fold.state) }
    return try body(fold)
  }

  private func put(_ state: StreamFold.State?) {
    switch state {
    case .transaction(let state): transaction.pointee = state
    case .group(let state): group = state
    case .category(let state): category = state
    case .rule(let state): rule = state
    case .ledger(let state): ledger = state
    case .none: break
    }
  }

  private func forget() {
    transaction.pointee.forget()
    group = GroupState()
    category = CategoryState()
    rule = RuleState()
    ledger = LedgerState()
  }

  private func takeTransaction() -> TransactionState {
    defer { transaction.initialize(to: TransactionState()) }
    return transaction.move()
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
  /// A fold's transaction has no text: no row holds it. `detail` says how much of what was read off its paper.
  /// - Complexity: O(events), some thousands of events in memory at a time.
  public static func forEach(
    in log: LedgerLog, through last: Int64, detail: EventDetail = .all,
    _ body: (KeyedStream, StreamFold, Int) throws -> Void
  ) throws {
    let folder = StreamFolder(log, through: last, detail: detail)
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
