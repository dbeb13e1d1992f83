internal import LedgerAnswers
internal import LedgerSync

extension Command {
  static let conflicts = Command(
    path: ["conflicts"], section: .exchange,
    summary: "List fields that two devices set without knowing of each other",
    run: { try $0.withLedger(listConflicts) })

  private static func listConflicts(_ ledger: OpenLedger) throws -> ExitCode {
    try ledger.show(ConflictsAnswer(try ledger.book.conflicts(), try ledger.book.accountConflicts()))
  }
}
