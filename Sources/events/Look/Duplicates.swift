internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

private enum Options {
  static let limit = Option.value("limit", "N", "Maximum number of pairs (default 50)", short: "n")
  static let after = Option.value("after", "CURSOR", "Continue after this cursor, which the last page printed")
}

extension Command {
  static let duplicates = Command(
    path: ["duplicates"], section: .look, summary: "List pairs of receipts that may be duplicates",
    operands: [Operand("R", "Only possible duplicates of this receipt", isOptional: true)],
    options: [Options.limit, Options.after], shared: Option.looking,
    run: onLedger(listDuplicates))

  static let dismiss = Command(
    path: ["dismiss"], section: .record, summary: "Mark a receipt as not a duplicate",
    operands: [
      .receipt,
      Operand(
        "OTHER", "The other receipt (default: all possible duplicates)", isOptional: true, repeats: true),
    ],
    run: onLedger(dismissDuplicates))

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
    let unchanged = named.isEmpty ? "it looks like no other" : "they were told apart already"
    let code = try ledger.show(.receipt(outcome, id, unchanged: unchanged))
    guard named.isEmpty, !outcome.positions.isEmpty else { return code }
    // Transactions that nobody named are shown, because one of them may really be a duplicate.
    _ = try ledger.show(
      CommandAnswer(nil) { notation in
        let rows = try others.map { other -> Block in
          let row = try notation.book.transaction(other).row
          return .fitted("  \(try notation.short(other))  \(notation.summary(row))")
        }
        return try [.line("Not the same as")] + rows + notation.duplicates(of: id)
          + [.line("Take it back: events undo HEAD")]
      })
    return code
  }
}
