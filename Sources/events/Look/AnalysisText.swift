internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// Prints an analysis for people (ET-20 … ET-23).
///
/// It has a bar for each bucket and currency, the categories, and the commands for the neighbouring periods.
struct AnalysisText {
  let ledger: OpenLedger
  let kind: TransactionKind
  let period: AnalysisPeriod
  let analysis: Analysis

  private var weeks: WeekRule { ledger.settings.weekRule }
  private var terminal: Terminal { ledger.invocation.outputTerminal }

  func print(list: AnalysisList? = nil) throws {
    try ledger.invocation.print(terminal.styled("\(name(of: kind)) · \(title)", .strong))
    try ledger.printFilters(besides: [Filters.kind, PeriodOptions.month])
    if analysis.count == 0 {
      try ledger.invocation.print(paragraph: try emptiness())
    } else {
      let currencies = currencies
      let perBlock = currenciesPerBlock(currencies)
      for start in stride(from: 0, to: max(1, currencies.count), by: perBlock) {
        try ledger.invocation.print()
        try ledger.invocation.print(bars(Array(currencies.dropFirst(start).prefix(perBlock))))
      }
      try ledger.invocation.print()
      try ledger.invocation.print(categories())
      try list?.print(label: label)
    }
    let ways = ways()
    if !ways.isEmpty { try ledger.invocation.print([""] + ways) }
  }

  /// Prints the names of the figures above.
  func printNames() throws {
    var names = try FigureNames(ledger, besides: [Filters.kind])
    let scope = FigureNames.scope(kind, analysis)
    names.add("the whole", scope, analysis.totals)
    for bucket in analysis.buckets where bucket.count > 0 {
      names.add(label(bucket), [kind.rawValue, FigureNames.word(bucket.from...bucket.through)], bucket.totals)
    }
    for category in analysis.categories {
      names.add(
        visible(category.category ?? "no category"), scope + [FigureNames.word(category: category.category)],
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

  /// The reason why nothing is shown: there is no data, or nothing matches (IE-09).
  private func emptiness() throws -> String {
    let all = try ledger.book.analysis(kind: kind, period: period).count
    guard all > 0 else {
      return "There is no saved \(kind.rawValue)" + (period == .all ? "." : " in \(name(of: period)).")
    }
    return
      "Nothing matches these filters; without them there \(all == 1 ? "is" : "are") \(grouped(Int64(all)))."
  }

  /// The label of a bucket: `June 2026`, `Wk 24 (8–14 Jun)`, `Monday, 8 June 2026`, `2026`.
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

  private static let sum = "in all"
  private static let barColumnsMin = 6
  private static let barColumnsMax = 24

  /// The currencies of the whole, then those that only buckets have.
  private var currencies: [Currency] {
    var found: [Currency] = []
    let shown =
      (analysis.totals.map(\.currency) + analysis.tooLarge)
      + analysis.buckets.flatMap { $0.totals.map(\.currency) + $0.tooLarge }
    for currency in shown where !found.contains(currency) { found.append(currency) }
    return found
  }

  private var labelWidth: Int { analysis.buckets.map { columnWidth(label($0)) }.reduce(Self.sum.count, max) }
  private var countWidth: Int { max(5, "\(analysis.count)".utf8.count) }

  private func amountWidth(_ currency: Currency) -> Int {
    let amounts = analysis.buckets.map(\.totals) + [analysis.totals]
    let isTooLarge =
      analysis.buckets.contains { $0.tooLarge.contains(currency) }
      || analysis.tooLarge.contains(currency)
    let least = isTooLarge ? OpenLedger.tooLarge(currency).utf8.count : currency.code.utf8.count
    return amounts.flatMap { $0 }.filter { $0.currency == currency }
      .map { columnWidth(ledger.words($0)) }.reduce(least, max)
  }

  /// The columns of a line that are left for bars next to the amounts in some currencies.
  private func room(_ currencies: [Currency]) -> Int {
    let taken = currencies.reduce(0) { $0 + amountWidth($1) + 4 }
    return min(terminal.width, 100) - 2 - labelWidth - 2 - countWidth - taken
  }

  /// The number of currencies side by side. The others follow below.
  private func currenciesPerBlock(_ currencies: [Currency]) -> Int {
    var count = currencies.count
    while count > 1, room(Array(currencies.prefix(count))) < count * Self.barColumnsMin { count -= 1 }
    // The blocks have about the same number, so that no currency is alone at the end.
    let blocks = (currencies.count + max(1, count) - 1) / max(1, count)
    return max(1, (currencies.count + blocks - 1) / max(1, blocks))
  }

  private func bars(_ currencies: [Currency]) -> Table {
    var columns: [Table.Column] = [.left(minimum: labelWidth), .right("count", minimum: countWidth)]
    for currency in currencies { columns += [.left(), .right(currency.code)] }
    var table = Table(columns, indent: 2)
    let share = currencies.isEmpty ? 0 : room(currencies) / currencies.count
    let width = max(Self.barColumnsMin, min(Self.barColumnsMax, share))
    let greatest = currencies.map { currency in
      analysis.buckets.compactMap { units($0.totals, currency)?.magnitude }.max() ?? 0
    }
    for bucket in analysis.buckets {
      var cells: [Table.Cell] = [.init(label(bucket)), .init("\(bucket.count)", .quiet)]
      for (currency, greatest) in zip(currencies, greatest) {
        let units = units(bucket.totals, currency)
        let bar = Bar.text(units ?? 0, of: greatest, width: width, isPlain: terminal.isPlain)
        cells += [.init(bar), .init(amount(units, currency, bucket.tooLarge))]
      }
      table.row(cells)
    }
    var cells: [Table.Cell] = [.init(Self.sum, .strong), .init("\(analysis.count)", .strong)]
    for currency in currencies {
      cells += ["", .init(amount(units(analysis.totals, currency), currency, analysis.tooLarge), .strong)]
    }
    table.row(cells)
    return table
  }

  private func units(_ totals: [Money], _ currency: Currency) -> Int64? {
    totals.first { $0.currency == currency }?.minorUnits
  }

  private func amount(_ units: Int64?, _ currency: Currency, _ tooLarge: [Currency]) -> String {
    if tooLarge.contains(currency) { return OpenLedger.tooLarge(currency) }
    return ledger.words(units.map { Money(minorUnits: $0, currency: currency) })
  }

  // MARK: Categories and neighbours

  private func categories() -> Table {
    var table = Table([.name(shrinksTo: 12), .right(), .right(minimum: 12)], indent: 2)
    table.span(.init("By category", .quiet))
    for category in analysis.categories {
      for (index, total) in ledger.totals(category.totals, category.tooLarge).enumerated() {
        let name = visible(category.category ?? "no category")
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

/// Draws a quantity as a bar of blocks, to an eighth of a column.
enum Bar {
  /// The bar of a quantity relative to the greatest one.
  ///
  /// A negative quantity is drawn hollow. One that is not zero is always visible.
  ///
  /// - Parameter isPlain: Whether to draw in ASCII and whole columns: `#`, or `-` for a negative quantity.
  static func text(_ units: Int64, of greatest: UInt64, width: Int, isPlain: Bool = false) -> String {
    guard units != 0, greatest > 0, width > 0 else { return "" }
    let (high, low) = units.magnitude.multipliedFullWidth(by: UInt64(width) * 8)
    let eighths = max(1, Int(greatest.dividingFullWidth((high, low)).quotient))
    if isPlain { return String(repeating: units > 0 ? "#" : "-", count: (eighths + 7) / 8) }
    guard units > 0 else { return String(repeating: "░", count: (eighths + 7) / 8) }
    let part = eighths % 8
    return String(repeating: "█", count: eighths / 8) + (part == 0 ? "" : partial[part - 1])
  }

  private static let partial = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
