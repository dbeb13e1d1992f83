package import EventLog
package import LedgerBytes
package import LedgerDomain

/// The fold of one stream: the state that its events result in, and those that could not be applied.
///
/// Appending, rebuilding, time travel and sync all use it, with different events (Design, section 2).
package struct StreamFold: Sendable {
  /// The state, by the stream's kind, or `nil` for a kind that this program does not know.
  package private(set) var state: State?
  /// The events that could not be applied.
  package private(set) var problems: [Problem] = []

  /// A stream's state.
  package typealias State = RecordState

  /// An event that could not be applied.
  package struct Problem: Hashable, Sendable {
    /// The event.
    package let reference: EventReference
    /// The event's position on this device.
    package let position: Position
    /// Its type.
    package let type: String
    /// The version of its payload's shape.
    package let schema: UInt32
    /// The reason why it is unreadable, or `nil` if it has an unknown type or a newer shape.
    package let reason: String?
  }

  /// Creates a fold that was computed elsewhere.
  init(state: consuming State?, problems: [Problem]) {
    self.state = state
    self.problems = problems
  }

  /// Folds the events of one stream, given in any order.
  ///
  /// - Complexity: O(n log n) in the events unless they come in the order of the fold, then O(n).
  package init(kind: String, events: [StoredEvent], codec: EventCodec = .current) {
    self.init(kind: kind)
    let inOrder = zip(events, events.dropFirst()).allSatisfy { $0.foldsBefore($1) }
    for event in inOrder ? events : events.sorted(by: { $0.foldsBefore($1) }) { append(event, codec: codec) }
  }

  /// Folds the events of one stream in the given order, which may differ from their order in time.
  package init(kind: String, inOrder events: some Sequence<StoredEvent>) {
    self.init(kind: kind)
    for event in events { append(event) }
  }

  /// Creates the fold of a stream without events.
  package init(kind: String) {
    state = StreamKind(rawValue: kind).map(State.init)
  }

  /// Applies an event that is later than all those folded so far, such as one that was just appended.
  package mutating func append(_ event: StoredEvent, codec: EventCodec = .current) {
    guard event.passedOver != .redacted else { return }
    let decoded = codec.decode(
      type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
    switch decoded {
    case .event(let known):
      state?.evolve(known, event.context)
    case .redacted:
      break
    case .unknown:
      note(event, reason: nil)
    case .unreadable(let error):
      note(event, reason: error.reason)
    }
  }

  private mutating func note(_ event: StoredEvent, reason: String?) {
    if event.passedOver != .skipped { problems.append(Problem(event, reason: reason)) }
  }

  /// The state of a transaction, or an empty one if this is another stream.
  package var transaction: TransactionState {
    if case .transaction(let state) = state { state } else { TransactionState() }
  }

  /// The state of a group, or an empty one if this is another stream.
  package var group: GroupState { if case .group(let state) = state { state } else { GroupState() } }

  /// The state of a category, or an empty one if this is another stream.
  package var category: CategoryState {
    if case .category(let state) = state { state } else { CategoryState() }
  }

  /// The state of a rule, or an empty one if this is another stream.
  package var rule: RuleState { if case .rule(let state) = state { state } else { RuleState() } }

  /// The state of an account, or an empty one if this is another stream.
  public var account: AccountState { if case .account(let state) = state { state } else { AccountState() } }

  /// The state of a budget, or an empty one if this is another stream.
  package var budget: BudgetState { if case .budget(let state) = state { state } else { BudgetState() } }

  /// The state of a goal, or an empty one if this is another stream.
  package var goal: GoalState { if case .goal(let state) = state { state } else { GoalState() } }

  /// The state of a copy, or an empty one if this is another stream.
  package var copy: CopyState { if case .copy(let state) = state { state } else { CopyState() } }

  /// The state of the ledger, or an empty one if this is another stream.
  package var ledger: LedgerState { if case .ledger(let state) = state { state } else { LedgerState() } }
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
  /// The request by which folds of this program ignore the event, or `nil` if the event counts.
  ///
  /// A request to skip it has an effect only if this program cannot read the event.
  package var ignored: PassedOver? { isSkippedInVain ? nil : passedOver }

  /// Whether a request to skip the event has no effect, because this program can read the event.
  package var isSkippedInVain: Bool {
    guard passedOver == .skipped else { return false }
    let decoded = EventCodec.current.decode(type: type, schema: schema, stream: stream, payload: payload)
    return if case .event = decoded { true } else { false }
  }

  /// The facts about the event that a fold needs in addition to its payload.
  package var context: EventContext {
    let isOfLedger = reference.sequence == 1 && stream.kind == StreamKind.ledger.rawValue
    return EventContext(
      reference: reference, time: time, seen: seen, actor: actor,
      isFounding: isOfLedger && EventContext.isFounding(reference, of: stream.id))
  }
}
