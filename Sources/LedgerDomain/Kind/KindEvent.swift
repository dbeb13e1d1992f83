package import LedgerBytes

/// An event of one kind of record, with the members that code for events of every kind needs.
protocol KindEvent: Hashable, Sendable {
  /// The kind of record.
  static var streamKind: StreamKind { get }
  /// The types of events of that kind, in the order in which they are listed for people.
  static var types: [EventType] { get }
  /// This event as a case of `LedgerEvent`.
  var event: LedgerEvent { get }
  /// The event in one line for a person, without its type: `total 8.45 → 84.50 EUR, picked`.
  ///
  /// Texts from outside are in it unchanged: the caller escapes them for printing.
  var summary: String { get }
  /// The identifier of the only stream that the event can be on, or `nil` if it can be on several.
  var impliedID: UniqueID? { get }
  /// Returns the reason why no command can have recorded this event on a stream, or `nil`.
  func fault(on stream: UniqueID) -> String?
  /// Calls the visitor with the event's type and payload.
  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result
}

extension KindEvent {
  var summary: String { payloadSummary }

  /// The line that the payload gives.
  var payloadSummary: String {
    var reader = SummaryReader()
    return visit(&reader)
  }

  var impliedID: UniqueID? { nil }

  func fault(on stream: UniqueID) -> String? {
    guard let impliedID, impliedID != stream else { return nil }
    return "its key is that of another \(Self.streamKind.rawValue)"
  }

  /// Its type, as `visit` shows it.
  var type: EventType {
    var finder = TypeFinder()
    return visit(&finder)
  }
}

extension LedgerEvent {
  /// Its type.
  package var type: EventType {
    var finder = TypeFinder()
    return visit(&finder)
  }

  /// The event in one line for a person, without its type: `total 8.45 → 84.50 EUR, picked`.
  ///
  /// Texts from outside are in it unchanged: the caller escapes them for printing.
  public var summary: String { base.summary }

  /// The actor of the software that records the event, or `nil` if people do.
  package var software: String? {
    var reader = SoftwareReader()
    return visit(&reader)
  }

  /// The identifier of the only stream that the event can be on, or `nil` if it can be on several.
  package var impliedID: UniqueID? { base.impliedID }

  /// Returns the reason why no command can have recorded this event on a stream, or `nil`.
  func fault(on stream: UniqueID) -> String? { base.fault(on: stream) }

  /// Shows a visitor the event's type and payload.
  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    // Nearly all events are of transactions, which need no existential here.
    if case .transaction(let event) = self { return event.visit(&visitor) }
    return base.visit(&visitor)
  }
}

private struct TypeFinder: EventVisitor {
  mutating func visit(_ type: EventType, _ payload: some EventPayload) -> EventType { type }
}

private struct SummaryReader: EventVisitor {
  mutating func visit(_ type: EventType, _ payload: some EventPayload) -> String { payload.summary }
}

private struct SoftwareReader: EventVisitor {
  mutating func visit(_ type: EventType, _ payload: some EventPayload) -> String? { payload.software }
}
