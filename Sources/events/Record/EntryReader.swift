internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// An entry as it will be recorded, with the values that nobody gave.
struct Entry {
  var request: RecordRequest
  /// The values that nobody gave, with the reasons why they are used.
  var offers: [EntryOffer] = []
  /// How often it recurs, or `nil` if it happens once.
  var cadence: Cadence?
}

/// Reads an entry: a line of words, where options take precedence over the line.
struct EntryReader {
  let ledger: OpenLedger
  let dialogue: EntryDialogue

  /// Creates the reader of one entry, or of a series of lines that are entries.
  init(ledger: OpenLedger, isSeries: Bool = false) {
    self.ledger = ledger
    dialogue = EntryDialogue(ledger: ledger, isSeries: isSeries)
  }

  private var arguments: Arguments { ledger.arguments }

  /// Returns the entry of a line, or of the options alone if the line is empty.
  ///
  /// - Parameters:
  ///   - line: The text as typed.
  ///   - date: The date if the line has no date, or `nil` for today.
  func entry(_ line: String, date: CivilDate? = nil) throws -> Entry {
    var quick: QuickEntry?
    var offers: [EntryOffer] = []
    if !line.isEmpty {
      var understood = try self.quick(line, date: date)
      try refuseProblems(of: understood)
      try refuseUnseenRule(of: understood)
      offers += try offerValues(
        &understood.category, &understood.payment, vendor: understood.vendor, understood.kind)
      if understood.money != nil {
        try askForMissing(&understood.category, &understood.payment, &understood.account, understood.kind)
      }
      try check(understood)
      quick = understood
    }
    var request = try request(quick)
    try dialogue.confirm(ledger.book.doubt(about: request.date))
    if quick == nil {
      offers += try offerValues(&request.category, &request.payment, vendor: request.vendor, request.kind)
      try askForMissing(&request.category, &request.payment, &request.account, request.kind)
    }
    for doubt in try ledger.book.doubts(about: request) {
      switch doubt {
      case .longAgo, .farAhead, .groupOfSameName: break  // This was asked above, before anything is offered.
      case .categoryOfOtherKind: try dialogue.confirm(doubt)
      }
    }
    offers += try offerPlaces(&request, isGroupGiven: arguments.has(EntryOptions.group) || quick?.group != nil)
    return Entry(request: request, offers: offers, cadence: try cadence(quick?.cadence))
  }

  /// Returns the cadence of the options, or that of the line with the end and the policy of the options.
  private func cadence(_ typed: Cadence?) throws -> Cadence? {
    guard var cadence = typed else { return try ledger.cadence() }
    for option in [RuleOptions.every, RuleOptions.interval] where arguments.has(option) {
      throw Failure(
        .usage, "the line has “\(cadence.word)”, and there is --\(option.name)",
        advice: "Leave one of them out")
    }
    let end = try ledger.end() ?? nil
    if let end, cadence.end != nil, cadence.end != end {
      throw Failure(.usage, "the line has an end, and --end is another day", advice: "Leave one of them out")
    }
    cadence.end = end ?? cadence.end
    cadence.monthEnd = ledger.monthEnd() ?? cadence.monthEnd
    return cadence
  }

  /// Returns a line taken apart.
  func quick(_ line: String, date: CivilDate? = nil) throws -> QuickEntry {
    var currency = ledger.settings.currency
    if let text = arguments[EntryOptions.currency] { currency = try Values.currency(text) }
    var vocabulary = QuickEntry.Vocabulary(
      today: ledger.book.today, categories: try ledger.book.categories(), currency: currency,
      locale: ledger.locale, date: date)
    // Numbers in a line with --amount are part of a name.
    vocabulary.takesPlainNumbers = !arguments.has(EntryOptions.amount)
    let kind = arguments[EntryOptions.kind].flatMap { TransactionKind(rawValue: $0) }
    vocabulary.takesRefunds = kind ?? .expense == .expense
    var entry = QuickEntry(line, vocabulary)
    if let text = arguments[EntryOptions.amount] {
      let money = try Values.amount(sum: text, currency, ledger.locale)
      entry.money =
        entry.isRefund ? Money(minorUnits: -abs(money.minorUnits), currency: money.currency) : money
      entry.expression = Values.computation(text)
    }
    if let code = arguments[EntryOptions.currency], let money = entry.money, money.currency != currency {
      throw Failure(
        .usage, "the amount is in \(money.currency.code) and --currency is \(code); leave one of them out")
    }
    // In a series --date is its first date. For a single entry it takes precedence over the line.
    if date == nil, let text = arguments[EntryOptions.date] {
      entry.date = try self.date(text)
      if let start = entry.cadence?.start, start != entry.date {
        throw Failure(
          .usage, "the line begins on \(ledger.locale.date(start)) and --date is another day",
          advice: "Leave one of them out")
      }
    }
    if let kind { entry.kind = kind }
    entry.vendor = arguments[EntryOptions.vendor] ?? entry.vendor
    if let text = arguments[EntryOptions.category] { entry.category = try dialogue.category(text) }
    entry.payment = try payment() ?? entry.payment
    return entry
  }

  /// Returns the date of an option.
  func date(_ text: String) throws -> CivilDate { try Values.date(text, ledger) }

  /// Returns the payment of `--payment`, in a word that a line could have.
  private func payment() throws -> PaymentMethod? {
    guard let text = arguments[EntryOptions.payment] else { return nil }
    return try ledger.payment(text)
  }

  private func request(_ entry: QuickEntry?) throws -> RecordRequest {
    var request: RecordRequest
    if let entry, let money = entry.money {
      request = RecordRequest(
        kind: entry.kind, money: money, date: entry.date, vendor: entry.vendor, category: entry.category,
        payment: entry.payment, tags: entry.tags)
      request.expression = entry.expression
    } else {
      guard let typed = arguments[EntryOptions.amount] else {
        throw Failure.usage("“add” needs --amount AMOUNT, or a LINE of words", command: "add")
      }
      request = RecordRequest(
        money: try amount(typed),
        date: try arguments[EntryOptions.date].map { try date($0) } ?? ledger.book.today)
      request.expression = Values.computation(typed)
      request.kind = arguments[EntryOptions.kind].flatMap { TransactionKind(rawValue: $0) } ?? .expense
      request.vendor = arguments[EntryOptions.vendor]
      request.category = try arguments[EntryOptions.category].flatMap { try dialogue.category($0) }
      request.payment = try payment()
    }
    let group = arguments[EntryOptions.group] ?? entry?.group
    request.group = try group.flatMap { try ledger.livingGroup(orUnfiled: $0) }
    request.note = arguments[EntryOptions.note] ?? entry?.note
    // An unknown account is refused before the entry is shown.
    request.account = try (arguments[EntryOptions.account] ?? entry?.account).map { name in
      arguments.has(EntryOptions.newAccount) ? name : try ledger.account(name).text
    }
    request.tags += list(arguments.all(EntryOptions.tags))
    request.flags = (entry?.flags ?? [])
    request.flags += try list(arguments.all(EntryOptions.flags)).map { (text) throws(Failure) in
      try Values.choice(text, "flag", FlagSetting.self)
    }
    try Command.refuseContradiction(request.flags)
    return request
  }

  /// Records an entry, and opens its account if that is new and wanted.
  func record(_ entry: Entry) throws -> Done {
    let opens = arguments.has(EntryOptions.newAccount)
    guard let cadence = entry.cadence else {
      return try ledger.book.record(entry.request, opensAccounts: opens)
    }
    return try ledger.book.record(entry.request, every: cadence, opensAccounts: opens)
  }

  /// Returns the amount of `--amount`, whose own currency must equal that of `--currency`.
  private func amount(_ text: String) throws -> Money {
    guard let code = arguments[EntryOptions.currency] else {
      return try Values.amount(sum: text, ledger.settings.currency, ledger.locale)
    }
    let currency = try Values.currency(code)
    let money = try Values.amount(sum: text, currency, ledger.locale)
    guard money.currency == currency else {
      throw Failure(
        .dataError, "the amount is in \(money.currency.code) and --currency is \(currency.code)",
        advice: "Leave one of them out")
    }
    return money
  }

  /// `a,b` and repetitions of it.
  private func list(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { String($0) } }
  }
}

// MARK: - What was understood, in words

extension EntryReader {
  /// Shows the entry that would be recorded. The words for people were shown before.
  func showDryRun(_ entry: Entry) throws -> ExitCode {
    // A dry run refuses what the command would refuse.
    try ledger.book.checkRecord(entry.request, opensAccounts: arguments.has(EntryOptions.newAccount))
    return try ledger.show(.dryRun(entry.request, every: entry.cadence, offers: entry.offers))
  }

  func words(_ entry: Entry) throws -> String {
    let request = entry.request
    let group = try request.group.map { try ledger.book.group($0).name }
    let understood = words([
      request.kind.rawValue, amount(request.money, request.expression),
      ledger.locale.longDate(request.date),
      request.category.map { ledger.notation.categoryName($0) },
      request.payment?.rawValue, request.vendor.map { "vendor \($0)" }, group.map { "in \($0)" },
      request.note.map { "note \($0)" }, request.account.map { "account \($0)" },
      request.tags.isEmpty ? nil : request.tags.map { "#\($0)" }.joined(separator: " "),
      request.flags.isEmpty ? nil : request.flags.map(\.rawValue).joined(separator: " "),
      entry.cadence.map { cadence($0, from: request.date) },
    ])
    return entry.offers.isEmpty ? understood : "\(understood) (\(EntryOffer.words(entry.offers)))"
  }

  /// Refuses a line with several readings, or with a word that is invalid in its apparent meaning.
  private func refuseProblems(of entry: QuickEntry) throws(Failure) {
    guard !entry.problems.isEmpty else { return }
    let refusals = entry.problems.map { Failure($0.refusal(in: ledger.locale)) }
    var advice = ["Nothing was recorded"] + refusals.dropFirst().map(\.message)
    for line in refusals.flatMap(\.advice) where !advice.contains(line) { advice.append(line) }
    throw Failure(.dataError, refusals[0].message, advice: advice)
  }

  /// Refuses a rule that one word makes, such as `monthly`, if nobody sees what was understood.
  private func refuseUnseenRule(of entry: QuickEntry) throws(Failure) {
    guard let cadence = entry.cadence, !dialogue.canAsk, !arguments.has(.yes), !arguments.has(.dryRun),
      let word = entry.parts.first(where: { $0.field == .cadence })?.text, !word.contains(" ")
    else { return }
    throw Failure(
      .dataError,
      "“\(word)” would make a rule that records this \(cadence.word); nothing was recorded",
      advice: "Agree with --yes, or quote the whole name that “\(word)” belongs to")
  }

  /// Refuses an entry that lacks something, with the parts that were understood (IE-14).
  private func check(_ entry: QuickEntry) throws(Failure) {
    var missing: [String] = []
    if entry.money == nil { missing.append("the amount") }
    if entry.category == nil, entry.kind != .transfer { missing.append("the category") }
    if entry.payment == nil, entry.kind == .expense { missing.append("the payment") }
    guard !missing.isEmpty else { return }
    let understood = words([
      entry.kind.rawValue, entry.money.map { amount($0, entry.expression) },
      ledger.locale.longDate(entry.date), entry.category.map { ledger.notation.categoryName($0) },
      entry.payment?.rawValue, entry.vendor.map { "vendor \($0)" },
      entry.group.map { "in \($0)" },
      entry.note.map { "note \($0)" }, entry.account.map { "account \($0)" },
      entry.tags.isEmpty ? nil : entry.tags.map { "#\($0)" }.joined(separator: " "),
      entry.flags.isEmpty ? nil : entry.flags.map(\.rawValue).joined(separator: " "),
      entry.cadence.map { cadence($0, from: entry.date) },
    ])
    throw Failure(
      .no, "\(listed(missing)) \(missing.count == 1 ? "is" : "are") missing; nothing was recorded",
      advice: [
        "Understood: \(understood)", "For example: events add taxi 23.90 cash yesterday",
      ])
  }

  /// Returns how often it recurs, and the first three dates after the entry's own.
  private func cadence(_ cadence: Cadence, from date: CivilDate) -> String {
    let recurrence = Recurrence(
      frequency: cadence.frequency, interval: cadence.interval, anchor: cadence.start ?? date, end: cadence.end,
      monthEnd: cadence.monthEnd)
    let next = (1...3).compactMap { recurrence?.occurrence($0) }.filter { $0 <= cadence.end ?? .last }
    let dates = next.map { ledger.locale.date($0) }.joined(separator: ", ")
    let end = cadence.end.map { " until \(ledger.locale.date($0))" } ?? ""
    return "\(cadence.word)\(end)" + (dates.isEmpty ? "" : ", next on \(dates)")
  }

  /// Returns the amount, and the computation that gave it.
  private func amount(_ money: Money, _ expression: String?) -> String {
    expression.map { "\(ledger.notation.words(money)) = \($0)" } ?? ledger.notation.words(money)
  }

  private func words(_ parts: [String?]) -> String {
    parts.compactMap { $0 }.joined(separator: ", ")
  }
}
