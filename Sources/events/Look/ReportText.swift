internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// A report for people.
struct ReportText {
  let ledger: OpenLedger
  /// The subject of the report, or `nil` for net worth.
  let subject: ReportSubject?
  let division: ReportDivision
  let report: Report

  /// The number of parts that people see. A program gets all.
  private static let rowsMax = 20
  private static let barColumnsMax = 24

  func print() throws {
    let count = report.months.count
    let first = report.months[0].month
    let last = report.months[count - 1].month
    let span =
      count == 1
      ? ledger.locale.month(last) : "\(ledger.locale.shortMonth(first)) – \(ledger.locale.shortMonth(last))"
    try ledger.invocation.print(title: title, " · \(span)")
    guard !report.currencies.isEmpty else { return try ledger.invocation.print(paragraph: emptiness) }
    switch subject {
    case .cashFlow: for currency in report.currencies { try printFlow(currency) }
    case .spending, .income:
      try BarChart(
        ledger: ledger, lines: months, sum: line("in all", report.all), order: report.currencies
      ).print()
    case nil: try BarChart(ledger: ledger, lines: months, sum: nil, order: report.currencies).print()
    }
    let names = try names()
    let rows = report.rows.prefix(subject == nil ? .max : Self.rowsMax)
    try BarChart(
      ledger: ledger, heading: "by \(division.rawValue)", lines: rows.map { line(name($0, names), $0.line) },
      sum: nil, order: report.currencies, labelShrinksTo: 12
    ).print()
    let others = report.rows.count - rows.count
    if others > 0 { try ledger.invocation.print("  and \(grouped(Int64(others))) more") }
  }

  private var title: String {
    switch subject {
    case .spending: "Spending"
    case .income: "Income"
    case .cashFlow: "Cash flow"
    case nil: "Net worth"
    }
  }

  private var emptiness: String {
    switch subject {
    case .spending: "Nothing was spent in these months."
    case .income: "Nothing was received in these months."
    case .cashFlow: "Nothing was received or spent in these months."
    case nil: "There is no account with such money. Open one: events account open NAME --opening AMOUNT"
    }
  }

  private var months: [BarChart.Line] {
    report.months.map { line(ledger.locale.shortMonth($0.month), $0.line) }
  }

  private func line(_ label: String, _ line: ReportLine) -> BarChart.Line {
    BarChart.Line(
      label: label, count: subject == nil ? nil : line.count, totals: line.total.totals,
      tooLarge: line.total.tooLarge)
  }

  /// Prints what was received and spent, and the difference with its bar, month by month.
  private func printFlow(_ currency: CurrencyCode) throws {
    let lines = report.months.map { (ledger.locale.shortMonth($0.month), $0.line) } + [("in all", report.all)]
    let columns: [(ReportLine) -> String] = [
      { words($0.received, currency) }, { words($0.spent, currency) }, { words($0.total, currency) },
    ]
    let labels = lines.map { columnWidth($0.0) }.max() ?? 0
    let taken = columns.reduce(2 + labels) { sum, column in
      sum + 2 + lines.map { columnWidth(column($0.1)) }.reduce(8, max)
    }
    let terminal = ledger.invocation.outputTerminal
    let width = min(Self.barColumnsMax, min(terminal.width, 100) - taken - 2)
    let greatest =
      report.months.compactMap { units($0.line.total, currency)?.magnitude }.max() ?? 0
    let several = report.currencies.count > 1
    var table = TextTable(
      [.left(several ? currency.code : ""), .right("received"), .right("spent"), .left(), .right("net")],
      indent: 2)
    for (place, (label, line)) in lines.enumerated() {
      let isSum = place == lines.count - 1
      let bar = isSum ? 0 : units(line.total, currency) ?? 0
      let style: Style = isSum ? .strong : .plain
      table.row([
        .init(label, style), .init(columns[0](line), style), .init(columns[1](line), style),
        .init(Bar.text(bar, of: greatest, width: max(1, width), isPlain: terminal.isPlain)),
        .init(columns[2](line), style),
      ])
    }
    try ledger.invocation.print()
    try ledger.invocation.print(table)
  }

  private func units(_ sums: ReportSums, _ currency: CurrencyCode) -> Int64? {
    sums.totals.first { $0.currency == currency }?.minorUnits
  }

  private func words(_ sums: ReportSums, _ currency: CurrencyCode) -> String {
    if sums.tooLarge.contains(currency) { return OpenLedger.tooLarge(currency) }
    return ledger.words(units(sums, currency).map { Money(minorUnits: $0, currency: currency) })
  }

  /// Returns the names of categories with their emoji, by key.
  private func names() throws -> [String: String] {
    guard division == .category else { return [:] }
    return Dictionary(
      try ledger.book.categories().map { row in
        (row.key, [row.emoji, row.name].compactMap { $0 }.joined(separator: " "))
      }
    ) { first, _ in first }
  }

  private func name(_ row: ReportRow, _ names: [String: String]) -> String {
    guard let key = row.key else {
      return division == .group ? GroupState.reservedName : "no \(division.rawValue)"
    }
    return visible(names[key] ?? row.name ?? key)
  }
}
