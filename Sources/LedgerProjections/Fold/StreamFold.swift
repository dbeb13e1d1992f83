public import EventLog
public import LedgerBytes
public import LedgerDomain

/// The fold of one stream: its state, and the events that had no part in it.
///
/// Appending, rebuilding, time travel and sync all come here, with other events (DESIGN 2.4).
public struct StreamFold: Sendable {
  /// The state, by the stream's kind; nil for a kind that this program does not know.
  public private(set) var state: State?
  /// The events that could not be applied.
  public private(set) var problems: [Problem] = []

  /// A stream's state.
  public typealias State = RecordState

  /// An event that could not be applied.
  public struct Problem: Hashable, Sendable {
    /// Which.
    public let reference: EventReference
    /// Where this device has it.
    public let position: Int64
    /// Its type.
    public let type: String
    /// The version of its shape.
    public let schema: UInt32
    /// Why it is unreadable; nil: of an unknown type or a newer shape.
    public let reason: String?
  }

  /// A fold that was made elsewhere.
  init(state: consuming State?, problems: [Problem]) {
    self.state = state
    self.problems = problems
  }

  /// Folds the events of one stream, given in any order.
  ///
  /// - Complexity: O(n log n) in the events unless they come in the order of the fold, then O(n).
  public init(kind: String, events: [StoredEvent], codec: EventCodec = .current) {
    self.init(kind: kind)
    let inOrder = zip(events, events.dropFirst()).allSatisfy { $0.foldsBefore($1) }
    for event in inOrder ? events : events.sorted(by: { $0.foldsBefore($1) }) { append(event, codec: codec) }
  }

  /// Folds the events of one stream in the order given: what another order, or another set, would have shown.
  public init(kind: String, inOrder events: some Sequence<StoredEvent>) {
    self.init(kind: kind)
    for event in events { append(event) }
  }

  /// A stream of which nothing is known.
  public init(kind: String) {
    state = StreamKind(rawValue: kind).map(State.init)
  }

  /// Applies an event after all those folded so far: one that was appended just now is later than all others.
  public mutating func append(_ event: StoredEvent, codec: EventCodec = .current) {
    guard event.passedOver == nil else { return }
    let decoded = codec.decode(
      type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
    switch decoded {
    case .event(let known):
      state?.evolve(known, event.context)
    case .redacted:
      break
    case .unknown:
      problems.append(Problem(event, reason: nil))
    case .unreadable(let error):
      problems.append(Problem(event, reason: error.reason))
    }
  }

  /// Applies an event in place of a recorded one.
  public mutating func append(_ event: Event, _ context: EventContext) { state?.evolve(event, context) }

  /// The state of a transaction; an empty one where this is another stream.
  public var transaction: TransactionState {
    if case .transaction(let state) = state { state } else { TransactionState() }
  }

  /// The state of a group; an empty one where this is another stream.
  public var group: GroupState { if case .group(let state) = state { state } else { GroupState() } }

  /// The state of a category; an empty one where this is another stream.
  public var category: CategoryState { if case .category(let state) = state { state } else { CategoryState() } }

  /// The state of a rule; an empty one where this is another stream.
  public var rule: RuleState { if case .rule(let state) = state { state } else { RuleState() } }

  /// The state of the ledger; an empty one where this is another stream.
  public var ledger: LedgerState { if case .ledger(let state) = state { state } else { LedgerState() } }
}

extension StreamFold.Problem {
  fileprivate init(_ event: StoredEvent, reason: String?) {
    reference = event.reference
    position = event.position
    type = event.type
    schema = event.schema
    self.reason = reason
  }
}

extension StoredEvent {
  /// What a fold knows of the event besides its payload.
  public var context: EventContext {
    EventContext(reference: reference, time: time, seen: seen, actor: actor)
  }
}
