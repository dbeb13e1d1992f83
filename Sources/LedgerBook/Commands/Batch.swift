internal import EventLog
public import LedgerBytes
public import LedgerDomain

/// The events of one command, on their way into the log.
struct Batch {
  let ledger: UniqueID
  let actor: String
  private var events: [RecordEvent] = []
  /// The other parts of each event.
  private var places: [Place] = []
  /// The version that the person looked at, of the stream the command is about.
  var basedOn: StreamVersion?
  /// Whether the contents that the events ask to erase are erased in the same write.
  var erases = false

  private struct Place {
    let stream: StreamID
    let actor: String
    let cause: EventDraft.Cause?
  }

  init(ledger: UniqueID, actor: String) {
    self.ledger = ledger
    self.actor = actor
  }

  /// How many events there are.
  var count: Int { events.count }
  var isEmpty: Bool { events.isEmpty }
  /// The stream of the first event.
  var firstStream: StreamID? { places.first?.stream }

  /// The events as the log takes them, encoded all together.
  var drafts: [EventDraft] {
    let codec = EventCodec.current
    let payloads = codec.encode(events)
    precondition(
      payloads.count == events.count && places.count == events.count,
      "every event has a payload, a stream and an actor")
    return events.indices.map { index in
      let type = events[index].type
      assert(EventType.allCases.contains(type), "\(type.rawValue) is not in the list of its kind's types")
      return EventDraft(
        stream: places[index].stream, type: type.rawValue, schema: codec.schema(of: type),
        payload: payloads[index], actor: places[index].actor, cause: places[index].cause,
        basedOnVersion: basedOn)
    }
  }

  mutating func append(_ event: LedgerEvent) { append(.ledger(event), StreamID(kind: "ledger", id: ledger)) }

  mutating func append(_ event: TransactionEvent, to id: TransactionID, cause: EventDraft.Cause? = nil) {
    append(.transaction(event), id.stream, cause: cause, actor: RecordEvent.transaction(event).software)
  }

  /// Appends a rule's event on a transaction. The actor is a person if a person asked for it.
  mutating func append(
    _ event: TransactionEvent, to id: TransactionID, cause: EventDraft.Cause, isByPerson: Bool
  ) {
    append(.transaction(event), id.stream, cause: cause, actor: isByPerson ? nil : EventActor.rule)
  }

  mutating func append(_ event: RuleEvent, to id: RuleID, cause: EventDraft.Cause? = nil) {
    append(.rule(event), id.stream, cause: cause, actor: RecordEvent.rule(event).software)
  }

  mutating func append(_ event: GroupEvent, to id: GroupID) { append(.group(event), id.stream) }

  mutating func append(_ event: AccountEvent, to id: AccountID) { append(.account(event), id.stream) }

  mutating func append(_ event: BudgetEvent, to id: BudgetID) { append(.budget(event), id.stream) }

  mutating func append(
    _ event: CategoryEvent, key: String, cause: EventDraft.Cause? = nil, actor: String? = nil
  ) {
    append(.category(event), CategoryStream.of(key: key), cause: cause, actor: actor)
  }

  mutating func append(
    _ event: RecordEvent, _ stream: StreamID, cause: EventDraft.Cause? = nil, actor: String? = nil
  ) {
    events.append(event)
    places.append(Place(stream: stream, actor: actor ?? self.actor, cause: cause))
  }
}

/// The result of a command.
///
///     let first = try book.record(taxi, id: command)
///     let again = try book.record(taxi, id: command)  // nothing is recorded twice
///     let isRepeated = again.repeated && again.transaction == first.transaction
///     try book.undo(first)
public struct Outcome: Hashable, Sendable {
  /// The positions of the events appended. Empty if nothing had to change.
  public let positions: [Position]
  /// The first of these events, which names the action for `undo(_:)`, or `nil` if nothing was appended.
  public var action: EventReference?
  /// The transaction it was about.
  public let transaction: TransactionID?
  /// The group it was about.
  public let group: GroupID?
  /// The rule it was about.
  public var rule: RuleID?
  /// The category it was about, by key.
  public var category: String?
  /// The account it was about.
  public var account: AccountID?
  /// The goal it was about.
  public var goal: GoalID?
  /// The report of the generation after a command about rules.
  ///
  /// It runs in batches of its own. `nil` if it failed, and then the next generation makes up for it.
  public var generated: GenerationReport?
  /// Whether the same command had been given before: nothing was appended now.
  public let repeated: Bool

  /// Whether nothing was appended, now or before.
  public var isUnchanged: Bool { positions.isEmpty }
}
