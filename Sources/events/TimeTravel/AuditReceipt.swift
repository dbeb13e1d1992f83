internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook

extension Command {
  private static let ofAll = Option.flag(
    "all", "Summarize the corrections of all receipts, and the confidence of readings")

  static let audit = Command(
    path: ["audit"], section: .travel, summary: "Explain every field of a receipt by its events",
    operands: [Operand("R", "The receipt, by its id or the beginning of it", isOptional: true)],
    options: [ofAll], shared: Option.looking,
    run: { invocation in
      let isWhole = invocation.arguments.has(ofAll)
      guard isWhole == invocation.arguments.operands.isEmpty else {
        throw Failure.usage(
          isWhole ? "--all is about all receipts, not one" : "name a receipt, or give --all", command: "audit")
      }
      return try invocation.withLedger { ledger in
        isWhole ? try explainAll(ledger) : try explain(ledger)
      }
    })

  private static func explain(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let audit = try Audit.of(id, in: ledger.book)
    return try ledger.show(AuditAnswer(audit, try ledger.book.transaction(id)))
  }

  private static func explainAll(_ ledger: OpenLedger) throws -> ExitCode {
    let progress = ledger.invocation.progress("Auditing: event")
    let accuracy = try Accuracy.of(ledger.book) { progress.update($0, of: $1) }
    progress.finish()
    return try ledger.show(accuracy)
  }
}
