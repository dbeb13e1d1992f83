internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook

extension Option {
  static let bisectGood = value("good", "P|TIME", "A point at which the condition was true")
  static let bisectBad = value("bad", "P|TIME", "A point at which it was false (default HEAD)")
  fileprivate static let sql = value(
    "sql", "SELECT", "Query the read models; good if the first column of the first row is true")
  fileprivate static let run = value(
    "run", "COMMAND", "Run with EVENTS_LEDGER set to that state: 0 is good, 125 unknown, any other bad")
}

extension Command {
  static let bisect = Command(
    path: ["bisect"], section: .travel,
    summary: "Find the event that made a condition false",
    operands: [
      Operand(
        "CONDITION",
        "An invariant, a figure like “group Berlin EUR = 1284.50”, or start, good, bad, skip, reset",
        isOptional: true, repeats: true)
    ],
    options: [.bisectGood, .bisectBad, .sql, .run, .through, .openPage],
    run: { try $0.withLedger(bisectLedger) })

  private static func bisectLedger(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    let word = arguments.operand(0)
    let asked = [Option.sql, .run].filter { arguments.has($0) }
    guard asked.count + (word == nil ? 0 : 1) == 1 else {
      throw Failure.usage("name one condition: an invariant, a figure, --sql or --run", command: "bisect")
    }
    if let word, let action = BisectByHand.Action(rawValue: word) {
      return try BisectByHand(ledger).run(action, Array(arguments.operands.dropFirst()))
    }
    let good = try arguments[.bisectGood].map {
      try ledger.invocation.position(at: $0, ledger.book)
    }
    let bad = try arguments[.bisectBad].map { try ledger.invocation.position(at: $0, ledger.book) }
    let last = try bad ?? ledger.book.lastPosition()
    if let good, good >= last {
      throw Failure.usage(
        "the good point (\(good)) is not before the bad one (\(last))", command: "bisect")
    }
    let condition = try BisectCondition(ledger.throughDay())
    let outcome: BisectOutcome
    if let select = arguments[.sql] {
      outcome = try condition.ask(select, good: good, bad: last)
    } else if let command = arguments[.run] {
      guard let found = try condition.run(command, good: good, bad: last) else { return .interrupted }
      outcome = found
    } else {
      outcome = try condition.lookUp(
        arguments.operands.count == 1 ? try typedWords(arguments.operands[0]) : arguments.operands,
        good: good,
        bad: last)
    }
    let code = try ledger.show(BisectAnswer(outcome, condition.words, try RedactionNotes(ledger.book)))
    if case .found(let finding) = outcome {
      try ledger.openPageIfAsked(at: "at=\(finding.position)&view=changes")
    }
    return code
  }
}
