public import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// An event of the log with its values, as a read model of an app reads it.
public struct DecodedEvent: Hashable, Sendable {
  /// The event as it is on record: its position, device, time, author, command and stream.
  public let stored: StoredEvent
  /// The values of the event, or the reason why it has no values.
  public let content: Content
  /// The record that a redaction or a skip concerns, or `nil` for any other event.
  let passes: StreamID?

  /// The values of an event.
  public enum Content: Hashable, Sendable {
    /// The values.
    case known(LedgerEvent)
    /// The event has a type or a shape that this version does not know. It is kept, and no fold applies it.
    case unknown
    /// The content was erased, or is about to be. No fold applies it.
    case redacted
    /// The content cannot be read, for the reason given. No fold applies it.
    case unreadable(reason: String)
  }

  /// The records whose state the event changes, one or two.
  ///
  /// They are the event's own record and, if the event redacts or skips another one, the record of that one. A read
  /// model that reads the state of these records again is right after late events, undo and redaction as well.
  public var records: [StreamID] {
    if let passes, passes != stored.stream { [stored.stream, passes] } else { [stored.stream] }
  }

  /// The receipts, expenses and incomes among `records`.
  public var transactions: [TransactionID] {
    records.filter { $0.kind == StreamKind.transaction.rawValue }.map { TransactionID($0.id) }
  }

  /// The place after the event, from which reading goes on later.
  public var bookmark: EventBookmark { EventBookmark(position: stored.position, leaf: stored.leaf) }

  init(_ stored: StoredEvent, in book: Book) throws {
    self.stored = stored
    let decoded =
      stored.passedOver == .redacted
      ? .redacted
      : EventCodec.current.decode(
        type: stored.type, schema: stored.schema, stream: stored.stream, payload: stored.payload)
    switch decoded {
    case .event(let event):
      content = .known(event)
      passes = try event.passes.flatMap { try book.log.event($0)?.stream }
    case .unknown: (content, passes) = (.unknown, nil)
    case .redacted: (content, passes) = (.redacted, nil)
    case .unreadable(let error): (content, passes) = (.unreadable(reason: error.reason), nil)
    }
  }

  /// Whether the event changes the state of a record of one of these kinds.
  func concerns(_ kinds: Set<StreamKind>) -> Bool {
    records.contains { StreamKind(rawValue: $0.kind).map(kinds.contains) ?? false }
  }
}

extension LedgerEvent {
  /// The event that no fold applies any more because of this one, or `nil`.
  fileprivate var passes: EventReference? {
    switch self {
    case .ledger(.eventRedacted(let redaction)): redaction.event
    case .ledger(.eventSkipped(let skip)): skip.event
    case .ledger, .transaction, .group, .category, .rule, .account, .budget, .goal, .copy: nil
    }
  }
}
