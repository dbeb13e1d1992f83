package import LedgerBytes

/// The state of one kind of record, which results from applying the record's events in order.
///
/// That process is called a fold. The protocol has the members that code for records of every kind needs.
protocol KindState: Hashable, Sendable {
  /// The events of the kind.
  associatedtype OwnEvent: KindEvent

  /// The name for several records of the kind.
  static var plural: String { get }

  /// Creates the state of a record of which nothing is known.
  init()

  /// This state as a case of `RecordState`.
  var record: RecordState { get }

  /// Applies an event that is later, in the order of the fold, than all events before it. It never fails.
  mutating func evolve(_ event: OwnEvent, _ context: EventContext)

  /// Returns the events that undo a batch on this record. `self` is the record's current state.
  func undo(
    _ events: [UndoneEvent<OwnEvent>], before: Self, _ context: UndoContext
  ) -> Undoing<OwnEvent>

  /// Returns the values of the record's fields, which are empty if its first event is not known.
  func values(of id: UniqueID) -> RecordValues

  /// The writes of each field that no later write replaced. There are several if they conflict.
  var writes: RecordWrites { get }

  /// Whether the event that created the record is known.
  var isBegun: Bool { get }

  /// Returns the identifier that every device derives from a record's key.
  ///
  /// It is `nil` if the kind's identifiers are random.
  static func id(key: String) -> UniqueID?
}

extension KindState {
  static func id(key: String) -> UniqueID? { nil }

  static var types: [EventType] { OwnEvent.types }

  /// The state of a record of which nothing is known.
  static var unknown: RecordState { Self().record }

  /// Calls the `undo` of the kind with events of that kind. Events of other kinds are left out.
  func undo(_ events: [UndoneEvent<LedgerEvent>], before: RecordState, _ context: UndoContext) -> Undoing<
    LedgerEvent
  > {
    let own = events.compactMap { item in
      (item.event.base as? OwnEvent).map { UndoneEvent(reference: item.reference, event: $0) }
    }
    return undo(own, before: before.base as? Self ?? Self(), context).map(\.event)
  }
}

extension StreamKind {
  /// The name for several records of this kind.
  public var plural: String { state.plural }

  /// The types of its events.
  var types: [EventType] { state.types }

  /// Whether a record's identifier is derived from its key.
  package var hasKeys: Bool { state.id(key: "") != nil }

  /// Returns the stream of the record with a key, or `nil` if this kind's identifiers are random.
  package func stream(key: String) -> StreamID? {
    state.id(key: key).map { StreamID(kind: rawValue, id: $0) }
  }
}
