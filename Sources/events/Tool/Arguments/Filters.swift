internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// The filters of every list. A repeated filter means "or", different filters mean "and".
enum Filters {
  static let kind = Option.value(
    "kind", "KIND", "Only these kinds", repeats: true, choices: TransactionKind.allCases.map(\.rawValue))
  static let group = Option.value("group", "G", "Only in these groups, or Unfiled", repeats: true)
  static let category = Option.value("category", "KEY", "Only these categories", repeats: true)
  static let payment = Option.value(
    "payment", "HOW", "Only this payment", repeats: true, choices: PaymentMethod.allCases.map(\.rawValue),
    takesOthers: true)
  static let tag = Option.value("tag", "TAG", "Only with one of these tags", repeats: true)
  static let anyTag = Option.value(
    "any-tag", "TAG", "Only with one of these tags, in addition to --tag", repeats: true)
  static let flag = Option.value(
    "flag", "FLAG", "Only with these flags", repeats: true, choices: FilterName.flag.choices)
  static let rule = Option.value("rule", "R", "Only transactions of these rules", repeats: true)
  static let account = Option.value("account", "NAME", "Only these accounts", repeats: true)
  static let vendor = Option.value("vendor", "WORDS", "Only with these words in the vendor", repeats: true)
  static let hasPhoto = Option.value(
    "has-photo", "yes|no", "Only with, or only without a scan or photo", choices: ["yes", "no"])
  static let cleared = Option.value(
    "cleared", "yes|no", "Only cleared, or only uncleared receipts", choices: ["yes", "no"])
  static let text = Option.value(
    "text", "WORDS", "Only with this in vendor, note, tag, category or group, or as the amount")
  static let from = Option.value("from", "DATE", "Only from this date on")
  static let through = Option.value("through", "DATE", "Only up to this date")
  static let minimum = Option.value("min", "AMOUNT", "Only this amount or more")
  static let maximum = Option.value("max", "AMOUNT", "Only this amount or less")

  static let all: [Option] = [
    kind, group, category, payment, tag, anyTag, flag, rule, account, vendor, hasPhoto, cleared, text, from,
    through,
    minimum, maximum,
  ]

  /// The filters of lists, which have short forms for stretches of time.
  static let listed = all + PeriodOptions.all

  /// Whether any filter was given.
  static func areGiven(_ arguments: Arguments) -> Bool { listed.contains { arguments.has($0) } }

  /// The paragraph in the help of every command with filters.
  static let explanation =
    "Repeating a filter means or, and different filters mean and: --tag a --tag b matches a or b, --tag a "
    + "--any-tag b both. --min and --max compare the number of an amount in every currency: --min 50 is "
    + "from €50.00, US$50.00 and ¥50. With a currency, as in `--min \"50 EUR\"`, amounts in others are left "
    + "out. --text ignores case and accents."

  /// Returns the given filters in words, such as `category food or hotel`.
  static func active(_ arguments: Arguments, excluding hidden: [Option] = []) -> [String] {
    listed.filter { !hidden.contains($0) }.compactMap { option in
      let values = arguments.all(option)
      if option.value == nil { return values.isEmpty ? nil : option.name }
      return values.isEmpty ? nil : "\(option.name) \(alternatives(values))"
    }
  }

  /// Returns the filter of the given options.
  ///
  /// - Parameters:
  ///   - ledger: The ledger with the command's options.
  ///   - withPeriods: Whether the options of `PeriodOptions` are filters. If not, the command has its own.
  static func parse(_ ledger: OpenLedger, withPeriods: Bool = true) throws -> TransactionFilter {
    let given = FilterName.allCases.map { name in
      (name, all.first { $0.name == name.rawValue }.map { ledger.arguments.all($0) } ?? [])
    }
    var filter = try ledger.book.filter(Dictionary(uniqueKeysWithValues: given), ledger.settings)
    if withPeriods, let span = try PeriodOptions.span(ledger) {
      filter.from = max(filter.from ?? span.lowerBound, span.lowerBound)
      filter.through = min(filter.through ?? span.upperBound, span.upperBound)
    }
    return filter
  }
}

/// The stretches of time that every list takes by name.
enum PeriodOptions {
  static let month = Option.value("month", "MONTH", "Only this month: 2026-06, october, last")
  static let thisMonth = Option.flag("this-month", "Only the current month")
  static let lastMonth = Option.flag("last-month", "Only the last month")
  static let thisYear = Option.flag("this-year", "Only the current year")
  static let lastYear = Option.flag("last-year", "Only the last year")

  static let all = [month, thisMonth, lastMonth, thisYear, lastYear]

  /// Returns the days of the stretch that was asked for, or `nil` if no option names one.
  static func span(_ ledger: OpenLedger) throws(Failure) -> ClosedRange<CivilDate>? {
    let given = all.filter { ledger.arguments.has($0) }
    if given.count > 1 {
      throw Failure.usage("\(listed(given.map { "--\($0.name)" })) ask for different times; give one of them")
    }
    let today = ledger.book.today
    switch given.first {
    case thisMonth: return span(of: today.civilMonth)
    case lastMonth: return span(of: today.civilMonth.previous)
    case thisYear: return span(ofYear: today.year)
    case lastYear: return span(ofYear: today.year - 1)
    case month: return span(of: try Values.month(ledger.arguments[month] ?? "", ledger))
    case _: return nil
    }
  }

  private static func span(of month: CivilMonth) -> ClosedRange<CivilDate> { month.first...month.last }

  private static func span(ofYear year: Int) -> ClosedRange<CivilDate>? {
    guard let first = CivilMonth(year: year, month: 1), let last = CivilMonth(year: year, month: 12) else {
      return nil
    }
    return first.first...last.last
  }
}

extension OpenLedger {
  /// The words of the active filters (IE-09).
  func activeFilters(excluding hidden: [Option] = []) -> [String] {
    Filters.active(arguments, excluding: hidden)
  }

  /// Returns the names of figures if the person asked for them.
  ///
  /// - Parameter hidden: The filters that the name contains in another form.
  func figureNames(excluding hidden: [Option] = []) throws -> FigureNames? {
    guard namesFigures else { return nil }
    let words = try Filters.all.filter { option in !hidden.contains { $0 == option } }.flatMap { option in
      try arguments.all(option).map { value in
        guard option == Filters.group else { return "\(option.name):\(value)" }
        return "\(option.name):\(try FigureNames.word(group(orUnfiled: value), notation))"
      }
    }
    return FigureNames(notation, filters: words)
  }

  /// Returns a group by name or id, `nil` for Unfiled.
  func group(orUnfiled text: String) throws -> GroupID? { try book.resolveGroup(orUnfiled: text) }

  /// Returns a group to file into or to filter by, by name or id, `nil` for Unfiled. A deleted one is refused.
  func livingGroup(orUnfiled text: String) throws -> GroupID? { try book.resolveLivingGroup(text, locale) }
}

extension Option {
  /// The option of commands that show figures.
  static let names = flag("names", "Print the name of every figure, for why and bisect")
  /// Another spelling, for a list whose `--names` are other ones.
  static let ids = flag("ids", "Print the name of every figure, for why and bisect, as --names elsewhere")
}
