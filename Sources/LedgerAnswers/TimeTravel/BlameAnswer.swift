internal import EventLog
package import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
package import LedgerDomain

/// The events that gave each field of a record its value.
package struct BlameAnswer: Answer {
  let lines: [Blame.Line]
  /// The only field, or `nil` for all.
  let field: RecordField?
  /// Whether earlier values are shown, too.
  let isWhole: Bool
  let redactions: RedactionNotes

  package init(_ blame: Blame, _ field: RecordField?, isWhole: Bool, _ redactions: RedactionNotes) {
    lines = isWhole ? blame.lines : blame.currentLines
    (self.field, self.isWhole, self.redactions) = (field, isWhole, redactions)
  }

  package func document(_ notation: Notation) throws -> Document {
    let names = try DeviceNames(notation.book)
    return .lines(lines.map { redactions.adding(to: $0.json(names)) })
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let notes = (try? redactions.blocks("the values that they had set are not in the list")) ?? []
    guard !lines.isEmpty else {
      return [.line("No event has set \(field?.rawValue ?? "anything").")] + notes
    }
    return [.table(try table(DeviceNames(notation.book), notation))] + notes
  }

  private func table(_ names: DeviceNames, _ notation: Notation) throws -> AnswerTable {
    var table = AnswerTable([
      .left("field"), .name("value", shrinksTo: 12), .right("event"), .left("when"),
      .name("who", shrinksTo: 8), .name(names.isShared ? "device" : "", shrinksTo: 6),
      .left(isWhole ? "status" : ""),
    ])
    var previous: RecordField?
    // The fields that need a look follow from the other fields.
    for line in lines where line.field != .attention || field == .attention {
      let event = line.event
      table.row([
        .init(line.field == previous ? "" : line.field.rawValue, .strong),
        .init(
          try notation.words(line.value, of: line.field, event)
            + (line.expression.map { " = \($0)" } ?? "")),
        .init("\(event.position)", .quiet),
        .init(String(localTime(milliseconds: event.recordedAtMilliseconds).dropLast(3)), .quiet),
        .init(event.actor),
        .init(names.isShared ? names.words(event.reference.device) : ""),
        .init(try words(line.status, notation)),
      ])
      previous = line.field
    }
    return table
  }

  private func words(_ status: Blame.Status, _ notation: Notation) throws -> String {
    func by(_ event: EventReference) throws -> String {
      try notation.book.position(of: event).map { " by \($0)" } ?? ""
    }
    return switch status {
    case .current: isWhole ? "current" : ""
    case .repeated: "recorded again"
    case .replaced(let event): "replaced" + (try by(event))
    case .overtaken(let event): "overtaken" + (try by(event))
    case .chosen(let event): "chosen" + (try by(event))
    case .conflicts: "in conflict"
    case .outweighed: "outweighed"
    }
  }
}
