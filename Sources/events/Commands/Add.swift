internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension Command {
  private static let amount = Option.value(
    "amount", "AMOUNT", "How much, positive in the direction of its kind")
  private static let currency = Option.value("currency", "C", "Of what; else the ledger's currency")
  private static let date = Option.value("date", "DATE", "When; else today")
  private static let category = Option.value("category", "KEY", "What for")
  private static let payment = Option.value(
    "payment", "HOW", "How it was paid", choices: PaymentMethod.allCases.map(\.rawValue))
  private static let kind = Option.value(
    "kind", "KIND", "Its direction; else expense", choices: TransactionKind.allCases.map(\.rawValue))
  private static let vendor = Option.value("vendor", "NAME", "Who was paid, or who paid")
  private static let group = Option.value("group", "G", "File it into this group")
  private static let tags = Option.value("tags", "A,B", "Tags, separated by commas", repeats: true)
  private static let note = Option.value("note", "TEXT", "A note")
  private static let flags = Option.value(
    "flags", "A,B", "paid or unpaid, reimbursed or unreimbursed", repeats: true)
  private static let account = Option.value("account", "NAME", "The account, free text")

  static let add = Command(
    path: ["add"], section: .record, summary: "Record an expense or income without paper",
    options: [amount, currency, date, category, payment, kind, vendor, group, tags, note, flags, account],
    examples: ["events add --amount 38.00 --currency EUR --date 2026-06-12 --category taxi --payment cash"],
    run: { try $0.withLedger(recordOne) })

  private static func recordOne(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    guard let typed = arguments[amount] else {
      throw Failure.usage("'add' needs --amount AMOUNT", command: "add")
    }
    let currency = try arguments[Self.currency].map { (text) throws(Failure) in try Values.currency(text) }
    var request = RecordRequest(
      money: try Values.amount(typed, currency ?? ledger.settings.currency, ledger.locale),
      date: try arguments[date].map { (text) throws(Failure) in try Values.date(text) }
        ?? ledger.invocation.today)
    request.kind = arguments[kind].flatMap { TransactionKind(rawValue: $0) } ?? .expense
    request.vendor = arguments[vendor]
    request.category = arguments[category]
    request.payment = arguments[payment].flatMap { PaymentMethod(rawValue: $0) }
    request.group = try arguments[group].flatMap { try ledger.group(orUnfiled: $0) }
    request.note = arguments[note]
    request.account = arguments[account]
    request.tags = list(arguments.all(tags))
    request.flags = try list(arguments.all(flags)).map { (text) throws(Failure) in
      try Values.choice(text, "flag", FlagSetting.self)
    }
    let outcome = try ledger.book.record(request)
    guard let id = outcome.transaction else { return .ok }
    return try ledger.report(outcome, on: id, sayingNothingNew: "recorded before")
  }

  /// `a,b` and repetitions of it.
  private static func list(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { String($0) } }
  }
}

extension Invocation {
  /// The civil date here and now.
  var today: CivilDate {
    let now = clock()
    let local = now.milliseconds + Int64(now.offsetMinutes) * 60_000
    let dayMilliseconds: Int64 = 86_400_000
    let day = local >= 0 ? local / dayMilliseconds : (local - dayMilliseconds + 1) / dayMilliseconds
    return CivilDate(dayNumber: Int32(clamping: day))
  }
}
