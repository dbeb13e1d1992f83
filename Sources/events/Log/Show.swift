internal import LedgerAnswers
internal import LedgerBook

extension Command {
  static let show = Command(
    path: ["show"], section: .log, summary: "Show an event with all its parts, or all events of a record",
    operands: [Operand("P", "A position, DEVICE:SEQUENCE, a receipt or a group")],
    run: onLedger(showEvents))

  private static func showEvents(_ ledger: OpenLedger) throws -> ExitCode {
    let text = ledger.arguments.operands[0]
    if let event = try ledger.event(text, orRecord: true) { return try ledger.show(EventAnswer(event)) }
    let stream = try ledger.stream(text)
    let events = try ledger.book.events(of: stream)
    guard !events.isEmpty else { throw Failure(.noInput, "there are no events of “\(text)”") }
    return try ledger.show(RecordEventsAnswer(stream, events))
  }
}
