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
  static let flag = Option.value("flag", "FLAG", "Only with these flags", repeats: true, choices: shownFlags)
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

  private static let shownFlags = ["paid", "unpaid", "reimbursed", "unreimbursed"]

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
    let arguments = ledger.arguments
    var filter = TransactionFilter()
    filter.kinds = Set(arguments.all(kind).compactMap { TransactionKind(rawValue: $0) })
    filter.groups = Set(try arguments.all(group).map { try ledger.livingGroup(orUnfiled: $0) })
    filter.categories = Set(try arguments.all(category).map { try ledger.book.resolveUsedCategory($0) })
    filter.payments = Set(try arguments.all(payment).map { try ledger.payment($0) })
    filter.anyTags = try ledger.book.resolveUsedTags(arguments.all(tag))
    filter.otherTags = try ledger.book.resolveUsedTags(arguments.all(anyTag))
    filter.flags = Set(arguments.all(flag).compactMap { FlagSetting(rawValue: $0) })
    filter.rules = Set(try arguments.all(rule).map { try ledger.book.resolveRule($0) })
    for name in arguments.all(account) { filter.accounts.formUnion(try ledger.book.resolveUsedAccount(name)) }
    for words in arguments.all(vendor) { filter.vendors.formUnion(try ledger.book.resolveUsedVendors(words)) }
    filter.hasPhoto = arguments[hasPhoto].map { $0 == "yes" }
    filter.isCleared = arguments[cleared].map { $0 == "yes" }
    filter.text = arguments[text]
    if let text = filter.text { filter.named = try ledger.book.named(by: text) }
    filter.from = try arguments[from].map { try Values.date($0, ledger) }
    filter.through = try arguments[through].map { try Values.date($0, ledger) }
    if withPeriods, let span = try PeriodOptions.span(ledger) {
      filter.from = max(filter.from ?? span.lowerBound, span.lowerBound)
      filter.through = min(filter.through ?? span.upperBound, span.upperBound)
    }
    filter.minimum = try arguments[minimum].map { try ledger.bound($0) }
    filter.maximum = try arguments[maximum].map { try ledger.bound($0) }
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
    guard arguments.has(.ids) else { return nil }
    let words = try Filters.all.filter { option in !hidden.contains { $0 == option } }.flatMap { option in
      try arguments.all(option).map { value in
        guard option == Filters.group else { return "\(option.name):\(value)" }
        return "\(option.name):\(try FigureNames.word(group(orUnfiled: value), notation))"
      }
    }
    return FigureNames(notation, filters: words)
  }

  /// Returns a group by name or id, `nil` for Unfiled.
  func group(orUnfiled text: String) throws -> GroupID? {
    if text.lowercased() == GroupState.reservedName.lowercased() { return nil }
    return try book.resolveGroup(text)
  }

  /// Returns a group to file into or to filter by, by name or id, `nil` for Unfiled. A deleted one is refused.
  func livingGroup(orUnfiled text: String) throws -> GroupID? {
    guard let id = try group(orUnfiled: text) else { return nil }
    if let row = try book.groupRow(id), row.isDeleted { throw try deleted(row) }
    return id
  }

  /// Returns the refusal of a deleted group, with when it was deleted and how it comes back.
  private func deleted(_ row: GroupRow) throws -> Failure {
    let deletion = try book.events(of: row.id.stream).last { $0.type == EventType.groupDeleted.rawValue }
    let day = deletion.flatMap { event in
      CivilDate(iso: String(localTime(milliseconds: event.recordedAtMilliseconds).prefix(10)))
    }
    let on = day.map { " on \(locale.date($0))" } ?? ""
    return Failure(
      .no, "the group \(row.name) was deleted\(on)",
      advice: "Restore it with: events group restore \(try notation.short(row.id))")
  }

  /// Returns an amount to compare others with, in the currency written with it or in any currency.
  func bound(_ text: String) throws -> AmountBound {
    let isOfItsCurrency = text.unicodeScalars.contains { scalar in
      scalar.properties.isAlphabetic || scalar.properties.generalCategory == .currencySymbol
    }
    let refusal: AmountError
    do throws(AmountError) {
      let amount = try AmountParser.parse(text, defaultCurrency: settings.currency, locale: locale)
      return AmountBound(amount, isOfItsCurrency: isOfItsCurrency)
    } catch {
      refusal = error
    }
    guard !isOfItsCurrency, let amount = try finerAmount(text, refusal) else {
      throw Failure(refusal.refusal(in: locale))
    }
    return AmountBound(amount, isOfItsCurrency: false)
  }

  /// Reads a decimal with more digits than the ledger's own currency has.
  ///
  /// The ledger must have amounts in a currency with as many digits. The result is `nil` if it has not.
  private func finerAmount(_ text: String, _ refusal: AmountError) throws -> Money? {
    switch refusal {
    case .ambiguous, .tooManyDigits: break
    case .empty, .notANumber, .overflow, .unknownCurrency, .unknownSign, .ambiguousSign, .otherCurrency:
      return nil
    }
    func digits(_ currency: CurrencyCode) -> Int { currency.minorUnitDigits ?? 0 }
    let finer = try book.currencies().filter { digits($0) > digits(settings.currency) }
    for currency in finer.sorted(by: { (digits($0), $0) < (digits($1), $1) }) {
      if let units = try? AmountParser.minorUnits(text, currency: currency, locale: locale) {
        return Money(minorUnits: units, currency: currency)
      }
    }
    return nil
  }
}

extension Option {
  /// The option of commands that show totals.
  static let ids = flag("ids", "Print the name of every total, for why and bisect")
}
