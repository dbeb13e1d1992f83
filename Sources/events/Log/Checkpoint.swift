internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerScreens

/// The options of the command.
private enum Options {
  static let device = Option.value("device", "D", "Of this device; else of all")
}

extension Command {
  static let checkpoint = Command(
    path: ["checkpoint"], section: .log, summary: "Print size and root of the log, to be kept or signed",
    options: [Options.device],
    run: { try $0.withLedger(needsSettings: false, printCheckpoints) })

  private static func printCheckpoints(_ ledger: OpenLedger) throws -> ExitCode {
    let chosen = try ledger.arguments[Options.device].map { try ledger.devices($0) }
    let checkpoints = try ledger.book.checkpoints().filter { chosen?.contains($0.origin.device) ?? true }
    return try ledger.show(CheckpointsAnswer(checkpoints))
  }
}
