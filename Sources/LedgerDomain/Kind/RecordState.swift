package import LedgerBytes

extension RecordState {
  /// Creates the state of a record of which nothing is known.
  package init(_ kind: StreamKind) {
    self = kind == .transaction ? .transaction(TransactionState()) : kind.state.unknown
  }

  /// Applies an event to the state that was taken out of this one, and puts it back.
  @inline(__always)
  mutating func evolve<State: KindState>(
    _ state: inout State, _ event: State.OwnEvent, _ context: EventContext
  ) {
    // The state is then referenced once, and is changed in place.
    self = Self.placeholder
    state.evolve(event, context)
    self = state.record
  }

  private static let placeholder = RecordState(.category)

  /// Returns the values of the record with that identifier, empty until the record is known to exist.
  package func values(of id: UniqueID) -> RecordValues { base.values(of: id) }

  /// The writes that count for each field, in the order of the fold. Fields that no write counts for are left out.
  ///
  /// Tags, pages and what is computed from other fields have no writes of their own.
  package var writes: [RecordField: [RecordWrite]] { base.writes.byField }

  /// Whether the event that began the record is known.
  package var isBegun: Bool { base.isBegun }

  /// Computes the events that undo those of one batch on this record, whose present state this is.
  ///
  /// - Parameters:
  ///   - events: The batch's events on this stream, in order.
  ///   - before: The state before the first of them.
  ///   - context: Other facts that the undo depends on.
  package func undo(
    _ events: [UndoneEvent<LedgerEvent>], before: RecordState, _ context: UndoContext
  ) -> Undoing<LedgerEvent> {
    base.undo(events, before: before, context)
  }
}

/// The states that a fold of many streams changes in place, one stream after another.
///
/// Folding a transaction then needs no allocation per event.
package struct RecordStates {
  /// The transaction's state.
  package var transaction = TransactionState()
  /// The state of a record of another kind.
  private var other = RecordState(.category)

  /// Creates states of which nothing is known.
  package init() {}

  /// Begins with a record of a kind of which nothing is known.
  package mutating func begin(_ kind: StreamKind) {
    if kind != .transaction { other = RecordState(kind) }
  }

  /// Applies one event to the state of its kind.
  package mutating func evolve(_ event: consuming LedgerEvent, _ context: EventContext) {
    if case .transaction(let event) = event {
      transaction.evolve(event, context)
    } else {
      other.evolve(event, context)
    }
  }

  /// Hands over the state of a kind, without a copy, and forgets it.
  package mutating func take(_ kind: StreamKind) -> RecordState {
    if kind == .transaction { return .transaction(exchange(&transaction, with: TransactionState())) }
    return exchange(&other, with: RecordState(kind))
  }

  /// Puts a state back in its place.
  package mutating func put(_ state: RecordState) {
    if case .transaction(let state) = state { transaction = state } else { other = state }
  }

  /// Forgets the state of a kind. The state of a transaction is cleared in place.
  package mutating func forget(_ kind: StreamKind) {
    if kind == .transaction { transaction.forget() } else { begin(kind) }
  }
}
