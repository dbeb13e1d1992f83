internal import LedgerAnswers

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
    return try ledger.show(ledger.book.answer(.checkpoints(of: chosen)))
  }
}
