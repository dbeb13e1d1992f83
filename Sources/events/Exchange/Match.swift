internal import LedgerAnswers
internal import LedgerBook

extension Command {
  static let match = Command(
    path: ["match"], section: .exchange,
    summary: "Link a receipt with its row in a statement, or two rows as a transfer",
    operands: [
      .receipt,
      Operand("ROW", "The imported transaction of the same purchase, or the other half of a transfer"),
    ],
    run: onLedger { ledger in
      let id = try ledger.transaction()
      let row = try ledger.book.resolveTransaction(ledger.arguments.operands[1])
      let short = try ledger.notation.short(row)
      let done = try ledger.book.match(id, withRow: row)
      let merged = try ledger.book.merged(id)
      let words =
        merged == id ? "Linked with \(short), which is gone from the lists" : "Both rows are one transfer now"
      return try ledger.show(.receipt(done, merged, words))
    })

  static let unmatch = Command(
    path: ["unmatch"], section: .exchange, summary: "Separate a receipt from its row in a bank statement",
    operands: [.receipt],
    run: onLedger { ledger in
      let id = try ledger.transaction()
      let (outcome, rows) = try ledger.book.unmatch(id)
      let names = listed(try rows.map { try ledger.notation.short($0) })
      let words = rows.isEmpty ? "No longer linked" : "No longer linked. The bank's row is \(names)"
      return try ledger.show(.receipt(outcome, id, words))
    })
}
