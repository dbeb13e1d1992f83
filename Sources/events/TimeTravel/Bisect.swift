internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension Option {
  static let bisectGood = value("good", "P|TIME", "A point at which it was as it should be")
  static let bisectBad = value("bad", "P|TIME", "A point at which it was not; HEAD unless given")
  fileprivate static let sql = value(
    "sql", "SELECT", "Ask the read models: good where the first column of the first row is true")
  fileprivate static let run = value(
    "run", "COMMAND", "Run it with EVENTS_LEDGER a ledger of then: 0 is good, 125 can't be said, else bad")
}

extension Command {
  static let bisect = Command(
    path: ["bisect"], section: .travel,
    summary: "Find the first event after which something is false, and what it changed",
    operands: [
      Operand(
        "CONDITION",
        "An invariant, a figure like “group Berlin EUR = 1284.50”, or start, good, bad, skip, reset",
        isOptional: true, repeats: true)
    ],
    options: [.bisectGood, .bisectBad, .sql, .run, .openPage],
    discussion: [
      "The condition is what should hold. An invariant goes by its name: "
        + "\(Health.Invariant.allCases.map(\.rawValue).joined(separator: ", ")) (events help verify). A figure is compared "
        + "by \(FigureComparison.Operator.allCases.map(\.rawValue).joined(separator: " ")). \(FigureName.grammar)",
      "--sql takes one SELECT over the read models as they were (transaction_row, group_total, day_total, group_row, …); "
        + "anything that writes is refused. --run takes a command of the shell; with 125 it says that it can't tell, 128 "
        + "and more end the search. Its ledger is made in a temporary folder (TMPDIR), which is removed also when it is "
        + "interrupted, with the scans where that is on the same disk. What a command records there, or deletes, is gone "
        + "with it. Only into the scans nothing may be written: except on disks that copy by reference (Btrfs, XFS, "
        + "APFS) they are the ledger's own files under second names.",
      "A figure's course is looked up, and of an invariant every event is looked at: so turns besides the one found are "
        + "told, too. Without --good it is the last at which it became false. --sql and --run are asked by halves, which "
        + "takes it to turn once; without --good, --sql goes back in doubling steps until it was true, and --run begins "
        + "with the first event.",
      "By hand: bisect start [--good P] [--bad P], look at the ledger as of the position that is named, and say bisect "
        + "good, bad or skip [P] until the event is found; bisect reset ends it. Where it stands is kept in the ledger's "
        + "models folder.",
      "Ends with 1 where nothing turns.",
    ],
    examples: [
      "events bisect 'group Berlin EUR = 1284.50'", "events bisect no-orphan",
      "events bisect --sql \"SELECT count(*) < 5 FROM transaction_row\"",
      "events bisect --good HEAD~100 --run 'events groups --json | grep -q Berlin'",
      "events bisect start --good 12",
    ],
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
    let last = try bad ?? ledger.book.log.lastPosition()
    if let good, good >= last {
      throw Failure.usage(
        "the good point (\(good)) is not before the bad one (\(last))", command: "bisect")
    }
    let condition = try BisectCondition(ledger)
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
    return try BisectText(ledger: ledger).report(outcome, condition.words)
  }
}
