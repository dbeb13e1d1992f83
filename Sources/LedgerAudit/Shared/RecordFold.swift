public import EventLog
public import LedgerBytes
public import LedgerDomain
public import LedgerProjections

/// A stream's fold, event by event, in whatever order they are given: what `StreamFold` does at once and sorted.
///
/// For questions about the steps: which event set a field, and what another order or another set would have shown.
public struct RecordFold: Sendable {
  /// The state so far; nil for a kind of stream that this program does not know.
  public private(set) var state: StreamFold.State?
  private let stream: StreamID

  /// A stream of which nothing is known.
  public init(_ stream: StreamID) {
    self.stream = stream
    state = StreamFold(kind: stream.kind, events: []).state
  }

  /// A stream's events, applied in the order given.
  public init(_ stream: StreamID, applying events: some Sequence<StoredEvent>) {
    self.init(stream)
    for event in events { apply(event) }
  }

  /// What the record shows.
  public var values: RecordValues { RecordValues(state, of: stream.id) }

  /// The state of a transaction; nil where this is another stream.
  public var transaction: TransactionState? {
    if case .transaction(let state) = state { state } else { nil }
  }

  /// The row of a transaction; nil where this is another stream, or nothing is known of it.
  public var transactionRow: TransactionRow? {
    transaction.flatMap { TransactionRow(TransactionID(stream.id), $0) }
  }

  /// Applies the next event. What can't be read changes nothing.
  public mutating func apply(_ event: StoredEvent) {
    if let known = event.decoded { apply(known, event.context) }
  }

  /// Applies an event that stands in for a recorded one.
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
  /// The event that its payload stands for; nil where it is unknown, redacted, skipped or unreadable.
  public var decoded: Event? {
    guard passedOver == nil else { return nil }
    let decoded = EventCodec.current.decode(
      type: type, schema: schema, stream: stream, payload: payload)
    if case .event(let event) = decoded { return event }
    return nil
  }

  /// How long after its author recorded it this device learned of it, by their two wall clocks; nil for its own.
  /// Negative where the author's clock is ahead.
  public var latenessMilliseconds: Int64? {
    receivedAtMilliseconds == 0 ? nil : receivedAtMilliseconds - recordedAtMilliseconds
  }
}
