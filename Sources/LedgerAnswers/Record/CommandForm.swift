internal import EventLog
package import LedgerBook
package import LedgerBytes
internal import LedgerDomain

/// The result of a structured command, for a surface that draws it without knowing its words.
package struct CommandForm {
  private let notation: Notation
  private let command: StructuredCommand
  private let done: Done

  /// Creates the result of a command that was carried out.
  package init(_ done: Done, of command: StructuredCommand, _ notation: Notation) {
    (self.notation, self.command, self.done) = (notation, command, done)
  }

  /// The result as `{"answer","lines","undo"}`. The last is the title and the command of a button, or null.
  package func json() throws -> JSONValue {
    try? notation.readAccountNames()
    let answer = try answer()
    var facts = JSONValue.null
    if case .value(let value) = try answer.document(notation) { facts = value }
    return [
      "answer": facts, "lines": .strings(try answer.blocks(notation).texts), "undo": (try? undo()) ?? .null,
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
    case .undo(let event):
      let undone = try notation.book.undoPlan(of: event).batch
      return CommandAnswer(done.document([:])) { _ in [.line("Undone: \(undone.words)")] }
    }
    return CommandAnswer(done.document([:])) { _ in [] }
  }

  /// Returns the button that undoes the command, which names what it undoes.
  private func undo() throws -> JSONValue {
    guard let action = done.action else { return .null }
    var title = "Undo: \(try notation.book.undoPlan(of: action).batch.words)"
    if case .undo(let event) = command {
      title = "Bring back: \(try notation.book.undoPlan(of: event).batch.words)"
    }
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
