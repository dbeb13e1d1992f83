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
  private let states = UnsafeMutablePointer<RecordStates>.allocate(capacity: 1)
  /// By the keys of the log's types, as far as they were asked for.
  private let types = UnsafeMutablePointer<KnownType>.allocate(capacity: StreamFolder.typeCount)
  /// Its last place holds a type whose key is too large to be kept.
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
    states.initialize(to: RecordStates())
    types.initialize(repeating: KnownType(), count: Self.typeCount)
  }

  deinit {
    states.deinitialize(count: 1)
    states.deallocate()
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
    let place = try place(of: row.type)
    if kind == .transaction {
      // Nearly every event is a transaction's, in the form that this program writes.
      if let event = types[place].plain?.event(schema: row.schema, bytes: payload, texts: texts, detail) {
        return states.pointee.transaction.evolve(event, Self.context(row))
      }
      if types[place].isText, codec.isPlain(textOf: payload, schema: row.schema) {
        hasChanged = false
        return
      }
    }
    guard let type = types[place].type else { return try note(row, reason: nil) }
    guard let kind else {
      return try take(
        codec.decode(type, schema: row.schema, stream: stream.stream, bytes: payload), row)
    }
    if types[place].isText, kind == .transaction, let decoded = codec.check(textOf: payload, schema: row.schema)
    {
      return try take(decoded, row)
    }
    try take(
      codec.decode(type, schema: row.schema, kind: kind, id: stream.stream.id, bytes: payload), row)
  }

  private func take(_ decoded: Decoded, _ row: EventRow) throws {
    switch decoded {
    case .event(.transaction(.textRecognized)): break
    case .event(let event): states.pointee.evolve(event, Self.context(row))
    case .redacted: break
    case .unknown: try note(row, reason: nil)
    case .unreadable(let error): try note(row, reason: error.reason)
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

  /// The place of a type among those that were asked for.
  private func place(of key: Int64) throws -> Int {
    let place = key >= 0 && key < Self.typeCount - 1 ? Int(key) : Self.typeCount - 1
    if !types[place].isAsked || place == Self.typeCount - 1 {
      let type = EventType(rawValue: try log.typeName(key: key))
      types[place] = KnownType(
        isAsked: true, isText: type == .textRecognized, type: type,
        plain: type.flatMap { codec.plainReader(of: $0) })
    }
    return place
  }

  private struct KnownType {
    var isAsked = false
    var isText = false
    /// `nil` if only other programs know it.
    var type: EventType?
    var plain: PlainReader?
  }

  /// More than a log has: types that only other programs know are few.
  private static let typeCount = 256

  /// The fold of the stream, all of whose events have been applied; forgets it.
  func finish() throws -> StreamFold {
    guard isInOrder else {
      if let kind { states.pointee.forget(kind) }
      return StreamFold(
        kind: stream.stream.kind, events: try log.events(ofKey: stream.key, through: last), codec: codec)
    }
    return StreamFold(state: kind.map { states.pointee.take($0) }, problems: problems)
  }

  /// Hands over the state of a transaction, all of whose events have been applied, where it stands, and forgets it:
  /// `inout`, since whatever else is handed over may be copied first.
  /// False where `finish` must be asked: another kind of stream, or events that came late.
  func finishInPlace(
    _ body: (inout TransactionState, [StreamFold.Problem]) throws -> Void
  ) rethrows -> Bool {
    guard kind == .transaction, isInOrder else { return false }
    try body(&states.pointee.transaction, problems)
    states.pointee.transaction.forget()
    return true
  }

  // MARK: Event by event

  /// Applies the event that was learned of next, and folds all that is known by then anew where it is an earlier one:
  /// for who looks at the state after every event.
  func step(_ row: EventRow) throws {
    isText = try row.payload != nil && types[place(of: row.type)].isText
    try apply(row)
    guard !isInOrder else { return }
    isInOrder = true
    let fold = StreamFold(
      kind: stream.stream.kind, events: try log.events(ofKey: stream.key, through: row.position), codec: codec)
    if let state = fold.state { states.pointee.put(state) }
    problems = fold.problems
  }

  /// A transaction's state after the events so far, where it stands, and the events that had no part in it; nil where
  /// the stream is of another kind.
  func lookAtTransaction<T>(
    _ body: (borrowing TransactionState, [StreamFold.Problem]) throws -> T
  ) throws -> T? {
    kind == .transaction ? try body(states.pointee.transaction, problems) : nil
  }

  /// The fold of the events so far, in place. It must not be kept: the next event would copy it.
  func look<T>(_ body: (StreamFold) throws -> T) throws -> T {
    let fold = try finish()
    defer { if let state = fold.state { states.pointee.put(state) } }
    return try body(fold)
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
