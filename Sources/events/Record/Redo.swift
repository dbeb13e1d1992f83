internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes

/// The options of `undo` and `redo`.
enum UndoOptions {
  static let list = Option.flag("list", "List what can be undone and redone, the next first")
}

extension Command {
  static let redo = Command(
    path: ["redo"], section: .record, summary: "Redo the last action that was undone",
    options: [UndoOptions.list], shared: Option.destroying,
    run: onLedger(redoLast))

  private static func redoLast(_ ledger: OpenLedger) throws -> ExitCode {
    if ledger.arguments.has(UndoOptions.list) { return try ledger.printActions() }
    guard let target = try ledger.book.redoableActions(limit: 1).first?.target else {
      throw Failure(
        .no, "there is nothing to redo: nothing was undone since the last new action",
        advice: "What can be undone: events undo --list")
    }
    return try ledger.takeBack(target, back: "Take it back again: \(step: .undoLast)")
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
    try show(
      ActionsAnswer(
        undoable: try book.undoableActions(limit: 20), redoable: try book.redoableActions(limit: 20)))
  }
}
