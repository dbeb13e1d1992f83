internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

private enum Options {
  static let balance = Option.value("balance", "AMOUNT", "The balance at the bank")
  static let on = Option.value("on", "DATE", "The date of the balance (default: today)")
  static let clear = Option.flag("clear", "Mark the listed transactions as cleared")
  static let adjust = Option.flag("adjust", "Record the remaining difference as a transaction")
  static let category = Option.value("category", "KEY", "The category of that transaction (default: other)")
  static let reason = Option.value("reason", "TEXT", "The reason for that transaction")
}

/// `account check`.
enum AccountChecking {
  static let command = Command(
    path: ["account", "check"], section: .record,
    summary: "Compare an account with its balance at the bank",
    operands: [.account],
    options: [
      Options.balance, Options.on, Options.clear, Options.adjust, Options.category, Options.reason,
    ],
    shared: Option.destroying,
    run: onLedger(check))

  private static func check(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    let account = try ledger.account(arguments.operands[0])
    guard let typed = arguments[Options.balance] else {
      throw Failure.usage(
        "“account check” needs --balance AMOUNT, which the bank shows", command: "account check")
    }
    let balance = try Values.amount(sum: typed, account.currency, ledger.locale)
    let date = try arguments[Options.on].map { try Values.date($0, ledger) } ?? ledger.book.today
    let check = try ledger.book.checkAccount(key: account.key, balance: balance, on: date)
    let cleared = arguments.has(Options.clear) ? check.matching.map(\.row.id) : []
    // An adjustment would count again what is cleared later.
    let isExplained = check.difference.minorUnits == 0 || !check.matching.isEmpty
    let adjustment =
      arguments.has(Options.adjust) && !isExplained
      ? try self.adjustment(of: account, by: check.difference, on: date, ledger) : nil
    let isDryRun = arguments.has(.dryRun) || cleared.isEmpty && adjustment == nil
    let done = isDryRun ? nil : try ledger.book.settleAccount(clearing: cleared, adjustment: adjustment)
    return try ledger.show(
      AccountCheckAnswer(check, of: account, clearing: cleared, adjustment: adjustment, done))
  }

  /// One transaction that makes up for a difference.
  private static func adjustment(
    of account: AccountSummary, by difference: Money, on date: CivilDate, _ ledger: OpenLedger
  ) throws -> RecordRequest {
    let kind: TransactionKind = difference.minorUnits > 0 ? .income : .expense
    let (units, overflow) = difference.minorUnits.multipliedReportingOverflow(by: kind.signOnAccount)
    guard !overflow else { throw Failure(.dataError, "this balance is too large; nothing was recorded") }
    return RecordRequest(
      kind: kind, money: Money(minorUnits: units, currency: difference.currency), date: date,
      category: try ledger.category(ledger.arguments[Options.category] ?? "other"),
      payment: kind == .expense ? .card : nil,
      note: ledger.arguments[Options.reason] ?? "adjusted to the balance of the bank", account: account.text)
  }
}
