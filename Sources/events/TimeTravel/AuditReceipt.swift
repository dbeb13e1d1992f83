internal import LedgerAnswers

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
        try ledger.answer(isWhole ? .accuracy : .audit(try ledger.transaction()), "Auditing: event")
      }
    })
}
