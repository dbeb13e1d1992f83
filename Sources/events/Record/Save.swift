internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

private enum Options {
  static let ready = Option.flag("ready", "All drafts that are complete and have no field that needs a look")
}

extension Command {
  static let save = Command(
    path: ["save"], section: .record, summary: "Save a draft, so that it counts",
    operands: [RecordSelection.operand], options: [Options.ready] + RecordSelection.options,
    shared: Option.destroying,
    run: onLedger { ledger in
      if ledger.arguments.has(Options.ready) { return try saveReady(ledger) }
      return try ledger.performOnRecords(.save, stages: [.draft])
    })

  /// Saves every draft that has all it needs and no field that needs a look.
  private static func saveReady(_ ledger: OpenLedger) throws -> ExitCode {
    guard ledger.arguments.operands.isEmpty, !ledger.arguments.has(RecordSelection.isFiltered) else {
      throw Failure.usage("--ready chooses the drafts itself; leave ids and --where out", command: "save")
    }
    let ready = try ledger.book.drafts().map(\.row).filter { row in
      row.attentionCount == 0 && row.money != nil && row.date != nil && row.category != nil
        && row.payment != nil
    }
    guard !ready.isEmpty else { throw Failure(.no, "no draft is ready", advice: "See them: events drafts") }
    return try ledger.perform(ledger.book.plan(.save, on: ready))
  }
}
