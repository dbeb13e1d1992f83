public import EventLog
public import LedgerBook
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// Finds the event that gave each field of a record its value, as `git blame` does for lines.
///
/// It is computed from the record's own events in the order of the fold. An event that repeats a value, even with other
/// digits (12.5 and 12.50), changes nothing: the first event with the value is to blame. If that event was undone while
/// another device had given the same value, the other device's event is.
public struct Blame: Sendable {
  /// The stream of the record.
  public let stream: StreamID
  /// The lines by field, and for each field in the order of the fold.
  public let lines: [Line]

  /// A value that one event wrote to one field.
  public struct Line: Hashable, Sendable {
    /// The field.
    public let field: RecordField
    /// The value, or `nil` if the event emptied the field. An amount has the currency that it had then.
    public let value: TypedValue?
    /// The event that wrote the value.
    public let event: StoredEvent
    /// The status of the value.
    public let status: Status

    /// The computation that gave an amount, such as `84 +10%`, or `nil` if the amount was typed as it is.
    public var expression: String? {
      guard [.total, .received, .budgeted].contains(field), event.passedOver != .redacted else { return nil }
      let decoded = EventCodec.current.decode(
        type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
      return switch decoded {
      case .event(.transaction(.transactionRecorded(let recorded))): recorded.expression
      case .event(.transaction(.fieldCorrected(let corrected))): corrected.expression
      case .event(.transaction(.transferRecorded(let recorded))):
        field == .received ? recorded.receivedExpression : recorded.expression
      case .event(.transaction(.transferChanged(let changed))): changed.expression
      case .event(.budget(.categoryBudgeted(let budgeted))): budgeted.expression
      case .event(.rule(.ruleCreated(let created))): created.expression
      case .event(.rule(.ruleChanged(let changed))): changed.expression
      case .event, .unknown, .redacted, .unreadable: nil
      }
    }
  }

  /// The status of a written value.
  public enum Status: Hashable, Sendable {
    /// It is the field's value.
    case current
    /// It repeated the field's value.
    case repeated
    /// An event whose author knew of it gave the field another value.
    case replaced(by: EventReference)
    /// An event whose author did not know of it changed the field, too.
    case overtaken(by: EventReference)
    /// It was in conflict with another value, and an event chose it.
    case chosen(by: EventReference)
    /// Its author and that of the field's value did not know of each other's events. A person should choose.
    case conflicts
    /// It was written by software, and the field's value by a person.
    case outweighed

    /// Whether the value was the field's at some time in the order of the fold.
    public var wasShown: Bool {
      switch self {
      case .current, .replaced, .overtaken, .chosen, .conflicts: true
      case .repeated, .outweighed: false
      }
    }
  }

  /// Returns the blame of a record for some of its events.
  ///
  /// - Parameters:
  ///   - stream: The record.
  ///   - events: Its events, in any order.
  ///   - field: The only field to look at. If `nil`, all fields are.
  /// - Complexity: O(events · fields).
  package static func of(_ stream: StreamID, events: [StoredEvent], field: RecordField? = nil) -> Blame {
    let fields = field.map { [$0] } ?? RecordField.allCases
    var fold = StreamFold(kind: stream.kind)
    var courses: [RecordField: FieldCourse] = [:]
    for event in events.sorted(by: { $0.foldsBefore($1) }) {
      fold.append(event)
      let values = fold.values(of: stream)
      let writes = fold.state?.writes ?? [:]
      for field in fields where values[field] != nil || writes[field] != nil || courses[field] != nil {
        courses[field, default: FieldCourse(field)].note(event, values[field], writes[field] ?? [])
      }
    }
    return Blame(stream: stream, lines: fields.flatMap { courses[$0]?.lines ?? [] })
  }

  /// Returns the blame of a record as of the book's horizon, or `nil` if it has no events.
  ///
  /// - Parameters:
  ///   - stream: The record.
  ///   - book: The book that has it.
  ///   - field: The only field to look at. If `nil`, all fields are.
  /// - Complexity: O(events · fields).
  public static func of(_ stream: StreamID, in book: Book, field: RecordField? = nil) throws -> Blame? {
    let events = try book.events(of: stream)
    return events.isEmpty ? nil : of(stream, events: events, field: field)
  }

  /// The lines with the fields' values, and those in conflict with them.
  public var currentLines: [Line] { lines.filter { $0.status == .current || $0.status == .conflicts } }
}
