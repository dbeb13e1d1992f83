internal import EventLog
package import LedgerBook
package import LedgerBytes
internal import LedgerDomain

/// The result of a structured command, for a surface that draws it without knowing its words.
package struct CommandForm {
  private let notation: Notation
  private let command: StructuredCommand
  private let done: Done
  /// The plan of an undo, as it was before.
  private let plan: UndoPlan?

  /// Creates the result of a command that was carried out.
  package init(_ done: Done, of command: StructuredCommand, undoing plan: UndoPlan?, _ notation: Notation) {
    (self.notation, self.command, self.done, self.plan) = (notation, command, done, plan)
  }

  /// The result as `{"answer","form","lines","undo"}`. The form is that of a changed receipt, the undo a button.
  package func json() -> JSONValue {
    try? notation.readAccountNames()
    // The events are on record, even if they cannot be read now.
    var (facts, lines) = (done.document([:]), ["This is recorded, and cannot be shown now."])
    if let answer = try? answer(), case .value(let value)? = try? answer.document(notation),
      let blocks = try? answer.blocks(notation)
    {
      (facts, lines) = (value, blocks.texts)
    }
    if done.repeated { lines.append("This was recorded before, and not a second time.") }
    var form: JSONValue?
    if case .change(_, let id) = command { form = try? ReceiptForm(id, notation).json() }
    return [
      "answer": facts, "form": form ?? .null, "lines": .strings(lines), "undo": (try? undo()) ?? .null,
    ]
  }

  private func answer() throws -> CommandAnswer {
    switch command {
    case .record, .recordRecurring:
      guard let id = done.transaction else { break }
      if case .recordRecurring = command { return .firstOfRule(done, "Recorded, and the first of a new rule") }
      let group = try done.receipt(id, notation.book).row.group.flatMap { try notation.book.groupRow($0) }
      return .entry(done, id, in: group, offers: [])
    case .change(let change, let id):
      return try notation.book.plan(change, on: id, reach: .this).answer(done, notation)
    case .changeSeveral(let changes):
      return CommandAnswer(done.document([:])) { _ in [.line("\(counted(changes.count, "receipt")) changed")] }
    case .undo:
      let notes = (done.repeated ? nil : plan)?.remarks.prefix(10).map { "Note: \($0.sentence)." } ?? []
      return CommandAnswer(done.document([:])) { [undone] _ in
        [.line("Undone: \(undone)")] + notes.map { .paragraph(Line($0)) }
      }
    }
    return CommandAnswer(done.document([:])) { _ in [] }
  }

  /// The events that an undo took back, in words. What stays as it is, is left out.
  private var undone: String {
    let undoes = Set(plan?.steps.map(\.undoes) ?? [])
    let batch = plan?.batch ?? []
    let back = batch.filter { undoes.contains($0.reference) }
    return (back.isEmpty ? batch : back).words
  }

  /// Returns the button that undoes the command, which names what it undoes.
  private func undo() throws -> JSONValue {
    guard let action = done.action else { return .null }
    var title = "Undo: \(try notation.book.undoPlan(of: action).batch.words)"
    if case .undo = command { title = "Bring back: \(undone)" }
    return ["command": StructuredCommand.undo(action).content, "title": .string(title)]
  }
}

extension [StoredEvent] {
  /// The events of an action in words: the first one, and the number of others.
  fileprivate var words: String {
    let first = self.first?.line ?? ""
    return count > 1 ? "\(first), and \(counted(count - 1, "more change"))" : first
  }
}
