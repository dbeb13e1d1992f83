public import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// Which event gave each field of a record its value: `git blame`, for a receipt, a group or a category.
///
/// Computed from the record's own events, in the order in which they fold. A value that was only said again, or in
/// another writing (12.5 and 12.50), changed nothing: the event that first gave it is to blame.
public struct Blame: Sendable {
  /// Whose.
  public let stream: StreamID
  /// Fields in order, per field the events in the order of the fold.
  public let lines: [Line]

  /// One event's word on one field.
  public struct Line: Hashable, Sendable {
    /// Which field.
    public let field: RecordField
    /// What the event wrote; nil: it emptied the field.
    public let value: TypedValue?
    /// The event.
    public let event: StoredEvent
    /// What became of it.
    public internal(set) var standing: Standing
  }

  /// What became of a written value.
  public enum Standing: Hashable, Sendable {
    /// It is the field's value.
    case stands
    /// It said again what stood.
    case repeated
    /// Another event gave the field another value since.
    case replaced(by: EventReference)
    /// Its author did not know of the event that stands, nor that event's of it: a person should choose.
    case conflicts
    /// A machine's word where a person's stands.
    case outweighed
  }
}

extension Blame {
  /// The blame of a record, of the events given.
  ///
  /// - `field`: only this one; nil: all.
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

  /// Only the lines whose values stand, and those in conflict with them.
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

  /// A conflict is one as long as the record remembers both.
  private static func settle(_ line: inout Line, _ disputed: Set<Dispute>) {
    let dispute = Dispute(field: line.field, event: line.event.reference)
    switch line.standing {
    case .replaced, .repeated: if disputed.contains(dispute) { line.standing = .conflicts }
    case .stands, .conflicts, .outweighed: break
    }
  }
}
