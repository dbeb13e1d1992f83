internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// What a person entered, as it will be recorded, with what was offered because it was used last.
struct Entry {
  var request: RecordRequest
  /// `cash`, `account Giro`: taken from the entries before.
  var offered: [String] = []
}

/// Understands an entry: a line of words, with the options beside it put over it.
struct EntryReader {
  let ledger: OpenLedger

  private var arguments: Arguments { ledger.arguments }
  /// Whether what was used last stands in where nothing is given.
  private var offers: Bool { arguments.has(EntryOptions.last) || ledger.invocation.canAsk }

  /// The entry of a line; of the options alone where it is empty.
  ///
  /// - Parameter date: the date where none is given; nil: today.
  func entry(_ line: String, date: CivilDate? = nil) throws -> Entry {
    var quick: QuickEntry?
    var offered: [String] = []
    if !line.isEmpty {
      var understood = try self.quick(line, date: date)
      if understood.payment == nil, let payment = try payment(for: understood.kind) {
        understood.payment = payment
        offered.append(payment.rawValue)
      }
      if understood.category == nil, understood.kind != .transfer, understood.money != nil {
        understood.category = try askForCategory()
      }
      try check(understood)
      quick = understood
    }
    var entry = Entry(request: try request(quick), offered: offered)
    if entry.request.payment == nil, let payment = try payment(for: entry.request.kind) {
      entry.request.payment = payment
      entry.offered.append(payment.rawValue)
    }
    if entry.request.account == nil, offers,
      let account = try ledger.book.lastUsed(entry.request.kind).account
    {
      entry.request.account = account
      entry.offered.append("account \(account)")
    }
    return entry
  }

  /// A line taken apart.
  func quick(_ line: String, date: CivilDate? = nil) throws -> QuickEntry {
    var currency = ledger.settings.currency
    if let text = arguments[EntryOptions.currency] { currency = try Values.currency(text) }
    let vocabulary = QuickEntry.Vocabulary(
      today: ledger.book.today, categories: try ledger.book.categories(), currency: currency,
      locale: ledger.locale, date: date)
    var entry = QuickEntry(line, vocabulary)
    if let text = arguments[EntryOptions.amount] {
      entry.money = try Values.amount(sum: text, currency, ledger.locale)
    }
    if let code = arguments[EntryOptions.currency], let money = entry.money, money.currency != currency {
      throw Failure(
        .usage, "the line says \(money.currency.code) and --currency says \(code); leave one of them out")
    }
    // In a series --date is where it begins; alone it stands over the line.
    if date == nil, let text = arguments[EntryOptions.date] { entry.date = try Values.date(text) }
    if let text = arguments[EntryOptions.kind], let kind = TransactionKind(rawValue: text) { entry.kind = kind }
    entry.vendor = arguments[EntryOptions.vendor] ?? entry.vendor
    entry.category = arguments[EntryOptions.category] ?? entry.category
    if let text = arguments[EntryOptions.payment] { entry.payment = PaymentMethod(rawValue: text) }
    return entry
  }

  private func payment(for kind: TransactionKind) throws -> PaymentMethod? {
    offers && kind == .expense ? try ledger.book.lastUsed(kind).payment : nil
  }

  /// Where somebody is there to say it.
  private func askForCategory() throws -> String? {
    guard ledger.invocation.canAsk else { return nil }
    let keys = try ledger.book.categories().filter(\.isActive).map(\.key)
    guard let answer = try ledger.invocation.ask("Category (\(visible(keys.joined(separator: " "))))"),
      !answer.isEmpty
    else { return nil }
    return answer
  }

  private func request(_ entry: QuickEntry?) throws -> RecordRequest {
    var request: RecordRequest
    if let entry, let money = entry.money {
      request = RecordRequest(
        kind: entry.kind, money: money, date: entry.date, vendor: entry.vendor, category: entry.category,
        payment: entry.payment, tags: entry.tags)
    } else {
      guard let typed = arguments[EntryOptions.amount] else {
        throw Failure.usage("'add' needs --amount AMOUNT, or a LINE of words", command: "add")
      }
      request = RecordRequest(
        money: try amount(typed),
        date: try arguments[EntryOptions.date].map { (text) throws(Failure) in try Values.date(text) }
          ?? ledger.book.today)
      request.kind = arguments[EntryOptions.kind].flatMap { TransactionKind(rawValue: $0) } ?? .expense
      request.vendor = arguments[EntryOptions.vendor]
      request.category = arguments[EntryOptions.category]
      request.payment = arguments[EntryOptions.payment].flatMap { PaymentMethod(rawValue: $0) }
    }
    request.group = try arguments[EntryOptions.group].flatMap { try ledger.group(orUnfiled: $0) }
    request.note = arguments[EntryOptions.note]
    request.account = arguments[EntryOptions.account]
    request.tags += list(arguments.all(EntryOptions.tags))
    request.flags = try list(arguments.all(EntryOptions.flags)).map { (text) throws(Failure) in
      try Values.choice(text, "flag", FlagSetting.self)
    }
    return request
  }

  /// `--amount`, whose own currency has to be that of `--currency` where both are there.
  private func amount(_ text: String) throws -> Money {
    guard let code = arguments[EntryOptions.currency] else {
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
  private func list(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { String($0) } }
  }
}

// MARK: - What was understood, in words

extension EntryReader {
  func words(_ entry: Entry) throws -> String {
    let request = entry.request
    let group = try request.group.map { try ledger.book.group($0).name }
    let understood = words([
      request.kind.rawValue, ledger.words(request.money), ledger.locale.longDate(request.date),
      request.category,
      request.payment?.rawValue, request.vendor.map { "vendor \($0)" }, group.map { "in \($0)" },
      request.note.map { "note \($0)" }, request.account.map { "account \($0)" },
      request.tags.isEmpty ? nil : request.tags.map { "#\($0)" }.joined(separator: " "),
      request.flags.isEmpty ? nil : request.flags.map(\.rawValue).joined(separator: " "),
    ])
    return entry.offered.isEmpty ? understood : "\(understood) (\(visible(listed(entry.offered))) as last time)"
  }

  /// Refuses what lacks something, with what was understood (CHECKLIST IE-14).
  private func check(_ entry: QuickEntry) throws(Failure) {
    var missing: [String] = []
    if entry.money == nil { missing.append("the amount") }
    if entry.category == nil, entry.kind != .transfer { missing.append("the category") }
    if entry.payment == nil, entry.kind == .expense { missing.append("the payment") }
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
