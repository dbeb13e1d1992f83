internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerScreens

/// Prints an analysis for people (ET-20 … ET-23).
///
/// It has a bar for each bucket and currency, the categories, and the commands for the neighbouring periods.
struct AnalysisText {
  let ledger: OpenLedger
  let kind: TransactionKind
  let period: AnalysisPeriod
  let analysis: Analysis

  private var weeks: WeekRule { ledger.settings.weekRule }

  func print(list: AnalysisList? = nil) throws {
    let heading = "\(name(of: kind)) · \(title)"
    try ledger.invocation.print(ledger.invocation.outputTerminal.styled(heading, .strong))
    try ledger.printFilters(excluding: [Filters.kind, PeriodOptions.month])
    if analysis.count == 0 {
      try ledger.invocation.print(paragraph: try emptiness())
    } else {
      try chart.print()
      try ledger.invocation.print()
      try ledger.invocation.print(try categories())
      try list?.print(label: label)
    }
    let ways = ways()
    if !ways.isEmpty { try ledger.invocation.print([""] + ways) }
  }

  /// Prints the names of the figures above.
  func printNames() throws {
    var names = try FigureNames(ledger, excluding: [Filters.kind])
    let scope = FigureNames.scope(kind, analysis)
    names.add("the whole", scope, analysis.totals)
    for bucket in analysis.buckets where bucket.count > 0 {
      names.add(label(bucket), [kind.rawValue, FigureNames.word(bucket.from...bucket.through)], bucket.totals)
    }
    let categoryNames = try ledger.categoryNames()
    for category in analysis.categories {
      names.add(
        categoryNames[category.category], scope + [FigureNames.word(category: category.category)],
        category.totals)
    }
    try names.print()
  }

  // MARK: Words

  private func name(of kind: TransactionKind) -> String {
    switch kind {
    case .expense: "Expenses"
    case .income: "Income"
    case .transfer: "Transfers"
    }
  }

  private var title: String {
    switch period {
    case .year: "\(name(of: period)) by month"
    case .month: "\(name(of: period)) by week"
    case .week: "\(name(of: period)) by day"
    case .all: "everything by year"
    }
  }

  private func name(of period: AnalysisPeriod) -> String {
    switch period {
    case .year(let year): return "\(year)"
    case .month(let month): return ledger.locale.month(month)
    case .week(_, let week):
      let days = period.span(weeks).map { ledger.locale.dateRange($0.lowerBound, $0.upperBound) } ?? ""
      return "Wk \(padded(week, 2)) (\(days))"
    case .all: return "everything"
    }
  }

  /// Returns the reason why nothing is shown: there is no data, or nothing matches (IE-09).
  private func emptiness() throws -> String {
    let all = try ledger.book.analysis(kind: kind, period: period).count
    guard all > 0 else {
      return "There is no saved \(kind.rawValue)" + (period == .all ? "." : " in \(name(of: period)).")
    }
    return
      "Nothing matches these filters; without them there \(all == 1 ? "is" : "are") \(grouped(Int64(all)))."
  }

  /// Returns the label of a bucket: `June 2026`, `Wk 24 (8–14 Jun)`, `Monday, 8 June 2026`, `2026`.
  private func label(_ bucket: AnalysisBucket) -> String {
    switch period {
    case .year: return ledger.locale.month(bucket.from.civilMonth)
    case .month:
      let week = weeks.week(of: bucket.from).week
      return "Wk \(padded(week, 2)) (\(ledger.locale.dayRange(bucket.from, bucket.through)))"
    case .week: return ledger.locale.longDate(bucket.from)
    case .all: return "\(bucket.from.year)"
    }
  }

  // MARK: Bars

  private var chart: BarChart {
    BarChart(
      ledger: ledger,
      lines: analysis.buckets.map {
        BarChart.Line(label: label($0), count: $0.count, totals: $0.totals, tooLarge: $0.tooLarge)
      },
      sum: BarChart.Line(
        label: "in all", count: analysis.count, totals: analysis.totals, tooLarge: analysis.tooLarge))
  }

  // MARK: Categories and neighbours

  private func categories() throws -> TextTable {
    var table = TextTable([.name(shrinksTo: 12), .right(), .right(minimum: 12)], indent: 2)
    table.span(.init("By category", .quiet))
    let names = try ledger.categoryNames()
    for category in analysis.categories {
      for (index, total) in ledger.totals(category.totals, category.tooLarge).enumerated() {
        let name = names[category.category]
        table.row(
          index == 0
            ? [.init(name), .init(counted(category.count, "receipt")), .init(total)] : ["", "", .init(total)])
      }
    }
    return table
  }

  private func ways() -> [String] {
    var lines: [String] = []
    if let previous = period.previous(weeks) {
      lines.append("Before: \(name(of: previous)), \(option(previous))")
    }
    if let next = period.next(weeks) { lines.append("After: \(name(of: next)), \(option(next))") }
    let today = ledger.book.today
    if let span = period.span(weeks), !span.contains(today) {
      lines.append("Today: \(unit) today")
    }
    return lines
  }

  private var unit: String {
    switch period {
    case .year: "--year"
    case .month: "--month"
    case .week: "--week"
    case .all: "--all"
    }
  }

  private func option(_ period: AnalysisPeriod) -> String {
    switch period {
    case .year(let year): "--year \(padded(year, 4))"
    case .month(let month): "--month \(padded(month.year, 4))-\(padded(month.month, 2))"
    case .week(let year, let week): "--week \(padded(year, 4))-W\(padded(week, 2))"
    case .all: "--all"
    }
  }
}
