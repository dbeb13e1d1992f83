internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes

extension Command {
  static let undo = Command(
    path: ["undo"], section: .record, summary: "Undo the last action, or any earlier one",
    operands: [
      Operand(
        "P", "An event of it: a position, HEAD, HEAD~10 or DEVICE:SEQUENCE (default: the last action)",
        isOptional: true)
    ],
    options: [UndoOptions.list],
    shared: Option.destroying,
    run: onLedger(undoOne))

  private static func undoOne(_ ledger: OpenLedger) throws -> ExitCode {
    let isList = ledger.arguments.has(UndoOptions.list)
    guard let text = ledger.arguments.operand(0) else {
      return try isList
        ? ledger.printActions() : ledger.takeBack(ledger.lastAction(), back: "Bring it back: \(step: .redo)")
    }
    if isList { throw Failure.usage("--list and an event exclude one another", command: "undo") }
    guard let event = try ledger.event(text) else {
      throw Failure(
        .dataError, "“\(text)” is no event; undo takes a position, HEAD or DEVICE:SEQUENCE",
        advice: "The last events: events tail; of one receipt: " + printedCommand("show", text))
    }
    return try ledger.takeBack(event.reference)
  }
}

extension OpenLedger {
  /// Undoes the action of an event, after a summary of the effect.
  ///
  /// - Parameters:
  ///   - reference: An event of the action.
  ///   - back: How to go back, or `nil` for the undo of this undo.
  func takeBack(_ reference: EventReference, back: Line? = nil) throws -> ExitCode {
    let plan = try book.undoPlan(of: reference)
    guard !plan.steps.isEmpty else {
      // The words of a refusal are the same with and without trying.
      try book.undo(reference)
      return .no
    }
    if arguments.has(.dryRun) { return try show(UndoAnswer(plan, .dryRun)) }
    _ = try show(UndoAnswer(plan, .before))
    if plan.hasDependents, try !invocation.agrees(to: "Undo it all the same?") { return .no }
    return try show(UndoAnswer(plan, .done(try book.undo(reference), back: back)))
  }
}
