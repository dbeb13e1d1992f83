internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

private enum Options {
  static let kind = Option.value(
    "kind", "KIND", "What to sum", choices: TransactionKind.allCases.map(\.rawValue))
  static let year = Option.value("year", "Y", "A year, by month: 2026")
  static let month = Option.value("month", "Y-M", "A month, by week: 2026-06")
  static let week = Option.value("week", "Y-Www", "A week, by day: 2026-W24")
  static let all = Option.flag("all", "All years")
  static let list = Option.flag("list", "List the receipts of each period, too")
  static let periods = [year, month, week, all, PeriodOptions.lastMonth, PeriodOptions.thisYear]
}

extension Command {
  static let analysis = Command(
    path: ["analysis"], section: .look,
    summary: "Show spending, income or transfers over a year, month or week",
    options: [Options.kind] + Options.periods + [Options.list, .names, .ids]
      + Filters.all.filter { $0 != Filters.kind },
    shared: Option.looking,
    run: { invocation in
      let kind = invocation.arguments[Options.kind].flatMap { TransactionKind(rawValue: $0) } ?? .expense
      let given = Options.periods.filter { invocation.arguments.has($0) }
      guard given.count <= 1 else {
        throw Failure.usage(
          "“analysis” takes one of \(alternatives(Options.periods.map(\.shown)))", command: "analysis")
      }
      return try invocation.withLedger { try analyze(kind, $0.throughDay()) }
    })

  private static func analyze(_ kind: TransactionKind, _ ledger: OpenLedger) throws -> ExitCode {
    let period = try period(ledger)
    let filter = try ledger.filterOfFigures(withPeriods: false)
    let analysis = try ledger.book.analysis(kind: kind, period: period, filter: filter)
    return try ledger.show(
      AnalysisAnswer(
        analysis, kind, period, filter,
        filters: ledger.activeFilters(excluding: [Filters.kind, PeriodOptions.month]),
        hasList: ledger.arguments.has(Options.list),
        names: try ledger.figureNames(excluding: [Filters.kind])))
  }

  private static func period(_ ledger: OpenLedger) throws(Failure) -> AnalysisPeriod {
    let arguments = ledger.arguments
    let today = ledger.book.today
    if let text = arguments[Options.year] {
      if text == "today" { return .year(today.year) }
      guard let year = PeriodWords.year(text) else {
        throw Failure(.dataError, "“\(text)” is not a year", advice: "Write it with four digits: 2026")
      }
      return .year(year)
    }
    if let text = arguments[Options.month] {
      return .month(try Values.month(text, ledger))
    }
    if arguments.has(PeriodOptions.lastMonth) { return .month(ledger.book.day.civilMonth.previous) }
    if arguments.has(Options.all) { return .all }
    guard let text = arguments[Options.week] else { return .year(ledger.book.day.year) }
    if text == "today" {
      let (year, week) = ledger.settings.weekRule.week(of: today)
      return .week(year: year, week: week)
    }
    guard let period = PeriodWords.week(text), case .week(let year, let week) = period else {
      throw Failure(.dataError, "“\(text)” is not a week", advice: "Write it as year and number: 2026-W24")
    }
    guard period.span(ledger.settings.weekRule) != nil else {
      let last = ledger.settings.weekRule.weekCount(year: year)
      throw Failure(.dataError, "\(year) has no week \(week)", advice: "Its weeks are W01 to W\(last)")
    }
    return period
  }
}
