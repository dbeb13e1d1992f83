internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerProjections

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
    run: onLedger(bisectLedger))

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
      throw Failure.usage("the good point (\(good)) is not before the bad one (\(last))", command: "bisect")
    }
    let answer: BisectAnswer
    if let select = arguments[.sql] {
      answer = try ledger.answer(select, "asked by halves", try ledger.ask(select, good: good, bad: last))
    } else if let command = arguments[.run] {
      guard let found = try BisectRun(command: command, ledger: ledger).search(good: good, bad: last) else {
        return .interrupted
      }
      answer = try ledger.answer(command, "run by halves", found)
    } else {
      let asOf = try ledger.throughDay()
      let operands = arguments.operands
      let condition = try LedgerCondition(
        operands.count == 1 ? FigureWords.words(operands[0]) : operands, in: asOf.book, asOf.settings)
      let progress = ledger.invocation.progress("Looking: event")
      defer { progress.finish() }
      answer = try BisectAnswer(condition, in: asOf.book, good: good, bad: last) { progress.update($0, of: $1) }
    }
    let code = try ledger.show(answer)
    if case .found(let finding) = answer.outcome {
      try ledger.openPageIfAsked(at: "at=\(finding.position)&view=changes")
    }
    return code
  }
}

extension OpenLedger {
  fileprivate func answer(_ condition: String, _ how: String, _ outcome: BisectOutcome) throws -> BisectAnswer {
    var words = BisectWords()
    words.asked(condition, how)
    return BisectAnswer(outcome, words, try RedactionNotes(book))
  }

  /// Searches by a SELECT over the read models as they were.
  fileprivate func ask(_ select: String, good: Position?, bad: Position) throws -> BisectOutcome {
    let progress = invocation.progress("Looking: event")
    defer { progress.finish() }
    do {
      // Refused before the past is looked at.
      _ = try book.isTrue(select)
      return try Bisection.search(good: good, bad: bad) { position in
        progress.update("Asking at \(position)")
        return try book.asOf(.position(position)).isTrue(select) ? .good : .bad
      }
    } catch QueryError.writes {
      throw Failure(
        .usage, "--sql takes one SELECT that reads, and nothing else",
        advice: "Nothing was changed. The tables: events help bisect")
    } catch QueryError.wrong(let reason) {
      throw Failure(.dataError, "the SELECT cannot be asked: \(reason)")
    }
  }
}
