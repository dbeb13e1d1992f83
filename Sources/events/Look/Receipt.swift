internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook

extension Command {
  static let receipt = Command(
    path: ["receipt"], section: .look, summary: "Show a receipt with all its fields",
    operands: [.receipt], shared: Option.looking,
    run: onLedger { ledger in
      try ledger.notation.readAccountNames()
      let id = try ledger.transaction()
      let audit = try Audit.of(id, in: ledger.book)
      return try ledger.show(
        ReceiptAnswer(try ledger.book.transaction(id), audit, showsPaper: ledger.arguments.has(.verbose)))
    })
}
