internal import LedgerBook
internal import LedgerDomain
internal import LedgerScreens

extension Command {
  static let match = Command(
    path: ["match"], section: .exchange, summary: "Link a receipt with its row in a bank statement",
    operands: [.receipt, Operand("ROW", "The imported transaction of the same purchase, which is merged")],
    run: { invocation in
      try invocation.withLedger { ledger in
        let id = try ledger.transaction()
        let row = try ledger.book.resolveTransaction(invocation.arguments.operands[1])
        let short = try ledger.short(row)
        return try ledger.refusingMatches {
          try ledger.report(
            ledger.book.match(id, withRow: row), on: id, "Linked with \(short), which is gone from the lists")
        }
      }
    })

  static let unmatch = Command(
    path: ["unmatch"], section: .exchange, summary: "Separate a receipt from its row in a bank statement",
    operands: [.receipt],
    run: { invocation in
      try invocation.withLedger { ledger in
        let id = try ledger.transaction()
        return try ledger.refusingMatches {
          let (outcome, rows) = try ledger.book.unmatch(id)
          let names = listed(try rows.map { try ledger.short($0) })
          return try ledger.report(outcome, on: id, "No longer linked. The bank's row is \(names)")
        }
      }
    })
}

extension OpenLedger {
  /// Explains why transactions are not matched.
  fileprivate func refusingMatches(_ body: () throws -> ExitCode) throws -> ExitCode {
    do {
      return try body()
    } catch let refusal as MatchRefusal {
      throw switch refusal {
      case .notARow:
        Failure(
          .no, "the second transaction is not a row of a statement", advice: "Imported ones are: events import")
      case .isARow:
        Failure(.no, "the first transaction is a row of a statement itself", advice: "Name the receipt first")
      case .otherAmount:
        Failure(
          .no, "the amounts or kinds of the two differ",
          advice: "Correct the receipt first: events correct R total …")
      case .notMatched: Failure(.no, "the receipt is linked with no row of a statement")
      case .isDeleted: Failure(.no, "one of the two is deleted", advice: "Restore it first: events restore R")
      }
    }
  }
}
