internal import EventLog
internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes

extension Command {
  private static let figures = Option.flag(
    "figures",
    "Include all transactions of a group or rule, or of the receipt's group, kind and currency")
  private static let standIns = Option.flag(
    "stand-ins", "Replace your texts and amounts by others of the same shape")

  static let repro = Command(
    path: ["repro"], section: .travel, summary: "Extract the events of a record or a figure for a bug report",
    operands: [
      Operand(
        "R|P|FIGURE",
        "A record, an event (its record up to that event), or a figure such as “to-budget 2026-06 EUR”",
        repeats: true)
    ],
    options: [figures, standIns],
    run: onLedger(cutOut))

  private static func cutOut(_ ledger: OpenLedger) throws -> ExitCode {
    var (streams, positions, names): ([StreamID], [Position], [String]) = ([], [], [])
    for text in ledger.arguments.operands {
      if let event = try ledger.event(text, orRecord: true) {
        positions.append(event.position)
        continue
      }
      if (try? ledger.book.resolveRecord(text)) == nil, (try? ledger.book.figure(named: text)) != nil {
        names.append(text)
        continue
      }
      let stream = try ledger.stream(text)
      guard try !ledger.book.events(of: stream).isEmpty else {
        throw Failure(.noInput, "there are no events of “\(text)”")
      }
      streams.append(stream)
    }
    let answer = try ledger.book.answer(
      .reproduction(
        streams, upTo: positions, of: names, figures: ledger.arguments.has(figures),
        standIns: ledger.arguments.has(standIns)))
    // The events are the output for people, too: they are kept in a file.
    try ledger.invocation.output.write(try answer.jsonLines(ledger.notation))
    try ledger.invocation.output.flush()
    for block in try answer.blocks(ledger.notation) {
      guard case .line(let line) = block else { continue }
      ledger.invocation.remark(
        "events: \(line.text); events --ledger NEW import --format ndjson FILE makes a ledger of them")
    }
    return .ok
  }
}
