internal import LedgerBook
internal import LedgerBytes

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
        "milliseconds": .integer(report.milliseconds), "transactions": .count(report.transactions),
        "unknown": .array(report.unknown.map { ["count": .count($0.count), "type": .string($0.type)] }),
      ])
      return .ok
    }
    try ledger.invocation.print(
      "Rebuilt from \(counted(Int(clamping: report.events), "event")): "
        + "\(counted(report.transactions, "transaction")), \(counted(report.groups, "group"))")
    for (type, count) in report.unknown {
      try ledger.invocation.print(
        "  \(counted(count, "event")) of type \(visible(type)), which this version does not know, passed over")
    }
    return .ok
  }
}

extension Invocation {
  /// How far a long command is, for a person who waits.
  func progress(_ label: String) -> Progress { Progress(label, on: errors, terminal: errorTerminal) }
}
