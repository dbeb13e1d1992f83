internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// `account close`.
enum AccountClosingCommand {
  private static let to = Option.value("to", "ACCOUNT", "The account that receives the money")
  private static let received = Option.value(
    "received", "AMOUNT", "The amount received, if that account has another currency")
  private static let category = Option.value("category", "KEY", "The category, if money leaves the budget")
  private static let date = Option.value("date", "DATE", "The date of the transfer (default: today)")
  static let options = [to, received, category, date]

  static func close(_ ledger: OpenLedger) throws -> ExitCode {
    let account = try ledger.account(ledger.arguments.operands[0])
    let day = try ledger.arguments[date].map { try Values.date($0, ledger) }
    try ledger.book.checkClosing(account, on: day)
    // A closed account gives no money away.
    let held = account.isClosed ? [] : account.balances.map(\.balance).filter { $0.minorUnits != 0 }
    let destination = try destination(of: held, account, on: day, ledger)
    if let destination, destination.account == account.key { throw Rejection.sameAccount(account.name) }
    if !held.isEmpty, destination == nil {
      throw Failure(
        .no, "the account “\(account.name)” holds \(listed(held.map { ledger.notation.words($0) }))",
        advice: [
          "Name the account that it goes to: "
            + printedCommand("account close", account.name, options: [("to", "ACCOUNT")])
        ]
      )
    }
    let target = try destination.map { try ledger.book.resolveAccount($0.account) }
    if ledger.arguments.has(.dryRun) { return try dryRun(account, held, held.isEmpty ? nil : target, ledger) }
    let done = try ledger.book.closeAccount(key: account.key, movingMoneyTo: destination)
    return try ledger.show(
      .account(done, account.key, words(done, account, target, ledger), unchanged: "It is closed already"))
  }

  /// Returns the account that the money goes to: that of `--to`, or the answer at the terminal.
  private static func destination(
    of held: [Money], _ account: AccountSummary, on day: CivilDate?, _ ledger: OpenLedger
  ) throws -> AccountClosing? {
    var name = ledger.arguments[to]
    if name == nil, !held.isEmpty, ledger.invocation.canAsk, !ledger.arguments.has(.dryRun) {
      let words = "\(account.name) holds \(listed(held.map { ledger.notation.words($0) }))"
      name = try ledger.invocation.ask("\(words). Which account does it go to")
    }
    guard let name, !name.isEmpty else { return nil }
    let target = try ledger.account(name)
    return AccountClosing(
      account: target.key,
      amount: try ledger.arguments[received].map { try Values.amount(sum: $0, target.currency, ledger.locale) },
      category: try ledger.arguments[category].map { try ledger.category($0) },
      date: day)
  }

  /// Returns what was done, with the sum that the recorded transfer moved.
  private static func words(
    _ done: Done, _ account: AccountSummary, _ target: AccountSummary?, _ ledger: OpenLedger
  ) -> String {
    let moved = done.events.compactMap { event -> Money? in
      guard case .transaction(.transferRecorded(let transfer)) = event else { return nil }
      if transfer.account == account.text { return transfer.money }
      // A debt was paid.
      let paid = transfer.received ?? transfer.money
      return Money(minorUnits: -paid.minorUnits, currency: paid.currency)
    }
    guard let target, let moved = moved.first else { return "Closed; its receipts stay" }
    return "Closed; \(ledger.notation.words(moved)) moved to \(target.name), and its receipts stay"
  }

  private static func dryRun(
    _ account: AccountSummary, _ held: [Money], _ target: AccountSummary?, _ ledger: OpenLedger
  ) throws -> ExitCode {
    let money = listed(held.map { ledger.notation.words($0) })
    let moving = target.map { ", and move \(money) to \($0.name)" } ?? ""
    let figures = target == nil ? "its receipts stay, and no figure changes" : "its receipts stay"
    return try ledger.show(
      .dryRun(
        "Would close the account \(account.name)\(moving); \(figures).",
        ["account": .string(account.id.description), "to": .optional(target?.id.description)]))
  }
}
