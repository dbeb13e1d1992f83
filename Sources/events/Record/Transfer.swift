internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The options of a transfer.
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
    run: { try $0.withLedger(transferMoney) })

  private static func transferMoney(_ ledger: OpenLedger) throws -> ExitCode {
    try ledger.notation.readAccountNames()
    let opens = ledger.arguments.has(Options.newAccount)
    let request = try request(ledger, opensAccounts: opens)
    try ledger.confirm(ledger.book.doubt(about: request.date))
    let cadence = try ledger.cadence()
    if ledger.arguments.has(.dryRun) {
      try ledger.book.checkTransfer(request, opensAccounts: opens)
      let every =
        cadence.map { $0.interval == 1 ? ", \($0.frequency.rawValue)" : ", every \($0.interval)" } ?? ""
      return try ledger.show(.dryRun("Would move \(words(request, ledger))\(every).", members(request)))
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
    request.expressions = TransferExpressions(
      money: Values.computation(operands[0]), received: Values.computation(arguments[Options.received]))
    return request
  }

  private static func words(_ request: TransferRequest, _ ledger: OpenLedger) -> String {
    let amounts = [request.money, request.received].compactMap { $0 }.map { ledger.notation.words($0) }
    let accounts = [request.account, request.toAccount].map { ledger.notation.accountName($0) }.joined(
      separator: " → ")
    return "\(amounts.joined(separator: " → ")), \(accounts), \(ledger.notation.words(request.date))"
  }

  private static func members(_ request: TransferRequest) -> [String: JSONValue] {
    [
      "account": .string(request.account), "amount": request.money.json,
      "category": .optional(request.category), "date": .string(request.date.iso),
      "note": .optional(request.note),
      "received": (request.received ?? request.money).json, "tags": .strings(request.tags),
      "toAccount": .string(request.toAccount),
    ]
  }
}

// MARK: - Correcting the halves

extension TransactionField {
  /// Whether only a transfer has it.
  var isOfTransfers: Bool { self == .toAccount || self == .received }

  /// Whether it is part of a transfer's halves, which are checked together.
  fileprivate var isOfHalves: Bool {
    [.total, .account, .toAccount, .received, .category].contains(self)
  }
}

extension OpenLedger {
  /// Returns the amount that arrived, in the currency of its account if it names no other.
  func received(_ text: String, in account: String?, _ row: TransactionRow) throws -> Money {
    let currency = account.flatMap { try? book.resolveAccount($0) }?.currency ?? row.arrival?.currency
    return try Values.amount(sum: text, currency ?? settings.currency, locale)
  }

  /// Corrects several fields of transfers as one action, or returns `nil` if one of them is no transfer.
  func correctTransfers(
    _ ids: [TransactionID], _ pairs: [(field: TransactionField, text: String)]
  ) throws -> ExitCode? {
    var commands: [(transaction: TransactionID, command: TransactionCommand)] = []
    for id in ids {
      let row = try book.transaction(id).row
      guard row.kind == .transfer, row.toAccount != nil || pairs.contains(where: \.field.isOfTransfers) else {
        return nil
      }
      let halves = pairs.filter(\.field.isOfHalves)
      if !halves.isEmpty { commands.append((id, .correctTransfer(try edit(halves, row)))) }
      for pair in pairs where !pair.field.isOfHalves {
        commands.append(
          (id, .correct(pair.field, try Command.fieldValue(pair.text, pair.field, of: row, self))))
      }
    }
    return try perform(commands, on: ids, "correct")
  }

  private func edit(_ pairs: [(field: TransactionField, text: String)], _ row: TransactionRow) throws
    -> TransferEdit
  {
    let typed = Dictionary(pairs.map { ($0.field, $0.text) }) { first, _ in first }
    let source = try typed[.account].map { try account($0) }
    let target = try typed[.toAccount].map { try account($0) }
    let currency = source?.currency ?? row.amount?.currency ?? settings.currency
    var edit = TransferEdit(
      money: try typed[.total].map { try Values.amount(sum: $0, currency, locale) },
      received: try typed[.received].map { try received($0, in: target?.text ?? row.toAccount, row) },
      account: source?.text, toAccount: target?.text,
      category: try typed[.category].map { try category($0) })
    edit.expressions = TransferExpressions(
      money: Values.computation(typed[.total]), received: Values.computation(typed[.received]))
    return edit
  }
}
