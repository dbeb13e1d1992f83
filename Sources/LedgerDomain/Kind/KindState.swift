package import LedgerBytes

/// The state of one kind of record, to which its events fold.
///
/// It has all that code for every kind asks of a record.
protocol KindState: Hashable, Sendable {
  /// The events of the kind.
  associatedtype OwnEvent: KindEvent

  /// The name for several records of the kind.
  static var plural: String { get }

  /// Creates the state of a record of which nothing is known.
  init()

  /// The state among those of all kinds.
  var record: RecordState { get }

  /// Applies one event, the latest so far in the order of the fold. It never fails.
  mutating func evolve(_ event: OwnEvent, _ context: EventContext)

  /// Computes the events that undo those of one batch on this record. This is its present state.
  func undo(
    _ events: [UndoneEvent<OwnEvent>], before: Self, _ context: UndoContext
  ) -> Undoing<OwnEvent>

  /// The values of the record with that identifier, empty until the record is known to exist.
  func values(of id: UniqueID) -> RecordValues

  /// The writes that count for each field.
  var writes: RecordWrites { get }

  /// Whether the event that began the record is known.
  var isBegun: Bool { get }

  /// The identifier that every device derives from a record's key.
  ///
  /// It is `nil` if the kind's identifiers are random.
  static func id(key: String) -> UniqueID?
}

extension KindState {
  static func id(key: String) -> UniqueID? { nil }

  static var types: [EventType] { OwnEvent.types }

  /// The state of a record of which nothing is known.
  static var unknown: RecordState { Self().record }

  /// The same as `undo` with events of its own kind. Events of other kinds are left out.
  func undo(_ events: [UndoneEvent<RecordEvent>], before: RecordState, _ context: UndoContext) -> Undoing<
    RecordEvent
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

  /// The stream of the record with a key, or `nil` if this kind's identifiers are random.
  package func stream(key: String) -> StreamID? {
    state.id(key: key).map { StreamID(kind: rawValue, id: $0) }
  }
}
