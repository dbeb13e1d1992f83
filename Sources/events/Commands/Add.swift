internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// What it takes by name.
private enum Options {
  static let amount = Option.value(
    "amount", "AMOUNT", "How much, positive in the direction of its kind: 38.00, 3800p, \"15.00 + 5.00\"")
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
    operands: [
      Operand("LINE", "All of it in a line of words", isOptional: true, repeats: true)
    ],
    options: [
      Options.amount, Options.currency, Options.date, Options.category, Options.payment, Options.kind,
      Options.vendor, Options.group, Options.tags, Options.note, Options.flags, Options.account,
      RuleOptions.every, RuleOptions.interval, RuleOptions.end, RuleOptions.monthEnd,
    ],
    shared: Option.reading + [.yes],
    discussion: [
      "A LINE may have an amount, with its currency before or behind it; cash or card; income or transfer; today, "
        + "yesterday, a weekday (the last that was) or 2026-06-12; a category; #tags. What is left is the vendor. What "
        + "was understood is shown; on a terminal it is recorded when you agree, and --yes agrees. Options given beside "
        + "a LINE stand over it.",
      "Amounts may be sums (\"15.00 + 5.00\") or built from the right (1536p is 15.36).",
      "With --every it is the first of a rule, and the rest of this year follows: see events rule add.",
    ],
    examples: [
      "events add --amount 38.00 --date 2026-06-12 --category taxi --payment cash",
      "events add \"taxi 23.90 cash yesterday #berlin\"",
    ],
    run: { try $0.withLedger(recordOne) })

  private static func recordOne(_ ledger: OpenLedger) throws -> ExitCode {
    let line = ledger.arguments.operands.joined(separator: " ")
    let entry: QuickEntry? = try line.isEmpty ? nil : understood(line, ledger)
    let request = try request(ledger, entry)
    if entry != nil {
      let words = try QuickText(ledger: ledger).words(request)
      if !ledger.invocation.isJSON { try ledger.invocation.print(paragraph: "Understood: \(words)") }
      if try !ledger.invocation.agrees(to: "Record it?") { return .no }
    }
    if let cadence = try ledger.cadence() {
      let outcome = try ledger.book.record(request, every: cadence)
      let words = "Recorded, and the first of a new rule"
      return try ledger.report(outcome, words, transaction: outcome.outcome.transaction)
    }
    let outcome = try ledger.book.record(request)
    guard let id = outcome.transaction else { return .ok }
    let row = try ledger.book.transaction(id)
    var words = [row.row.kind.rawValue, row.row.category, row.row.payment?.rawValue].compactMap { $0 }
    if let name = row.groupName { words.append("in \(name)") }
    return try ledger.report(outcome, on: id, visible(words.joined(separator: ", ")))
  }

  /// A line taken apart, with the options beside it put over it; refused where something is missing.
  private static func understood(_ line: String, _ ledger: OpenLedger) throws -> QuickEntry {
    let arguments = ledger.arguments
    var currency = ledger.settings.currency
    if let text = arguments[Options.currency] { currency = try Values.currency(text) }
    var entry = QuickEntry(
      line,
      QuickEntry.Vocabulary(
        today: ledger.book.today, categories: try ledger.book.categories(), currency: currency,
        locale: ledger.locale))
    if let text = arguments[Options.amount] {
      entry.money = try Values.amount(sum: text, currency, ledger.locale)
    }
    if let code = arguments[Options.currency], let money = entry.money, money.currency != currency {
      throw Failure(
        .usage, "the line says \(money.currency.code) and --currency says \(code); leave one of them out")
    }
    if let text = arguments[Options.date] { entry.date = try Values.date(text) }
    if let text = arguments[Options.kind], let kind = TransactionKind(rawValue: text) { entry.kind = kind }
    entry.vendor = arguments[Options.vendor] ?? entry.vendor
    entry.category = arguments[Options.category] ?? entry.category
    if let text = arguments[Options.payment] { entry.payment = PaymentMethod(rawValue: text) }
    try QuickText(ledger: ledger).check(entry)
    return entry
  }

  private static func request(_ ledger: OpenLedger, _ entry: QuickEntry?) throws -> RecordRequest {
    let arguments = ledger.arguments
    var request: RecordRequest
    if let entry, let money = entry.money {
      request = RecordRequest(
        kind: entry.kind, money: money, date: entry.date, vendor: entry.vendor, category: entry.category,
        payment: entry.payment, tags: entry.tags)
    } else {
      guard let typed = arguments[Options.amount] else {
        throw Failure.usage("'add' needs --amount AMOUNT, or a LINE of words", command: "add")
      }
      request = RecordRequest(
        money: try amount(typed, ledger),
        date: try arguments[Options.date].map { (text) throws(Failure) in try Values.date(text) }
          ?? ledger.book.today)
      request.kind = arguments[Options.kind].flatMap { TransactionKind(rawValue: $0) } ?? .expense
      request.vendor = arguments[Options.vendor]
      request.category = arguments[Options.category]
      request.payment = arguments[Options.payment].flatMap { PaymentMethod(rawValue: $0) }
    }
    request.group = try arguments[Options.group].flatMap { try ledger.group(orUnfiled: $0) }
    request.note = arguments[Options.note]
    request.account = arguments[Options.account]
    request.tags += list(arguments.all(Options.tags))
    request.flags = try list(arguments.all(Options.flags)).map { (text) throws(Failure) in
      try Values.choice(text, "flag", FlagSetting.self)
    }
    return request
  }

  /// `--amount`, whose own currency has to be that of `--currency` where both are there.
  private static func amount(_ text: String, _ ledger: OpenLedger) throws -> Money {
    guard let code = ledger.arguments[Options.currency] else {
      return try Values.amount(sum: text, ledger.settings.currency, ledger.locale)
    }
    let currency = try Values.currency(code)
    let money = try Values.amount(sum: text, currency, ledger.locale)
    guard money.currency == currency else {
      throw Failure(
        .dataError, "the amount says \(money.currency.code) and --currency says \(currency.code)",
        advice: "Leave one of them out")
    }
    return money
  }

  /// `a,b` and repetitions of it.
  private static func list(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { String($0) } }
  }
}

/// What a line of words was understood as, in words.
private struct QuickText {
  let ledger: OpenLedger

  func words(_ request: RecordRequest) throws -> String {
    let group = try request.group.map { try ledger.book.group($0).name }
    return words([
      request.kind.rawValue, ledger.words(request.money), ledger.locale.longDate(request.date),
      request.category,
      request.payment?.rawValue, request.vendor.map { "vendor \($0)" }, group.map { "in \($0)" },
      request.note.map { "note \($0)" }, request.account.map { "account \($0)" },
      request.tags.isEmpty ? nil : request.tags.map { "#\($0)" }.joined(separator: " "),
      request.flags.isEmpty ? nil : request.flags.map(\.rawValue).joined(separator: " "),
    ])
  }

  /// Refuses what lacks something, with what was understood (CHECKLIST IE-14).
  func check(_ entry: QuickEntry) throws(Failure) {
    var missing: [String] = []
    if entry.money == nil { missing.append("the amount") }
    if entry.category == nil, entry.kind != .transfer { missing.append("the category") }
    if entry.payment == nil, entry.kind != .transfer { missing.append("the payment") }
    guard !missing.isEmpty else { return }
    let understood = words([
      entry.kind.rawValue, entry.money.map { ledger.words($0) }, ledger.locale.longDate(entry.date),
      entry.category, entry.payment?.rawValue, entry.vendor.map { "vendor \($0)" },
      entry.tags.isEmpty ? nil : entry.tags.map { "#\($0)" }.joined(separator: " "),
    ])
    let problem = entry.problem.map { [$0.message] } ?? []
    throw Failure(
      entry.problem == nil ? .no : .dataError,
      "\(listed(missing)) \(missing.count == 1 ? "is" : "are") missing; nothing was recorded",
      advice: problem + [
        "Understood: \(understood)", "For example: events add \"taxi 23.90 cash yesterday #berlin\"",
      ])
  }

  private func words(_ parts: [String?]) -> String {
    parts.compactMap { $0.map { visible($0) } }.joined(separator: ", ")
  }
}
