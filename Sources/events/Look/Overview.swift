internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerSync

extension Command {
  /// Bare `events`: the state of the ledger in a few lines, or the first step if there is no ledger.
  static func showState(_ invocation: Invocation) throws -> ExitCode {
    let folder = try invocation.ledgerFolder()
    do {
      return try invocation.withLedger {
        try $0.show(
          OverviewAnswer(
            try $0.book.status(), $0.book.syncStatus(), EngineAnswer($0.invocation.engines)))
      }
    } catch EventLogError.noLedger {
      let lines = [
        "There is no ledger in \(folder) yet.", "Begin one: events init --currency EUR",
        "All commands: events help",
      ]
      return try invocation.show(
        Reply(["folder": .string(folder), "ledger": .null], lines.map { .line(Line($0)) }))
    }
  }
}
