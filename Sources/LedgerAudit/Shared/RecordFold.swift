public import EventLog
public import LedgerBytes
public import LedgerDomain
public import LedgerProjections

/// Folds a stream event by event in any given order, while `StreamFold` sorts and folds all at once.
///
/// It shows the steps of a fold: the event that set a field, or the result of another order or another set of events.
public struct RecordFold: Sendable {
  /// The state so far, or `nil` if this program does not know the kind of stream.
  public private(set) var state: StreamFold.State?
  private let stream: StreamID

  /// Creates the fold of a stream without events.
  public init(_ stream: StreamID) {
    self.stream = stream
    state = StreamFold(kind: stream.kind, events: []).state
  }

  /// Creates a fold and applies events in the given order.
  public init(_ stream: StreamID, applying events: some Sequence<StoredEvent>) {
    self.init(stream)
    for event in events { apply(event) }
  }

  /// The values of the record's fields.
  public var values: RecordValues { RecordValues(state, of: stream.id) }

  /// The state of a transaction, or `nil` for another kind of stream.
  public var transaction: TransactionState? {
    if case .transaction(let state) = state { state } else { nil }
  }

  /// The row of a transaction, or `nil` for another kind of stream and before the transaction exists.
  public var transactionRow: TransactionRow? {
    transaction.flatMap { TransactionRow(TransactionID(stream.id), $0) }
  }

  /// Applies the next event. An unreadable event changes nothing.
  public mutating func apply(_ event: StoredEvent) {
    if let known = event.decoded { apply(known, event.context) }
  }

  /// Applies a decoded event, which may replace a recorded one.
  public mutating func apply(_ event: Event, _ context: EventContext) {
    switch (state, event) {
    case (.transaction(var transaction), .transaction(let event)):
      state = nil
      transaction.evolve(event, context)
      state = .transaction(transaction)
    case (.group(var group), .group(let event)):
      group.evolve(event, context)
      state = .group(group)
    case (.category(var category), .category(let event)):
      category.evolve(event, context)
      state = .category(category)
    case (.rule(var rule), .rule(let event)):
      rule.evolve(event, context)
      state = .rule(rule)
    case (.ledger(var ledger), .ledger(let event)):
      ledger.evolve(event, context)
      state = .ledger(ledger)
    case (.transaction, _), (.group, _), (.category, _), (.rule, _), (.ledger, _), (.none, _):
      break  // The codec refuses an event on a stream of another kind.
    }
  }
}

extension StoredEvent {
  /// The decoded event, or `nil` if it is unknown, redacted or unreadable.
  public var decoded: Event? {
    let decoded = EventCodec.current.decode(
      type: type, schema: schema, streamKind: stream.kind, payload: payload)
    if case .event(let event) = decoded { return event }
    return nil
  }

  /// The time from recording to arrival by the two wall clocks, or `nil` for an event of this device.
  ///
  /// It is negative if the author's clock is ahead.
  public var latenessMilliseconds: Int64? {
    receivedAtMilliseconds == 0 ? nil : receivedAtMilliseconds - recordedAtMilliseconds
  }
}
