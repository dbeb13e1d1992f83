package import EventLog
package import LedgerBytes
package import LedgerDomain

/// Folds stream after stream from rows of the log: the same fold as `StreamFold`, without event values.
///
/// One instance serves a whole rebuild. States are changed in place, so an event moves nothing but what it changes. The
/// text on a paper is checked, and skipped unless it is asked for, because no row contains it.
final class StreamFolder {
  private let log: LedgerLog
  private let codec: EventCodec
  private let detail: EventDetail
  /// Whether the text on a paper is read too.
  private let readsTexts: Bool
  private let texts = TextPool()
  private let last: Position

  private(set) var stream = KeyedStream(key: 0, stream: StreamID(kind: "", id: .zero))
  private var kind: StreamKind?
  // In separately allocated memory: a class's property would be checked for exclusive access at every event.
  private let states = UnsafeMutablePointer<RecordStates>.allocate(capacity: 1)
  /// The types by their keys in the log, as far as they were asked for.
  private let types = UnsafeMutablePointer<KnownType>.allocate(capacity: StreamFolder.typeCount)
  /// The actors of rows by their slots, each with whether it makes decisions.
  private let actors = UnsafeMutablePointer<(name: String, isDecision: Bool)>.allocate(
    capacity: ActorNames.count)
  private var problems: [StreamFold.Problem] = []
  private var latest: (time: HybridTime, reference: EventReference)?
  private var isInOrder = true
  /// Whether the last event may have changed a row. The text on a paper is in no row.
  private(set) var hasChanged = true
  /// Whether the last event that was stepped over brought the text on a paper.
  private(set) var isText = false
  /// How many events of the stream were applied so far.
  private(set) var count = 0

  /// Creates a folder of streams.
  ///
  /// - Parameters:
  ///   - log: The log that rows come from.
  ///   - last: The position through which events are known.
  ///   - detail: How much of the readings states are to keep.
  ///   - readsTexts: Whether states are to keep the text on a paper.
  ///   - codec: The types of events that are known.
  init(
    _ log: LedgerLog, through last: Position, detail: EventDetail, readsTexts: Bool = false,
    codec: EventCodec = .current
  ) {
    self.log = log
    self.last = last
    self.readsTexts = readsTexts
    self.detail = detail == .all ? .withoutText : detail
    self.codec = codec
    states.initialize(to: RecordStates())
    types.initialize(repeating: KnownType(), count: Self.typeCount)
    actors.initialize(repeating: ("", EventActor.isDecision("")), count: ActorNames.count)
  }

  deinit {
    states.deinitialize(count: 1)
    states.deallocate()
    types.deinitialize(count: Self.typeCount)
    types.deallocate()
    actors.deinitialize(count: ActorNames.count)
    actors.deallocate()
  }

  /// Begins with the next stream.
  func begin(_ stream: KeyedStream) {
    if !stream.stream.kind.hasSameBytes(as: self.stream.stream.kind) {
      kind = StreamKind(rawValue: stream.stream.kind)
    }
    self.stream = stream
    if let kind { states.pointee.begin(kind) }
    if !problems.isEmpty { problems = [] }
    latest = nil
    isInOrder = true
    count = 0
  }

  /// Applies an event of the stream.
  func apply(_ row: EventRow) throws {
    precondition(row.stream == stream.key, "an event belongs to the stream that was begun")
    count += 1
    hasChanged = true
    if let latest, row.time == latest.time ? row.reference < latest.reference : row.time < latest.time {
      isInOrder = false
    }
    if isInOrder { latest = (row.time, row.reference) }
    guard isInOrder else { return }  // The stream is folded again, in order, when it ends.
    guard let payload = row.payload else { return }
    let known = try type(of: row.type)
    guard let type = known.type else { return try note(row, reason: nil) }
    guard let kind else {
      let decoded = codec.misplaced(type, schema: row.schema, on: stream.stream.kind)
      if case .unreadable(let error) = decoded { return try note(row, reason: error.reason) }
      return try note(row, reason: nil)
    }
    guard codec.knows(type, schema: row.schema) else { return try note(row, reason: nil) }
    do throws(JSONError) {
      let isText = known.isText
      let event = try codec.event(
        type, schema: row.schema, kind: kind, id: stream.stream.id, bytes: payload, texts: texts,
        isText && readsTexts ? .all : detail)
      hasChanged = !isText
      if hasChanged || readsTexts { states.pointee.evolve(event, context(row)) }
    } catch {
      try note(row, reason: error.reason)
    }
  }

  private func context(_ row: EventRow) -> EventContext {
    let isOfLedger = row.reference.sequence == 1 && kind == .ledger
    // The texts of a cache are the same in memory, so that comparing them reads none of their bytes.
    if actors[row.actorSlot].name != row.actor {
      actors[row.actorSlot] = (row.actor, EventActor.isDecision(row.actor))
    }
    return EventContext(
      reference: row.reference, time: row.time, seen: row.seen, actor: row.actor,
      isByPerson: actors[row.actorSlot].isDecision,
      isFounding: isOfLedger && EventContext.isFounding(row.reference, of: stream.stream.id))
  }

  private func note(_ row: EventRow, reason: String?) throws {
    if row.passedOver == .skipped { return }
    problems.append(
      StreamFold.Problem(
        reference: row.reference, position: row.position, type: try log.typeName(key: row.type),
        schema: row.schema, reason: reason))
  }

  /// Returns what is known of a key of the log. There is no type if only other programs know it.
  private func type(of key: Int64) throws -> KnownType {
    guard key >= 0, key < Self.typeCount else { return KnownType(named: try log.typeName(key: key)) }
    if !types[Int(key)].isAsked { types[Int(key)] = KnownType(named: try log.typeName(key: key)) }
    return types[Int(key)]
  }

  /// A type as far as the log was asked for its name.
  private struct KnownType {
    let isAsked: Bool
    let type: EventType?
    let isText: Bool

    init() {
      isAsked = false
      type = nil
      isText = false
    }

    init(named name: String) {
      isAsked = true
      type = EventType(rawValue: name)
      isText = type == .textRecognized
    }
  }

  /// More than a log has: types that only other programs know are few.
  private static let typeCount = 256

  /// Returns the fold of the stream, all of whose events have been applied, and forgets it.
  func finish() throws -> StreamFold {
    guard isInOrder else {
      if let kind { states.pointee.forget(kind) }
      return StreamFold(
        kind: stream.stream.kind, events: try log.events(ofKey: stream.key, through: last), codec: codec)
    }
    return StreamFold(state: kind.map { states.pointee.take($0) }, problems: problems)
  }

  /// Calls `body` with a transaction's state in place, after all its events, and then forgets it.
  ///
  /// The state is `inout` to avoid a copy. Returns `false` for another kind of stream, or if events arrived late. The
  /// caller then has to use `finish`.
  func finishInPlace(
    _ body: (inout TransactionState, [StreamFold.Problem]) throws -> Void
  ) rethrows -> Bool {
    guard kind == .transaction, isInOrder else { return false }
    try body(&states.pointee.transaction, problems)
    states.pointee.transaction.forget()
    return true
  }

  // MARK: Event by event

  /// The types of events that change searchable texts which are no part of a transaction's row.
  private static let textTypes: Set<EventType> = [
    .textRecognized, .lineItemAdded, .lineItemChanged, .lineItemRemoved,
  ]

  /// Applies the next event in order of arrival.
  ///
  /// If it belongs before earlier arrivals, all events up to it are folded again. For callers that look at the state
  /// after every event.
  func step(_ row: EventRow) throws {
    isText = try row.payload != nil && type(of: row.type).type.map { Self.textTypes.contains($0) } ?? false
    try apply(row)
    precondition(isInOrder || count > 1, "the first event of a stream is in order")
    guard !isInOrder else { return }
    isInOrder = true
    let fold = StreamFold(
      kind: stream.stream.kind, events: try log.events(ofKey: stream.key, through: row.position), codec: codec)
    if let state = fold.state { states.pointee.put(state) }
    problems = fold.problems
  }

  /// Calls `body` with a transaction's state so far, in place, and the events that had no part in it.
  ///
  /// `inout` avoids a copy. The state must not be changed. The result is `nil` for another kind of stream.
  func lookAtTransaction<T>(
    _ body: (inout TransactionState, [StreamFold.Problem]) throws -> T
  ) throws -> T? {
    kind == .transaction ? try body(&states.pointee.transaction, problems) : nil
  }

  /// Returns the fold of the events so far, in place. It must not be kept: the next event would copy it.
  func look<T>(_ body: (StreamFold) throws -> T) throws -> T {
    let fold = try finish()
    defer { if let state = fold.state { states.pointee.put(state) } }
    return try body(fold)
  }
}

extension StreamFold {
  /// Calls `body` with the fold of every stream at a position, in the order of the streams' keys.
  ///
  /// A fold's transaction has no text, because no row contains it. `detail` is how much of the readings is kept.
  /// - Complexity: O(events), some thousands of events in memory at a time.
  package static func forEach(
    in log: LedgerLog, through last: Position, detail: EventDetail = .all,
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
