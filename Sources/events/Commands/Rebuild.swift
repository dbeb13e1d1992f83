internal import LedgerBook
internal import LedgerBytes
internal import LedgerProjections

extension Command {
  static let rebuild = Command(
    path: ["rebuild"], section: .log, summary: "Compute all read models again from the log",
    run: { try $0.withLedger(rebuildModels) })

  private static func rebuildModels(_ ledger: OpenLedger) throws -> ExitCode {
    let progress = ledger.invocation.progress("Rebuilding: event")
    let report = try ledger.book.rebuild { progress.update($0, of: $1) }
    progress.finish()
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: [
        "events": .integer(report.events), "groups": .count(report.groups),
        "problems": .array(report.problems.map { .problem($0) }), "transactions": .count(report.transactions),
      ])
      return .ok
    }
    try ledger.invocation.print(
      "Rebuilt from \(counted(Int(clamping: report.events), "event")): "
        + "\(counted(report.transactions, "transaction")), \(counted(report.groups, "group"))")
    for problem in report.problems { try ledger.invocation.print("  " + visible(problem.words)) }
    return .ok
  }
}

extension ModelProblem {
  /// For people.
  var words: String {
    let events = counted(count, "event") + " of type \(type)"
    return reason.map { "\(events): \($0)" }
      ?? "\(events), which this version does not know, kept and passed over"
  }
}

extension JSONValue {
  static func problem(_ problem: ModelProblem) -> JSONValue {
    [
      "count": .count(problem.count), "reason": .optional(problem.reason),
      "schema": .integer(Int64(problem.schema)),
      "type": .string(problem.type),
    ]
  }
}

extension Invocation {
  /// How far a long command is, for a person who waits.
  func progress(_ label: String) -> Progress { Progress(label, on: errors, terminal: errorTerminal) }
}
