internal import LedgerAnswers
internal import LedgerBook
internal import LedgerSync

extension Command {
  static let status = Command(
    path: ["status"], section: .log,
    summary: "Show the state of the ledger: folder, devices, sizes, read models",
    options: [YNABOptions.usage],
    run: onLedger {
      $0.arguments.has(YNABOptions.usage) ? try $0.show(UsageAnswer($0.book.usage())) : try showStatus($0)
    })

  private static func showStatus(_ ledger: OpenLedger) throws -> ExitCode {
    try ledger.show(
      StatusAnswer(try ledger.book.status(), ledger.book.syncStatus(), EngineAnswer(ledger.invocation.engines)))
  }
}
