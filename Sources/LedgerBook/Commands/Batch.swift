internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

/// The events of one command, on their way into the log.
struct Batch {
  let ledger: UniqueID
  let actor: String
  private(set) var events: [LedgerEvent] = []
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
  /// The stream of each event.
  var streams: some Sequence<StreamID> { places.lazy.map(\.stream) }
  /// The stream of the first event.
  var firstStream: StreamID? { places.first?.stream }

  /// Whether an event asks to pass over others. Then records change that nothing is appended to.
  var passesOver: Bool {
    events.contains { event in
      guard case .ledger(let event) = event else { return false }
      if case .eventSkipped = event { return true }
      if case .eventRedacted = event { return true }
      return false
    }
  }

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

  mutating func append(_ event: SettingsEvent) { append(.ledger(event), StreamID(kind: "ledger", id: ledger)) }

  mutating func append(_ event: TransactionEvent, to id: TransactionID, cause: EventDraft.Cause? = nil) {
    append(.transaction(event), id.stream, cause: cause, actor: LedgerEvent.transaction(event).software)
  }

  /// Appends a rule's event on a transaction. The actor is a person if a person asked for it.
  mutating func append(
    _ event: TransactionEvent, to id: TransactionID, cause: EventDraft.Cause, isByPerson: Bool
  ) {
    append(.transaction(event), id.stream, cause: cause, actor: isByPerson ? nil : EventActor.rule.text)
  }

  mutating func append(_ event: RuleEvent, to id: RuleID, cause: EventDraft.Cause? = nil) {
    append(.rule(event), id.stream, cause: cause, actor: LedgerEvent.rule(event).software)
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
    _ event: LedgerEvent, _ stream: StreamID, cause: EventDraft.Cause? = nil, actor: String? = nil
  ) {
    events.append(event)
    places.append(Place(stream: stream, actor: actor ?? self.actor, cause: cause))
  }
}
