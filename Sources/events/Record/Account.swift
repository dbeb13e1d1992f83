internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

private enum Options {
  static let kind = Option.value(
    "kind", "KIND", "The kind; a tracking account is only followed (default: budget)",
    choices: AccountKind.allCases.map(\.rawValue))
  static let currency = Option.value("currency", "C", "The account's currency (default: the ledger's)")
  static let opening = Option.value("opening", "AMOUNT", "The opening balance (default 0)")
  static let date = Option.value("date", "DATE", "The date of the opening balance (default: today)")
  static let before = Option.value("before", "ACCOUNT", "Place it before this account")
  static let last = Option.flag("last", "Place it last")
  static let names = Option.flag("names", "Print only the names, one per line, for completions")
}

extension Command {
  static let account = Command(
    path: ["account"], section: .record, summary: "Open, list, show, check, rename, move or close accounts",
    subcommands: [
      Command(
        path: ["account", "list"], section: .look, summary: "List the accounts with their balances",
        options: [Options.names, .through, .ids], shared: Option.looking,
        run: onLedger { try listAccounts($0.throughDay()) }),
      Command(
        path: ["account", "open"], section: .record, summary: "Open an account",
        operands: [Operand("NAME", "The name of the account")],
        options: [Options.kind, Options.currency, Options.opening, Options.date],
        run: onLedger(openAccount)),
      Command(
        path: ["account", "show"], section: .look, summary: "Show an account with its balances and receipts",
        operands: [.account], options: AccountShowing.options, shared: Option.looking,
        run: onLedger { try AccountShowing.show($0.throughDay()) }),
      AccountChecking.command,
      Command(
        path: ["account", "rename"], section: .record, summary: "Rename an account",
        operands: [.account, Operand("NAME", "The new name")],
        run: onLedger { ledger in
          let account = try ledger.account(ledger.arguments.operands[0])
          let outcome = try ledger.book.renameAccount(key: account.key, to: ledger.arguments.operands[1])
          return try ledger.show(
            .account(outcome, account.key, "Renamed", unchanged: "That is its name already"))
        }),
      Command(
        path: ["account", "move"], section: .record, summary: "Move an account in the list",
        operands: [.account], options: [Options.before, Options.last],
        run: onLedger(moveAccount)),
      Command(
        path: ["account", "close"], section: .record, summary: "Close an account, and move its money",
        operands: [.account], options: AccountClosingCommand.options, shared: Option.destroying,
        run: { try $0.withLedger(AccountClosingCommand.close) }),
      Command(
        path: ["account", "reopen"], section: .record, summary: "Reopen a closed account",
        operands: [.account],
        run: onLedger { ledger in
          let key = try ledger.account(ledger.arguments.operands[0]).key
          let done = try ledger.book.reopenAccount(key: key)
          return try ledger.show(.account(done, key, "Open again", unchanged: "It is open"))
        }),
    ])

  private static func openAccount(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    var currency = ledger.settings.currency
    if let text = arguments[Options.currency] { currency = try Values.currency(text) }
    let opening = try arguments[Options.opening].map { try Values.amount(sum: $0, currency, ledger.locale) }
    if arguments.has(Options.currency), let opening, opening.currency != currency {
      throw Failure(
        .dataError, "the amount is in \(opening.currency.code) and --currency is \(currency.code)",
        advice: "Leave one of them out")
    }
    let outcome = try ledger.book.openAccount(
      name: arguments.operands[0],
      kind: arguments[Options.kind].flatMap { AccountKind(rawValue: $0) } ?? .budget,
      opening: opening ?? Money(minorUnits: 0, currency: currency),
      on: try arguments[Options.date].map { try Values.date($0, ledger) })
    return try ledger.show(
      .account(outcome, AccountState.key(of: arguments.operands[0]), "Opened", unchanged: "It is open"))
  }

  private static func moveAccount(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    guard arguments.has(Options.before) != arguments.has(Options.last) else {
      throw Failure.usage("“account move” needs either --before ACCOUNT or --last", command: "account move")
    }
    let account = try ledger.account(arguments.operands[0])
    let other = try arguments[Options.before].map { try ledger.account($0) }
    if let other, other.kind != account.kind {
      throw Failure(
        .no, "\(other.name) is a \(other.kind.rawValue) account and \(account.name) is not",
        advice: "Name an account of the same kind")
    }
    let outcome = try ledger.book.moveAccount(key: account.key, before: other?.key)
    return try ledger.show(.account(outcome, account.key, "Moved", unchanged: "That is its place already"))
  }

  private static func listAccounts(_ ledger: OpenLedger) throws -> ExitCode {
    let accounts = try ledger.book.accounts()
    if ledger.arguments.has(Options.names) {
      for account in accounts where !account.isClosed { try ledger.invocation.print(account.name) }
      return .ok
    }
    return try ledger.show(AccountsAnswer(accounts))
  }
}

extension Operand {
  static let account = Operand("ACCOUNT", "The account, by its name")
}
