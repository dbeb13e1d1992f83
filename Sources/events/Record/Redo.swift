internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// The options of `undo` and `redo`.
enum UndoOptions {
  static let list = Option.flag("list", "List what can be undone and redone, the next first")
}

extension Command {
  static let redo = Command(
    path: ["redo"], section: .record, summary: "Redo the last action that was undone",
    options: [UndoOptions.list], shared: Option.destroying,
    run: { try $0.withLedger(redoLast) })

  private static func redoLast(_ ledger: OpenLedger) throws -> ExitCode {
    if ledger.arguments.has(UndoOptions.list) { return try ledger.printActions() }
    guard let target = try ledger.book.redoableActions(limit: 1).first?.target else {
      throw Failure(
        .no, "there is nothing to redo: nothing was undone since the last new action",
        advice: "What can be undone: events undo --list")
    }
    return try ledger.takeBack(target, advice: "Take it back again: events undo")
  }
}

extension OpenLedger {
  /// Returns the action that `undo` without an event reverts.
  func lastAction() throws -> EventReference {
    guard let action = try book.undoableActions(limit: 1).first else {
      throw Failure(.no, "there is nothing to undo", advice: "What was undone comes back with: events redo")
    }
    return action.target
  }

  /// Lists the actions that can be undone and redone.
  func printActions() throws -> ExitCode {
    let undoable = try book.undoableActions(limit: 20)
    let redoable = try book.redoableActions(limit: 20)
    if invocation.isJSON {
      for (action, name) in undoable.map({ ($0, "undo") }) + redoable.map({ ($0, "redo") }) {
        try invocation.print(json: [
          "can": .string(name), "events": .array(action.events.map { .integer($0.position) }),
          "words": .string(action.events[0].line),
        ])
      }
      return .ok
    }
    try print(redoable, "Can be redone, the next first:")
    try print(undoable, "Can be undone, the next first:")
    if undoable.isEmpty, redoable.isEmpty { try invocation.print("Nothing can be undone or redone.") }
    return .ok
  }

  private func print(_ actions: [PastAction], _ title: String) throws {
    guard !actions.isEmpty else { return }
    try invocation.print(title)
    var table = Table([.right(), .left(), .name(shrinksTo: 20), .left()], indent: 2)
    for action in actions {
      let others = action.events.count - 1
      table.row([
        .init("\(action.events[0].position)", .quiet), .init(action.events[0].type),
        .init(action.events[0].line), .init(others > 0 ? "and \(counted(others, "more event"))" : ""),
      ])
    }
    try invocation.print(table)
  }
}
