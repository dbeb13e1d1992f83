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
  /// The parts of a split, as line items.
  var items: [LineItem] = []
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

  var arguments: Arguments { ledger.arguments }

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
      offers += try entryOffers.values(
        &understood.category, &understood.payment, vendor: understood.vendor, understood.kind)
      if let money = understood.money {
        try askForMissing(
          &understood.category, &understood.payment, &understood.account, understood.kind, money.currency)
      }
      try check(understood)
      quick = understood
    }
    var request = try request(quick)
    try refuseTransfer(request.kind)
    try dialogue.confirm(ledger.book.doubt(about: request.date))
    if quick == nil {
      request.category = try split(nil)?.category ?? request.category
      offers += try entryOffers.values(
        &request.category, &request.payment, vendor: request.vendor, request.kind)
      try askForMissing(
        &request.category, &request.payment, &request.account, request.kind, request.money.currency)
    }
    for doubt in try ledger.book.doubts(about: request) {
      switch doubt {
      case .longAgo, .farAhead, .groupOfSameName: break  // This was asked above, before anything is offered.
      case .categoryOfOtherKind: try dialogue.confirm(doubt)
      }
    }
    offers += try entryOffers.places(
      &request, isGroupGiven: arguments.has(EntryOptions.group) || quick?.group != nil)
    var entry = Entry(request: request, offers: offers, cadence: try cadence(quick?.cadence))
    if let split = try quick.map({ $0.split }) ?? split(nil) {
      entry.items = try split.items(of: request.money, every: entry.cadence)
    }
    return entry
  }

  /// Returns the split of the line or of the options, or `nil` if the entry has one category.
  private func split(_ entry: QuickEntry?) throws -> EntrySplit? {
    guard let text = arguments[EntryOptions.split] else { return entry?.split }
    guard !arguments.has(EntryOptions.category), entry?.parts.allSatisfy({ $0.field != .category }) ?? true,
      entry?.split == nil
    else {
      throw Failure(.usage, "--split has the categories", advice: "Leave out the other category or the parts")
    }
    return try EntrySplit(text, ledger.vocabulary(currency: currency()))
  }

  /// The currency of amounts that name no other.
  private func currency() throws -> CurrencyCode {
    try arguments[EntryOptions.currency].map { try Values.currency($0) } ?? ledger.settings.currency
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
    let currency = try currency()
    var vocabulary = try ledger.vocabulary(currency: currency)
    vocabulary.date = date ?? vocabulary.date
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
    if let split = try split(entry) {
      entry.split = split
      entry.category = split.category
      entry.money =
        entry.money
        ?? split.total.map { total in
          Money(
            minorUnits: entry.isRefund ? -abs(total.minorUnits) : total.minorUnits, currency: total.currency)
        }
    }
    if let text = arguments[EntryOptions.category] { entry.category = try dialogue.category(text) }
    entry.payment = try payment() ?? entry.payment
    return entry
  }

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
      return try ledger.book.record(entry.request, items: entry.items, opensAccounts: opens)
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
