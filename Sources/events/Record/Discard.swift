internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension Command {
  static let discard = Command(
    path: ["discard"], section: .record, summary: "Discard a draft",
    operands: [.receipt], shared: Option.destroying,
    run: { try $0.withLedger { try $0.perform(.discard) } })
}

extension OpenLedger {
  /// Reports with `--dry-run` what taking something off a receipt means, and otherwise asks.
  ///
  /// Returns `nil` if the command should go on.
  func answer(toTaking consequence: String, _ facts: [String: JSONValue]) throws -> ExitCode? {
    if arguments.has(.dryRun) { return try show(.dryRun("Would take \(consequence).", facts)) }
    return try invocation.agrees(to: "Take \(consequence)?") ? nil : .no
  }
}
