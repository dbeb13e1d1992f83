internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

// The arguments of the commands on rules, as values.
extension OpenLedger {
  func namedRule() throws -> RuleID { try book.resolveRule(arguments.operands[0]) }

  /// Returns the cadence of `--every`, `--interval` and related options, or `nil` without these options.
  func cadence() throws -> Cadence? {
    guard RuleOptions.cadence.contains(where: { arguments.has($0) }) else { return nil }
    guard let every = try every() else {
      throw Failure.usage("add how often with --every, for example --every month")
    }
    return Cadence(
      frequency: every.frequency, interval: every.interval ?? 1, start: try date(RuleOptions.start),
      end: try end() ?? nil, monthEnd: monthEnd() ?? .clamp)
  }

  /// Returns the cadence of `month`, `monthly` or `2 weeks`, together with `--interval`.
  func every() throws -> (frequency: RecurrenceFrequency, interval: Int?)? {
    let interval = try arguments.number(RuleOptions.interval, in: 1...10_000)
    guard let text = arguments[RuleOptions.every] else { return nil }
    let words: [(String, RecurrenceFrequency)] = [
      ("day", .daily), ("days", .daily), ("daily", .daily), ("week", .weekly), ("weeks", .weekly),
      ("weekly", .weekly), ("month", .monthly), ("months", .monthly), ("monthly", .monthly), ("year", .yearly),
      ("years", .yearly), ("yearly", .yearly),
    ]
    let parts = text.lowercased().split { $0 == " " || $0 == "-" }.map { String($0) }
    let number = parts.count == 2 ? Int(parts[0]) : nil
    guard let frequency = words.first(where: { $0.0 == parts.last })?.1, parts.count == (number == nil ? 1 : 2)
    else {
      throw Failure.usage(
        "there is no cadence “\(text)”; there is day, week, month, year, or with a number: \"2 weeks\""
      )
    }
    if let number, !(1...10_000).contains(number) {
      throw Failure.usage("--every takes a whole number from 1 to 10000, not “\(number)”")
    }
    if let number, let interval, number != interval {
      throw Failure.usage("--every is \(number) and --interval is \(interval); leave one of them out")
    }
    return (frequency, number ?? interval)
  }

  /// Returns the payment that a word means, as in a line of words.
  func payment(_ text: String) throws -> PaymentMethod { try book.payment(named: text, locale) }

  func monthEnd() -> Recurrence.MonthEndPolicy? {
    arguments[RuleOptions.monthEnd].flatMap { Recurrence.MonthEndPolicy(rawValue: $0) }
  }

  func date(_ option: Option) throws -> CivilDate? {
    try arguments[option].map { try Values.date($0, self, daysAhead: 183) }
  }

  /// Returns the value of `--end`, a date or no end, or `nil` if the option is absent.
  func end() throws -> CivilDate?? {
    guard let text = arguments[RuleOptions.end] else { return nil }
    return .some(text == "none" ? nil : try Values.date(text, self, isInFuture: true))
  }

  /// Returns the amount of `--amount`, whose own currency must equal that of `--currency`.
  func ruleAmount(in currency: CurrencyCode) throws -> Money? {
    let named = try arguments[RuleOptions.currency].map { (code) throws(Failure) in try Values.currency(code) }
    guard let text = arguments[RuleOptions.amount] else {
      guard let named else { return nil }
      throw Failure.usage("--currency \(named.code) needs an --amount in it")
    }
    let money = try Values.amount(sum: text, named ?? currency, locale)
    guard named == nil || named == money.currency else {
      throw Failure(
        .dataError, "the amount is in \(money.currency.code) and --currency is \(named?.code ?? "")",
        advice: "Leave one of them out")
    }
    return money
  }

  /// Returns the edits of a rule that the options ask for. Options of the cadence count only if `cadence` is true.
  ///
  /// - toAccount: The account that the rule's money arrives in so far.
  func ruleEdits(currency: CurrencyCode, toAccount: String?, cadence: Bool = true) throws -> [RuleEdit] {
    var edits: [RuleEdit] = []
    func text(_ option: Option) -> String?? { arguments[option].map { $0.isEmpty ? nil : $0 } }
    if cadence {
      if let every = try every() {
        edits.append(.frequency(every.frequency))
        edits.append(.interval(every.interval ?? 1))
      } else if let interval = try arguments.number(RuleOptions.interval, in: 1...10_000) {
        edits.append(.interval(interval))
      }
      if let start = try date(RuleOptions.start) { edits.append(.start(start)) }
      if let end = try end() { edits.append(.end(end)) }
      if let monthEnd = monthEnd() { edits.append(.monthEnd(monthEnd)) }
    }
    if let kind = try ruleKind(toAccount: toAccount) { edits.append(.kind(kind)) }
    if let money = try ruleAmount(in: currency) {
      edits.append(.money(money, expression: Values.computation(arguments[RuleOptions.amount])))
    }
    if let vendor = text(RuleOptions.vendor) { edits.append(.vendor(vendor)) }
    if let category = text(RuleOptions.category) { edits.append(.category(category)) }
    if let payment = arguments[RuleOptions.payment] {
      edits.append(.payment(PaymentMethod(rawValue: payment)))
    }
    if let group = arguments[RuleOptions.group] { edits.append(.group(try self.livingGroup(orUnfiled: group))) }
    if let note = text(RuleOptions.note) { edits.append(.note(note)) }
    if let name = text(RuleOptions.account) { edits.append(.account(try name.map { try account($0).text })) }
    if let name = text(RuleOptions.toAccount) {
      edits.append(.toAccount(try name.map { try account($0).text }))
    }
    if let received = try ruleReceived(in: arguments[RuleOptions.toAccount] ?? toAccount) {
      edits.append(.received(received))
    }
    let (add, remove) = (words(of: RuleOptions.tags), words(of: RuleOptions.removeTags))
    if !add.isEmpty || !remove.isEmpty { edits.append(.tags(add: add, remove: remove)) }
    let flags = try ruleFlags()
    if !flags.isEmpty { edits.append(.flags(flags)) }
    return edits
  }

  /// Returns the kind of `--kind`. A transfer needs the account that it arrives in, if the rule has not got one.
  private func ruleKind(toAccount: String?) throws -> TransactionKind? {
    let kind = arguments[RuleOptions.kind].flatMap { TransactionKind(rawValue: $0) }
    guard kind != .transfer || (arguments[RuleOptions.toAccount] ?? toAccount) != nil else {
      throw Failure(
        .usage, "a transfer needs two accounts", advice: "Name them with --account NAME and --to-account NAME")
    }
    return kind
  }

  /// Returns the amount of `--received`, in the currency of its account if it names no other.
  private func ruleReceived(in account: String?) throws -> Money? {
    guard let text = arguments[RuleOptions.received] else { return nil }
    let currency = account.flatMap { try? book.resolveAccount($0) }?.currency ?? settings.currency
    return try Values.amount(sum: text, currency, locale)
  }

  func ruleFlags() throws -> [FlagSetting] {
    try words(of: RuleOptions.flags).map { (text) throws(Failure) in
      try Values.choice(text, "flag", FlagSetting.self)
    }
  }

  /// `a,b` and repetitions of it.
  func words(of option: Option) -> [String] {
    arguments.all(option).flatMap { $0.split(separator: ",").map { String($0) } }
  }

  /// Returns the request for a rule without a template.
  func ruleRequest(_ cadence: Cadence) throws -> RuleRequest {
    let source = try arguments[RuleOptions.account].map { try account($0) }
    let target = try arguments[RuleOptions.toAccount].map { try account($0) }
    let isTransfer = target != nil
    guard let money = try ruleAmount(in: (isTransfer ? source?.currency : nil) ?? settings.currency) else {
      throw Failure.usage(
        "“rule add” needs --amount AMOUNT, or --from T: a transaction to begin with", command: "rule add")
    }
    let terms = RuleTerms(
      frequency: cadence.frequency, interval: cadence.interval, start: cadence.start ?? book.today,
      end: cadence.end, monthEnd: cadence.monthEnd,
      kind: try ruleKind(toAccount: nil) ?? (isTransfer ? .transfer : .expense),
      money: money,
      vendor: arguments[RuleOptions.vendor], category: arguments[RuleOptions.category],
      payment: arguments[RuleOptions.payment].flatMap { PaymentMethod(rawValue: $0) },
      group: try arguments[RuleOptions.group].flatMap { try self.livingGroup(orUnfiled: $0) },
      note: arguments[RuleOptions.note],
      account: source?.text, toAccount: target?.text, received: try ruleReceived(in: target?.text),
      tags: words(of: RuleOptions.tags), flags: TransactionFlags(try ruleFlags()))
    return RuleRequest(terms: terms, expression: Values.computation(arguments[RuleOptions.amount]))
  }
}
