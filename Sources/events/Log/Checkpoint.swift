internal import LedgerAnswers
internal import LedgerAudit

/// The options of the command.
private enum Options {
  static let device = Option.value("device", "D", "Only this device (default: all devices)")
}

extension Command {
  static let checkpoint = Command(
    path: ["checkpoint"], section: .log, summary: "Print the size and root hash of the log, to keep or sign",
    options: [Options.device],
    run: { try $0.withLedger(needsSettings: false, printCheckpoints) })

  private static func printCheckpoints(_ ledger: OpenLedger) throws -> ExitCode {
    let chosen = try ledger.arguments[Options.device].map { try ledger.book.devices($0) }
    let checkpoints = try ledger.book.checkpoints().filter { chosen?.contains($0.origin.device) ?? true }
    return try ledger.show(CheckpointsAnswer(checkpoints))
  }
}
