internal import LedgerBytes

/// A type of event: its name in the log, the kind of its streams, and the shape of its payload.
///
/// Each type is declared once, beside its payload. `allCases` finds it through the list of its kind.
public struct EventType: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// The name in the log. A released name never changes.
  public let rawValue: String
  /// The kind of stream it belongs to.
  public let streamKind: StreamKind
  /// Whether an event of this type undoes its cause, if that is another command's event on the same stream.
  public let canUndo: Bool
  /// The version of the payload's shape that this program writes.
  public let schema: UInt32
  /// The steps from older shapes to the current one, the oldest first.
  let lifts: [Lift]
  /// Reads a payload of the current shape.
  let read: @Sendable (inout JSONReader) throws(JSONError) -> Event
  /// Reads a transaction's payload in the form that `EventCodec.encode` gives it.
  let plain: Plain?

  /// Lifts a payload from one version of its shape to the next. It is pure and never changes once released.
  typealias Lift = @Sendable (JSONValue) -> JSONValue
  typealias Plain = @Sendable (inout PlainJSON, EventDetail) -> TransactionEvent?

  /// Declares a type of event with a payload.
  init<Kind: KindEvent, Payload: EventPayload>(
    _ name: String, _ event: @escaping @Sendable (Payload) -> Kind, canUndo: Bool = false, lifts: [Lift] = [],
    plain: Plain? = nil
  ) {
    rawValue = name
    streamKind = Kind.streamKind
    self.canUndo = canUndo
    schema = UInt32(lifts.count) + 1
    self.lifts = lifts
    self.plain = plain
    read = { (reader) throws(JSONError) in event(try Payload(from: &reader)).event }
  }

  /// Declares a type of event that consists of its name alone.
  init<Kind: KindEvent>(_ name: String, _ event: Kind, canUndo: Bool = false, plain: Plain? = nil) {
    self.init(name, { (_: NoContent) in event }, canUndo: canUndo, plain: plain)
  }

  /// The types of all kinds, in the order of the kinds.
  public static let allCases = StreamKind.allCases.flatMap { $0.types }

  /// The type of that name, byte for byte; `nil` if this program knows none.
  ///
  /// - Complexity: O(types), a third of a microsecond. Readers of many events ask once per type.
  public init?(rawValue name: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else { return nil }
    self = known
  }

  /// Compares names.
  public static func == (left: EventType, right: EventType) -> Bool { left.rawValue == right.rawValue }

  /// Feeds the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// The payload of an event: a JSON object with sorted keys.
protocol EventPayload: SendableMetatype {
  /// Writes the members in the order of their keys.
  func members(_ writer: inout JSONWriter)
  /// Reads the object.
  init(from reader: inout JSONReader) throws(JSONError)
}

/// The payload of an event that consists of its name alone.
struct NoContent: EventPayload {
  init() {}

  func members(_ writer: inout JSONWriter) {}

  init(from reader: inout JSONReader) throws(JSONError) {
    try reader.readObject { (reader, _) throws(JSONError) in try reader.skipValue() }
  }
}

/// The events of one kind of record.
protocol KindEvent: Sendable {
  /// The kind.
  static var streamKind: StreamKind { get }
  /// Every type of event of that kind, in the order in which they are listed for people.
  static var types: [EventType] { get }
  /// The event among those of all kinds.
  var event: Event { get }
  /// Shows a visitor the event's type and payload.
  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result
}

extension KindEvent {
  /// Its type, as `visit` shows it.
  var declaredType: EventType {
    var finder = TypeFinder()
    return visit(&finder)
  }
}

/// Looks at the type and the payload of any event.
protocol EventVisitor {
  associatedtype Result

  mutating func visit(_ type: EventType, _ payload: some EventPayload) -> Result
}

extension EventVisitor {
  mutating func visit(_ type: EventType) -> Result { visit(type, NoContent()) }
}

private struct TypeFinder: EventVisitor {
  mutating func visit(_ type: EventType, _ payload: some EventPayload) -> EventType { type }
}

/// Writes the payload of the event it visits.
extension JSONWriter: EventVisitor {
  mutating func visit(_ type: EventType, _ payload: some EventPayload) {
    object { payload.members(&$0) }
  }
}
