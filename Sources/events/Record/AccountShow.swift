internal import LedgerAnswers
internal import LedgerBook
internal import LedgerProjections

/// `account show`.
enum AccountShowing {
  static let after = Option.value("after", "CURSOR", "Continue after this cursor, which the last page printed")
  static let limit = Option.value("limit", "N", "Receipts per page (default 50)", short: "n")
  static let options = [after, limit, .through, .names]

  static func show(_ ledger: OpenLedger) throws -> ExitCode {
    try ledger.notation.readAccountNames()
    let account = try ledger.account(ledger.arguments.operands[0])
    var filter = TransactionFilter()
    filter.asOf = ledger.book.day
    filter.accounts = try ledger.book.resolveUsedAccount(account.key)
    let list = try ledger.book.list(
      filter,
      page: PageRequest(
        limit: try ledger.arguments.number(limit, in: 1...10_000) ?? 50, after: ledger.arguments[after]))
    return try ledger.show(AccountAnswer(account, list, filter))
  }
}
