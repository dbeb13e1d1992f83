internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// The name of a figure, as `--ids` prints it and `why` and `bisect` accept it:
///
/// ```
/// group 3f2a1b9c EUR
/// expense 2026-06 category:food EUR
/// receipts 2026-06-01..2026-06-14 tag:trip EUR
/// ```
///
/// It begins with what is summed: `group G`, `expense`, `income`, `transfer`, or `receipts` for the net of all. A
/// stretch of time, filters as `name:value`, and the currency follow.
struct FigureName {
  let measure: AskedFigure.Measure
  let filter: TransactionFilter
  let isWithoutCategory: Bool
  /// The currency, or `nil` if the name has no currency.
  let currency: CurrencyCode?

  /// The grammar of names, for a person.
  static let grammar =
    "A figure is named by what is summed, a time, filters and the currency: “group Berlin EUR” or "
    + "“expense 2026-06 category:food EUR”. What is summed is group G, expense, income, transfer, or "
    + "receipts for the net of all. The time is a year, month, week, day, FROM..THROUGH or all. A filter is "
    + "name:value, such as category:food or `tag:\"long trip\"`. “category:” alone means without a "
    + "category. --ids on groups, group show, receipts and analysis prints such names. “balance Checking” "
    + "is the balance of an account. “budget 2026-06 food EUR available” and “to-budget 2026-06 EUR” are "
    + "figures of a budget."

  static func parse(words: [String], _ ledger: OpenLedger) throws -> FigureName {
    guard let scope = words.first else { throw wrong("a figure is missing") }
    var rest = Array(words.dropFirst())
    var group: GroupID??
    let measure: AskedFigure.Measure
    if let kind = TransactionKind(rawValue: scope) {
      measure = .kind(kind)
    } else if scope == "receipts" {
      measure = .net
    } else if scope == "group" {
      measure = .net
      group = .some(try takeName(&rest, "group") { try ledger.group(orUnfiled: $0) })
    } else if scope == "balance" {
      let account = try takeName(&rest, "account") { try ledger.book.resolveAccount($0) }
      return try balance(of: account, rest, ledger)
    } else {
      throw wrong(
        "“\(scope)” is not what a figure begins with",
        nearest(to: scope, among: ["group", "receipts", "balance"] + TransactionKind.allCases.map(\.rawValue)))
    }
    var currency: CurrencyCode?
    var span: ClosedRange<CivilDate>?
    var options: [String: [String]] = [:]
    var isWithoutCategory = false
    for word in rest {
      if let (option, value) = filter(word) {
        if option == Filters.category, value.isEmpty {
          isWithoutCategory = true
        } else {
          guard option.repeats || options[option.name] == nil else {
            throw wrong("\(option.name): is named twice")
          }
          options[option.name, default: []].append(try checked(value, option))
        }
      } else if word.utf8.count == 3, word.utf8.allSatisfy({ (0x41...0x5a).contains($0) }) {
        guard currency == nil else { throw wrong("two currencies are named") }
        currency = try Values.currency(word)
      } else if let found = try period(word, ledger) {
        guard span == nil else { throw wrong("two stretches of time are named") }
        span = found
      } else {
        throw wrong("“\(word)” is neither a time, a filter nor a currency")
      }
    }
    if case .kind = measure, options[Filters.kind.name] != nil {
      throw wrong("“\(scope)” is a kind already; receipts with kind: is the net of several")
    }
    guard !isWithoutCategory || options[Filters.category.name] == nil else {
      throw wrong("category: alone means those without a category, and stands for itself")
    }
    var filter = try Filters.parse(ledger.asked(options))
    if let group {
      guard filter.groups.isEmpty else { throw wrong("two groups are named") }
      filter.groups = [group]
    }
    if let span {
      filter.from = max(filter.from ?? span.lowerBound, span.lowerBound)
      filter.through = min(filter.through ?? span.upperBound, span.upperBound)
    }
    // A day in the name is the day as of which the figure is.
    let named = options[Filters.through.name] == nil ? nil : filter.through
    filter.asOf = named ?? ledger.book.day
    if group != nil, span == nil { filter.through = nil }
    return FigureName(
      measure: measure, filter: filter, isWithoutCategory: isWithoutCategory, currency: currency)
  }

  /// Returns the figure, in the named currency or the only one that occurs.
  func figure(_ ledger: OpenLedger, in other: CurrencyCode? = nil) throws -> AskedFigure {
    let currency = try currency ?? other ?? onlyCurrency(ledger)
    return AskedFigure(measure, of: filter, isWithoutCategory: isWithoutCategory, in: currency)
  }

  private func onlyCurrency(_ ledger: OpenLedger) throws -> CurrencyCode {
    let found = try AskedFigure.currencies(measure, of: filter, in: ledger.book)
    guard found.count > 1 else { return found.first ?? ledger.settings.currency }
    throw Failure.usage(
      "there are totals in \(found.count) currencies; choose one: \(alternatives(found.map(\.code)))",
      command: "why")
  }

  // MARK: Words

  /// Takes a name, which may have several words. The longest name that exists is taken.
  private static func takeName<Found>(
    _ rest: inout [String], _ what: String, _ find: (String) throws -> Found
  ) throws -> Found {
    guard let first = rest.first else { throw wrong("the \(what) is missing") }
    for count in (1...rest.count).reversed() {
      do {
        let found = try find(rest[..<count].joined(separator: " "))
        rest.removeFirst(count)
        return found
      } catch BookError.unknown {
      }
    }
    throw BookError.unknown(what: what, text: first)
  }

  /// Returns the balance of an account, which has no times and no filters.
  private static func balance(
    of account: AccountSummary, _ rest: [String], _ ledger: OpenLedger
  ) throws -> FigureName {
    guard rest.count < 2 else { throw wrong("a balance takes an account and a currency only") }
    var filter = TransactionFilter()
    filter.accounts = try ledger.book.resolveUsedAccount(account.key)
    filter.asOf = ledger.book.day
    return FigureName(
      measure: .balance(account.key), filter: filter, isWithoutCategory: false,
      currency: try rest.first.map { try Values.currency($0) } ?? account.currency)
  }

  private static func filter(_ word: String) -> (Option, String)? {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let name = word[..<colon]
    return Filters.all.first { $0.name == name }.map { ($0, String(word[word.index(after: colon)...])) }
  }

  private static func checked(_ value: String, _ option: Option) throws(Failure) -> String {
    if option.choices.isEmpty || option.choices.contains(value) { return value }
    throw wrong(
      "\(option.name): takes \(alternatives(option.choices)), not “\(value)”",
      nearest(to: value, among: option.choices)
    )
  }

  /// Returns the dates of `all`, `2026`, `2026-06`, `2026-W24`, `2026-06-14` or `2026-06-01..2026-06-14`.
  ///
  /// `nil` for any other text.
  private static func period(_ word: String, _ ledger: OpenLedger) throws(Failure) -> ClosedRange<CivilDate>? {
    if word == "all" { return CivilDate.first...CivilDate.last }
    if let date = CivilDate(iso: word) { return date...date }
    if let month = CivilMonth(iso: word) { return month.first...month.last }
    let weeks = ledger.settings.weekRule
    if let year = PeriodWords.year(word) { return AnalysisPeriod.year(year).span(weeks) }
    if let dots = word.firstRange(of: "..") {
      guard let from = CivilDate(iso: String(word[..<dots.lowerBound])),
        let through = CivilDate(iso: String(word[dots.upperBound...]))
      else { throw wrong("“\(word)” is not FROM..THROUGH, two dates") }
      guard from <= through else { throw wrong("“\(word)” ends before it begins") }
      return from...through
    }
    guard let period = PeriodWords.week(word), case .week(let year, let week) = period else { return nil }
    guard let span = period.span(weeks) else { throw wrong("there is no week \(week) in \(year)") }
    return span
  }

  private static func wrong(_ message: String, _ near: String? = nil) -> Failure {
    Failure(
      .dataError, message,
      advice: (near.map { ["Did you mean “\($0)”?"] } ?? [])
        + [
          "A figure is named like this: group Berlin EUR, expense 2026-06 category:food EUR",
          "More: events help why",
        ])
  }
}

extension OpenLedger {
  /// Returns the ledger, asked with these options alone.
  fileprivate func asked(_ options: [String: [String]]) -> OpenLedger {
    var arguments = Arguments()
    for (name, values) in options.sorted(by: { $0.key < $1.key }) {
      for value in values { arguments.add(name, value) }
    }
    return OpenLedger(book: book, invocation: invocation.with(arguments), settings: settings)
  }
}

/// Returns the words of a figure or a condition as a person typed it.
func typedWords(_ text: String) throws(Failure) -> [String] {
  guard let words = FigureWords.split(text) else {
    throw Failure(.dataError, "a quotation mark is not closed in “\(text)”")
  }
  return words
}
