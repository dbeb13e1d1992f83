internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// What it takes by name.
private enum Options {
  static let amount = Option.value(
    "amount", "AMOUNT", "How much, positive in the direction of its kind")
  static let currency = Option.value("currency", "C", "Of what; else the ledger's currency")
  static let date = Option.value("date", "DATE", "When; else today")
  static let category = Option.value("category", "KEY", "What for")
  static let payment = Option.value(
    "payment", "HOW", "How it was paid", choices: PaymentMethod.allCases.map(\.rawValue))
  static let kind = Option.value(
    "kind", "KIND", "Its direction; else expense", choices: TransactionKind.allCases.map(\.rawValue))
  static let vendor = Option.value("vendor", "NAME", "Who was paid, or who paid")
  static let group = Option.value("group", "G", "File it into this group")
  static let tags = Option.value("tags", "A,B", "Tags, separated by commas", repeats: true)
  static let note = Option.value("note", "TEXT", "A note")
  static let flags = Option.value(
    "flags", "A,B", "paid or unpaid, reimbursed or unreimbursed", repeats: true)
  static let account = Option.value("account", "NAME", "The account, free text")
}

extension Command {
  static let add = Command(
    path: ["add"], section: .record, summary: "Record an expense or income without paper",
    options: [
      Options.amount, Options.currency, Options.date, Options.category, Options.payment, Options.kind,
      Options.vendor,
      Options.group, Options.tags, Options.note, Options.flags, Options.account,
    ],
    examples: ["events add --amount 38.00 --date 2026-06-12 --category taxi --payment cash"],
    run: { try $0.withLedger(recordOne) })

  private static func recordOne(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    guard let typed = arguments[Options.amount] else {
      throw Failure.usage("'add' needs --amount AMOUNT", command: "add")
    }
    let currency = try arguments[Options.currency].map { (text) throws(Failure) in try Values.currency(text) }
    var request = RecordRequest(
      money: try Values.amount(typed, currency ?? ledger.settings.currency, ledger.locale),
      date: try arguments[Options.date].map { (text) throws(Failure) in try Values.date(text) }
        ?? ledger.book.today)
    request.kind = arguments[Options.kind].flatMap { TransactionKind(rawValue: $0) } ?? .expense
    request.vendor = arguments[Options.vendor]
    request.category = arguments[Options.category]
    request.payment = arguments[Options.payment].flatMap { PaymentMethod(rawValue: $0) }
    request.group = try arguments[Options.group].flatMap { try ledger.group(orUnfiled: $0) }
    request.note = arguments[Options.note]
    request.account = arguments[Options.account]
    request.tags = list(arguments.all(Options.tags))
    request.flags = try list(arguments.all(Options.flags)).map { (text) throws(Failure) in
      try Values.choice(text, "flag", FlagSetting.self)
    }
    let outcome = try ledger.book.record(request)
    guard let id = outcome.transaction else { return .ok }
    let row = try ledger.book.transaction(id)
    var words = [row.row.kind.rawValue, row.row.category, row.row.payment?.rawValue].compactMap { $0 }
    if let name = row.groupName { words.append("in \(name)") }
    return try ledger.report(outcome, on: id, visible(words.joined(separator: ", ")))
  }

  /// `a,b` and repetitions of it.
  private static func list(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { String($0) } }
  }
}
