internal import LedgerAudit
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// The name of a figure, as `--ids` prints it and `why` and `bisect` take it:
///
///     group 3f2a1b9c EUR
///     expense 2026-06 category:food EUR
///     receipts 2026-06-01..2026-06-14 tag:trip EUR
///
/// What is summed (`group G`, `expense`, `income`, `transfer`, or `receipts` for the net of any), a stretch of time, any
/// of the filters as `name:value`, and the currency.
struct FigureName {
  let measure: AskedFigure.Measure
  let filter: TransactionFilter
  let isWithoutCategory: Bool
  /// Nil: not said.
  let currency: Currency?

  /// What may be said, for a person.
  static let grammar =
    "A figure is named by what is summed (group G, expense, income, transfer, or receipts for the net of all), a year, "
    + "month, week, day, FROM..THROUGH or all, any filter as name:value (category:food, tag:\"long trip\"; category: alone "
    + "is none), and the currency: 'group Berlin EUR', 'expense 2026-06 category:food EUR'. --ids on groups, group show, "
    + "receipts and analysis prints such names."

  static func parse(_ text: String, _ ledger: OpenLedger) throws -> FigureName {
    try parse(words: try FigureWords.split(text), ledger)
  }

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
      group = .some(try takeGroup(&rest, ledger))
    } else {
      throw wrong(
        "'\(scope)' is not what a figure begins with",
        nearest(to: scope, among: ["group", "receipts"] + TransactionKind.allCases.map(\.rawValue)))
    }
    var currency: Currency?
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
        throw wrong("'\(word)' is neither a time, a filter nor a currency")
      }
    }
    if case .kind = measure, options[Filters.kind.name] != nil {
      throw wrong("'\(scope)' is a kind already; receipts with kind: is the net of several")
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
    return FigureName(
      measure: measure, filter: filter, isWithoutCategory: isWithoutCategory, currency: currency)
  }

  /// The figure, in the currency that was said, or the only one there is.
  func figure(_ ledger: OpenLedger, in other: Currency? = nil) throws -> AskedFigure {
    let currency = try currency ?? other ?? onlyCurrency(ledger)
    return AskedFigure(measure, of: filter, isWithoutCategory: isWithoutCategory, in: currency)
  }

  private func onlyCurrency(_ ledger: OpenLedger) throws -> Currency {
    let found = try AskedFigure.currencies(measure, of: filter, in: ledger.book)
    guard found.count > 1 else { return found.first ?? ledger.settings.currency }
    throw Failure.usage(
      "that is summed in \(found.count) currencies; say which: \(alternatives(found.map(\.code)))",
      command: "why")
  }

  // MARK: Words

  /// The group's name may have several words: the longest that is one counts.
  private static func takeGroup(_ rest: inout [String], _ ledger: OpenLedger) throws -> GroupID? {
    guard let first = rest.first else { throw wrong("the group is missing") }
    for count in (1...rest.count).reversed() {
      let name = rest[..<count].joined(separator: " ")
      do {
        let group = try ledger.group(orUnfiled: name)
        rest.removeFirst(count)
        return group
      } catch BookError.unknown {
      } catch BookError.notAName {
      }
    }
    throw BookError.unknown(what: "group", text: first)
  }

  private static func filter(_ word: String) -> (Option, String)? {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let name = word[..<colon]
    return Filters.all.first { $0.name == name }.map { ($0, String(word[word.index(after: colon)...])) }
  }

  private static func checked(_ value: String, _ option: Option) throws(Failure) -> String {
    if option.choices.isEmpty || option.choices.contains(value) { return value }
    throw wrong(
      "\(option.name): takes \(alternatives(option.choices)), not '\(value)'",
      nearest(to: value, among: option.choices)
    )
  }

  /// `all`, `2026`, `2026-06`, `2026-W24`, `2026-06-14`, `2026-06-01..2026-06-14`; nil for what is no time.
  private static func period(_ word: String, _ ledger: OpenLedger) throws(Failure) -> ClosedRange<CivilDate>? {
    if word == "all" { return CivilDate.first...CivilDate.last }
    if let date = CivilDate(iso: word) { return date...date }
    if let month = CivilMonth(iso: word) { return month.first...month.last }
    let weeks = ledger.settings.weekRule
    if let year = PeriodWords.year(word) { return AnalysisPeriod.year(year).span(weeks) }
    if let dots = word.firstRange(of: "..") {
      guard let from = CivilDate(iso: String(word[..<dots.lowerBound])),
        let through = CivilDate(iso: String(word[dots.upperBound...]))
      else { throw wrong("'\(word)' is not FROM..THROUGH, two dates") }
      guard from <= through else { throw wrong("'\(word)' ends before it begins") }
      return from...through
    }
    guard let period = PeriodWords.week(word), case .week(let year, let week) = period else { return nil }
    guard let span = period.span(weeks) else { throw wrong("there is no week \(week) in \(year)") }
    return span
  }

  private static func wrong(_ message: String, _ near: String? = nil) -> Failure {
    Failure(
      .dataError, message,
      advice: (near.map { ["Did you mean '\($0)'?"] } ?? [])
        + [
          "A figure is named like this: group Berlin EUR, expense 2026-06 category:food EUR",
          "More: events help why",
        ])
  }
}

extension OpenLedger {
  /// The same ledger, asked with these options alone.
  fileprivate func asked(_ options: [String: [String]]) -> OpenLedger {
    var arguments = Arguments()
    for (name, values) in options.sorted(by: { $0.key < $1.key }) {
      for value in values { arguments.add(name, value) }
    }
    return OpenLedger(book: book, invocation: invocation.with(arguments), settings: settings)
  }
}
