internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

private enum Options {
  static let received = Option.value(
    "received", "AMOUNT", "The amount received, if the accounts have different currencies")
  static let category = Option.value(
    "category", "KEY", "The category; required if money leaves the budget for a tracking account")
  static let date = Option.value("date", "DATE", "The date (default: today)")
  static let note = Option.value("note", "TEXT", "A note")
  static let tags = Option.value("tags", "A,B", "Tags, separated by commas", repeats: true)
  static let newAccount = Option.flag("new-account", "Open accounts that do not exist")
}

extension Command {
  static let transfer = Command(
    path: ["transfer"], section: .record, summary: "Move money from one account to another",
    operands: [
      Operand("AMOUNT", "The amount, with its currency if that is not the first account's"),
      Operand("FROM", "The account to take the money from"),
      Operand("TO", "The account that receives the money", isOptional: true, repeats: true),
    ],
    options: [
      Options.received, Options.category, Options.date, Options.note, Options.tags, Options.newAccount,
      RuleOptions.every, RuleOptions.interval, RuleOptions.end, RuleOptions.monthEnd,
    ],
    shared: Option.destroying,
    run: onLedger(transferMoney))

  private static func transferMoney(_ ledger: OpenLedger) throws -> ExitCode {
    try ledger.notation.readAccountNames()
    let opens = ledger.arguments.has(Options.newAccount)
    let request = try request(ledger, opensAccounts: opens)
    try ledger.confirm(ledger.book.doubt(about: request.date))
    let cadence = try ledger.cadence()
    if ledger.arguments.has(.dryRun) {
      try ledger.book.checkTransfer(request, opensAccounts: opens)
      return try ledger.show(.transfer(request, every: cadence, ledger.notation))
    }
    if let cadence {
      let outcome = try ledger.book.transfer(request, every: cadence, opensAccounts: opens)
      return try ledger.show(.firstOfRule(outcome, "Moved, and the first of a new rule"))
    }
    let outcome = try ledger.book.transfer(request, opensAccounts: opens)
    guard let id = outcome.transaction else { return .ok }
    return try ledger.show(.transfer(outcome, id))
  }

  private static func request(_ ledger: OpenLedger, opensAccounts: Bool) throws -> TransferRequest {
    let arguments = ledger.arguments
    var operands = arguments.operands
    // `200 EUR Checking Savings` has the currency as a word of its own.
    if operands.count == 4, CurrencyCode(operands[1].uppercased())?.minorUnitDigits != nil {
      operands[0] += " " + operands.remove(at: 1)
    }
    guard operands.count == 3 else {
      throw Failure.usage(
        "“transfer” needs an amount and two accounts", command: "transfer",
        advice: ["For example: events transfer 200 Checking Savings", "A name with spaces needs quotes."])
    }
    func account(_ name: String) throws -> (text: String, currency: CurrencyCode?) {
      if opensAccounts, (try? ledger.book.resolveAccount(name)) == nil { return (name, nil) }
      let account = try ledger.account(name)
      return (account.text, account.currency)
    }
    let (source, target) = (try account(operands[1]), try account(operands[2]))
    let money = try Values.amount(sum: operands[0], source.currency ?? ledger.settings.currency, ledger.locale)
    let received = try arguments[Options.received].map {
      try Values.amount(sum: $0, target.currency ?? money.currency, ledger.locale)
    }
    if received == nil, money.currency == source.currency ?? money.currency, let currency = target.currency,
      currency != money.currency
    {
      throw Failure.usage(
        "\(operands[2]) is kept in \(currency.code), so the amount that arrives there is needed",
        command: "transfer", advice: ["Give it in \(currency.code): --received 84.50"])
    }
    var request = TransferRequest(
      money: money, received: received,
      date: try arguments[Options.date].map { try Values.date($0, ledger) } ?? ledger.book.today,
      from: source.text, to: target.text,
      category: try arguments[Options.category].map { try ledger.category($0) },
      note: arguments[Options.note],
      tags: arguments.all(Options.tags).flatMap { $0.split(separator: ",").map { String($0) } })
    request.expressions = TransferRequest.Expressions(
      money: Values.computation(operands[0]), received: Values.computation(arguments[Options.received]))
    return request
  }
}
