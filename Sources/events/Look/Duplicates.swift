internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerScreens

/// The options of the command.
private enum Options {
  static let limit = Option.value("limit", "N", "At most so many pairs; 50 if not given", short: "n")
  static let after = Option.value("after", "CURSOR", "The page after that one, as it printed")
}

extension Command {
  static let duplicates = Command(
    path: ["duplicates"], section: .look, summary: "List pairs of receipts that may be one",
    operands: [Operand("R", "Only what this receipt may be a duplicate of", isOptional: true)],
    options: [Options.limit, Options.after], shared: Option.looking,
    run: { try $0.withLedger(listDuplicates) })

  static let dismiss = Command(
    path: ["dismiss"], section: .record, summary: "Say that a receipt is no duplicate; it is remembered",
    operands: [
      .receipt,
      Operand(
        "OTHER", "The other receipt; all it was taken for, if none is given", isOptional: true, repeats: true),
    ],
    run: { try $0.withLedger(dismissDuplicates) })

  private static func listDuplicates(_ ledger: OpenLedger) throws -> ExitCode {
    let limit = try ledger.arguments.number(Options.limit, in: 1...10_000) ?? 50
    if ledger.arguments.operands.first != nil {
      let id = try ledger.transaction()
      let row = try ledger.book.transaction(id).row
      let found = try ledger.book.duplicates(of: id, limit: limit)
      return try ledger.show(DuplicatesAnswer(row, found))
    }
    let cursor = ledger.arguments[Options.after]
    let page = try ledger.book.duplicates(after: cursor, limit: limit)
    return try ledger.show(DuplicatePairsAnswer(page, isFirstPage: cursor == nil))
  }

  private static func dismissDuplicates(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let named = try ledger.arguments.operands.dropFirst().map { try ledger.book.resolveTransaction($0) }
    let others = try named.isEmpty ? ledger.book.duplicates(of: id).map(\.other.row.id) : named
    let outcome = try ledger.book.dismissDuplicates(id, of: others)
    let code = try ledger.report(
      outcome, on: id,
      sayingNothingNew: named.isEmpty ? "it looks like no other" : "they were told apart already")
    if named.isEmpty, !outcome.positions.isEmpty, !ledger.invocation.isJSON {
      // Transactions that nobody named are shown, because one of them may really be a duplicate.
      try ledger.invocation.print("Not the same as")
      for other in others {
        try ledger.invocation.print(
          fitted:
            "  \(try ledger.short(other))  \(ledger.summary(try ledger.book.transaction(other).row))"
        )
      }
      try ledger.draw(ledger.notation.duplicates(of: id))
      try ledger.invocation.print("Take it back: events undo HEAD")
    }
    return code
  }
}
