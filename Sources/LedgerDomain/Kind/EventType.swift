internal import LedgerBytes

/// A type of event: its name in the log, the kind of its streams, and the shape of its payload.
///
/// Each type is declared once, next to its payload. `allCases` finds it through the list of its kind.
package struct EventType: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// The facts about a type, of which there is one declaration per name.
  private final class Declaration: Sendable {
    let name: String
    let streamKind: StreamKind
    let canUndo: Bool
    let lifts: [Lift?]
    let schema: UInt32
    let readableSince: UInt32
    let read: Read

    init(_ name: String, _ streamKind: StreamKind, _ canUndo: Bool, _ lifts: [Lift?], _ read: @escaping Read) {
      self.name = name
      self.streamKind = streamKind
      self.canUndo = canUndo
      self.lifts = lifts
      schema = UInt32(lifts.count) + 1
      readableSince = UInt32(lifts.lastIndex { $0 != nil }.map { $0 + 2 } ?? 1)
      self.read = read
    }
  }

  /// Lifts a payload from one version of its shape to the next. It is pure and never changes once released.
  typealias Lift = @Sendable (JSONValue) -> JSONValue
  private typealias Read =
    @Sendable (UnsafeRawBufferPointer, TextPool?, EventDetail) throws(JSONError) -> LedgerEvent

  /// The declaration, which is never freed, so that no event retains and releases it.
  private let declaration: Unmanaged<Declaration>

  /// The name in the log. A released name never changes.
  package var rawValue: String { declaration._withUnsafeGuaranteedRef { $0.name } }
  /// The kind of stream it belongs to.
  package var streamKind: StreamKind { declaration._withUnsafeGuaranteedRef { $0.streamKind } }
  /// Whether an event of this type can undo its cause.
  ///
  /// It does so only if the cause is an event of another command on the same stream.
  package var canUndo: Bool { declaration._withUnsafeGuaranteedRef { $0.canUndo } }
  /// The version of the payload's shape that this program writes.
  package var schema: UInt32 { declaration._withUnsafeGuaranteedRef { $0.schema } }
  /// The lowest version whose payloads are read as they are.
  ///
  /// Later versions only gained optional members.
  var readableSince: UInt32 { declaration._withUnsafeGuaranteedRef { $0.readableSince } }
  /// The steps from older shapes to the current one, the oldest first.
  ///
  /// A step is `nil` if the next shape only gained optional members.
  var lifts: [Lift?] { declaration._withUnsafeGuaranteedRef { $0.lifts } }

  /// Declares a type of event with a payload.
  init<Kind: KindEvent, Payload: EventPayload>(
    _ name: String, _ event: @escaping @Sendable (Payload) -> Kind, canUndo: Bool = false, lifts: [Lift?] = []
  ) {
    self.init(name, Kind.streamKind, canUndo, lifts) { (bytes, texts, detail) throws(JSONError) in
      try PayloadReader.read(bytes, texts: texts, detail) { (reader) throws(JSONError) in
        event(try Payload(from: &reader)).event
      }
    }
  }

  /// Declares a type of event that consists of its name alone.
  init<Kind: KindEvent>(_ name: String, _ event: Kind, canUndo: Bool = false) {
    let event = event.event
    self.init(name, Kind.streamKind, canUndo, []) { (bytes, texts, detail) throws(JSONError) in
      if bytes.count == 2, bytes[0] == UInt8(ascii: "{"), bytes[1] == UInt8(ascii: "}") { return event }
      return try PayloadReader.read(bytes, texts: texts, detail) { (reader) throws(JSONError) in
        _ = try NoContent(from: &reader)
        return event
      }
    }
  }

  private init(
    _ name: String, _ streamKind: StreamKind, _ canUndo: Bool, _ lifts: [Lift?], _ read: @escaping Read
  ) {
    declaration = .passRetained(Declaration(name, streamKind, canUndo, lifts, read))
  }

  /// Reads a payload of the current shape.
  func read(
    _ bytes: UnsafeRawBufferPointer, _ texts: TextPool?, _ detail: EventDetail
  ) throws(JSONError) -> LedgerEvent {
    try declaration._withUnsafeGuaranteedRef { $0.read }(bytes, texts, detail)
  }

  /// The types of all kinds, in the order of the kinds.
  package static let allCases = StreamKind.allCases.flatMap { $0.types }

  /// The type of that name, compared byte for byte, or `nil` if this program does not know it.
  ///
  /// - Complexity: O(types), a third of a microsecond. Readers of many events ask once per type.
  package init?(rawValue name: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else { return nil }
    self = known
  }
}

/// The payload of an event, with what code for every event asks of it.
protocol EventPayload: PayloadObject {
  /// The event in one line for a person, without its type. Empty if the type tells everything.
  ///
  /// Texts from outside are in it unchanged: the caller escapes them for printing.
  var summary: String { get }
  /// The actor of the software that records the event, or `nil` if people do.
  var software: String? { get }
}

extension EventPayload {
  var summary: String { "" }
  var software: String? { nil }
}

/// The payload of an event that consists of its name alone.
struct NoContent: EventPayload {
  init() {}

  init(members reader: inout PayloadReader) {}

  func members(_ writer: inout JSONWriter) {}
}

/// Looks at the type and the payload of any event.
protocol EventVisitor {
  associatedtype Result

  mutating func visit(_ type: EventType, _ payload: some EventPayload) -> Result
}

extension EventVisitor {
  mutating func visit(_ type: EventType) -> Result { visit(type, NoContent()) }
}

/// Writes the payload of the event it visits.
extension JSONWriter: EventVisitor {
  mutating func visit(_ type: EventType, _ payload: some EventPayload) {
    object { payload.members(&$0) }
  }
}
