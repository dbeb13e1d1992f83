internal import EventLog
internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook

extension Command {
  private static let bytes = Option.flag("bytes", "Check only the bytes, not their meaning")

  static let verify = Command(
    path: ["verify"], section: .log, summary: "Check every byte, and that the events are consistent",
    options: [bytes],
    run: onLedger(verifyLedger))

  private static func verifyLedger(_ ledger: OpenLedger) throws -> ExitCode {
    let progress = ledger.invocation.progress("Verifying: event")
    let report = try ledger.book.verify { progress.update($0, of: $1) }
    // The meaning of a damaged log is not reliable. Missing pages of paper do not affect it.
    let health =
      report.log.isSound && !ledger.arguments.has(bytes)
      ? try Health.of(ledger.book) { progress.update($0, of: $1) } : nil
    progress.finish()
    return try ledger.show(VerifyAnswer(report, health))
  }
}
