internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension Command {
  static let discard = Command(
    path: ["discard"], section: .record, summary: "Discard a draft",
    operands: [.receipt], shared: Option.destroying,
    run: { try $0.withLedger(discardDraft) })

  private static func discardDraft(_ ledger: OpenLedger) throws -> ExitCode {
    let detail = try ledger.book.transaction(try ledger.transaction())
    let edited = detail.provenance.filter { [.corrected, .filledIn].contains($0.status) }.count
    let consequence = Consequences(ledger.notation).ofDiscarding(detail)
    if ledger.arguments.has(.dryRun) {
      return try ledger.show(
        .dryRun(
          "Would discard \(consequence).",
          [
            "fieldsSet": .count(edited), "pages": .count(detail.row.attachments.count),
            "transaction": .string("\(detail.row.id)"),
          ]))
    }
    if edited > 0, try !ledger.invocation.agrees(to: "Discard \(consequence). Go on?") { return .no }
    return try ledger.perform(.discard, sayingNothingNew: "it is discarded already")
  }
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
