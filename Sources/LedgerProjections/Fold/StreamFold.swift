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

  /// A stream's state. They are large, and held by reference: whoever folds many streams hands them over without a copy.
  public indirect enum State: Hashable, Sendable {
    case transaction(TransactionState)
    case group(GroupState)
    case category(CategoryState)
    case rule(RuleState)
    case ledger(LedgerState)
  }

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
    switch StreamKind(rawValue: kind) {
    case .transaction: state = .transaction(TransactionState())
    case .group: state = .group(GroupState())
    case .category: state = .category(CategoryState())
    case .rule: state = .rule(RuleState())
    case .ledger: state = .ledger(LedgerState())
    case .none: state = nil
    }
    let inOrder = zip(events, events.dropFirst()).allSatisfy { $0.foldsBefore($1) }
    for event in inOrder ? events : events.sorted(by: { $0.foldsBefore($1) }) { apply(event, codec) }
  }

  /// Goes on with an event that comes behind all those folded so far: one that was appended just now, whose time is
  /// later than everything in the log.
  public mutating func append(_ event: StoredEvent, codec: EventCodec = .current) { apply(event, codec) }

  private mutating func apply(_ event: StoredEvent, _ codec: EventCodec) {
    guard event.passedOver == nil else { return }
    let decoded = codec.decode(
      type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
    switch decoded {
    case .event(let known):
      evolve(known, event.context)
    case .redacted:
      break
    case .unknown:
      problems.append(Problem(event, reason: nil))
    case .unreadable(let error):
      problems.append(Problem(event, reason: error.reason))
    }
  }

  private mutating func evolve(_ event: Event, _ context: EventContext) {
    switch (state, event) {
    case (.transaction(var transaction), .transaction(let event)):
      state = nil
      transaction.evolve(event, context)
      state = .transaction(transaction)
    case (.group(var group), .group(let event)):
      state = nil
      group.evolve(event, context)
      state = .group(group)
    case (.category(var category), .category(let event)):
      state = nil
      category.evolve(event, context)
      state = .category(category)
    case (.rule(var rule), .rule(let event)):
      state = nil
      rule.evolve(event, context)
      state = .rule(rule)
    case (.ledger(var ledger), .ledger(let event)):
      state = nil
      ledger.evolve(event, context)
      state = .ledger(ledger)
    case (.transaction, _), (.group, _), (.category, _), (.rule, _), (.ledger, _), (.none, _):
      break  // The codec refuses an event on a stream of another kind.
    }
  }

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
