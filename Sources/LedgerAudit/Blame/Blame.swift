public import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// Finds the event that gave each field of a record its value, as `git blame` does for lines.
///
/// It is computed from the record's own events in the order of the fold. An event that repeats a value, even with other
/// digits (12.5 and 12.50), changes nothing: the first event with the value is to blame.
public struct Blame: Sendable {
  /// The stream of the record.
  public let stream: StreamID
  /// The lines by field, and for each field in the order of the fold.
  public let lines: [Line]

  /// A value that one event wrote to one field.
  public struct Line: Hashable, Sendable {
    /// The field.
    public let field: RecordField
    /// The value, or `nil` if the event emptied the field.
    public let value: TypedValue?
    /// The event that wrote the value.
    public let event: StoredEvent
    /// The status of the value.
    public internal(set) var standing: Standing
  }

  /// The status of a written value.
  public enum Standing: Hashable, Sendable {
    /// It is the field's value.
    case stands
    /// It repeated the field's value.
    case repeated
    /// A later event gave the field another value.
    case replaced(by: EventReference)
    /// Its author and that of the field's value did not know of each other's events. A person should choose.
    case conflicts
    /// It was written by software, and the field's value by a person.
    case outweighed
  }
}

extension Blame {
  /// The blame of a record for some of its events.
  ///
  /// - Parameters:
  ///   - stream: The record.
  ///   - events: Its events, in any order.
  ///   - field: The only field to look at. If `nil`, all fields are.
  /// - Complexity: O(events · fields).
  public static func of(_ stream: StreamID, events: [StoredEvent], field: RecordField? = nil) -> Blame {
    var fold = StreamFold(kind: stream.kind)
    var values = RecordValues()
    var lines: [RecordField: [Line]] = [:]
    for event in events.sorted(by: { $0.foldsBefore($1) }) {
      fold.append(event)
      let after = fold.values(of: stream)
      let changed = values.changes(to: after)
      for change in changed {
        replace(&lines[change.field, default: []], by: event.reference)
        lines[change.field, default: []].append(
          Line(field: change.field, value: change.to, event: event, standing: .stands))
      }
      for write in fold.state?.writes(by: event.reference) ?? []
      where !changed.contains(where: { $0.field == write.field }) {
        let isSame = write.value.map { value in after[write.field]?.isSame(as: value) ?? false }
        let says = isSame ?? (after[write.field] == nil)
        guard write.value != nil || !(lines[write.field] ?? []).isEmpty else { continue }
        lines[write.field, default: []].append(
          Line(
            field: write.field, value: write.value, event: event,
            standing: says ? .repeated : .outweighed))
      }
      values = after
    }
    let disputed = fold.state?.conflicts ?? []
    for field in lines.keys {
      for index in lines[field, default: []].indices {
        settle(&lines[field, default: []][index], disputed)
      }
    }
    let fields = RecordField.allCases.filter { field == nil || field == $0 }
    return Blame(stream: stream, lines: fields.flatMap { lines[$0] ?? [] })
  }

  /// The lines with the fields' values, and those in conflict with them.
  public var standing: [Line] {
    lines.filter { line in
      switch line.standing {
      case .stands, .conflicts: true
      case .repeated, .replaced, .outweighed: false
      }
    }
  }

  private static func replace(_ lines: inout [Line], by event: EventReference) {
    for index in lines.indices where lines[index].standing == .stands {
      lines[index].standing = .replaced(by: event)
    }
  }

  /// Marks a line as a conflict if the record still has both values.
  private static func settle(_ line: inout Line, _ disputed: Set<Dispute>) {
    let dispute = Dispute(field: line.field, event: line.event.reference)
    switch line.standing {
    case .replaced, .repeated: if disputed.contains(dispute) { line.standing = .conflicts }
    case .stands, .conflicts, .outweighed: break
    }
  }
}
