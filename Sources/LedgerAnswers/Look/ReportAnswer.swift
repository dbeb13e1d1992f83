internal import LedgerAudit
internal import LedgerBook
internal import LedgerDomain
package import LedgerProjections

/// Spending, income, cash flow or net worth, month by month.
package struct ReportAnswer: Answer {
  let report: LedgerReport
  /// The subject of the report, or `nil` for net worth.
  let subject: LedgerReport.Subject?
  let division: ReportDivision

  /// The number of parts that people see. A program gets all.
  private static let rowsMax = 20

  package init(_ report: LedgerReport, _ subject: LedgerReport.Subject?, by division: ReportDivision) {
    (self.report, self.subject, self.division) = (report, subject, division)
  }

  package func document(_ notation: Notation) -> Document { .value(report.json(subject, by: division)) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let locale = notation.locale
    let count = report.months.count
    let first = report.months[0].month
    let last = report.months[count - 1].month
    let span = count == 1 ? locale.month(last) : "\(locale.shortMonth(first)) – \(locale.shortMonth(last))"
    var blocks: [Block] = [.title(Line(title, .strong) + Line(" · \(span)"))]
    guard !report.currencies.isEmpty, !report.all.isEmpty || subject == nil else {
      return blocks + [.paragraph(emptiness)] + upcoming(notation)
    }
    switch subject {
    case .cashFlow: blocks += report.currencies.map { .bars(flow($0, notation)) }
    case .spending, .income:
      blocks.append(.bars(Bars(months(notation), sum: row("in all", report.all), order: report.currencies)))
    case nil: blocks.append(.bars(Bars(months(notation), order: report.currencies)))
    }
    let names = try division == .category ? notation.categoryNames() : nil
    let rows = report.rows.prefix(subject == nil ? .max : Self.rowsMax)
    blocks.append(
      .bars(
        Bars(
          heading: "by \(division.rawValue)", rows.map { row(name($0, names), $0.line) },
          order: report.currencies, labelShrinksTo: 12)))
    let others = report.rows.count - rows.count
    if others > 0 { blocks.append(.line("  and \(grouped(Int64(others))) more")) }
    return blocks + Block.afterGap(upcoming(notation))
  }

  package func figures(_ notation: Notation) throws -> [ShownFigure] {
    let span = report.months[0].month.first...report.months[report.months.count - 1].month.last
    let names = try division == .category ? notation.categoryNames() : nil
    guard subject != nil else {
      let months = report.months.flatMap { month in
        figures(notation.locale.shortMonth(month.month), month.line, ["net-worth", month.month.iso])
      }
      let end = report.months[report.months.count - 1].month.iso
      return months
        + report.rows.flatMap { row in
          row.key.map { figures(name(row, names), row.line, ["balance", $0, end]) } ?? []
        }
    }
    let months = report.months.flatMap { month in
      figures(notation.locale.shortMonth(month.month), month.line, [scope, month.month.iso])
    }
    let parts = report.rows.flatMap { row in
      division.word(row).map { word in
        figures(name(row, names), row.line, [scope, FigureNames.word(span), word])
      } ?? []
    }
    return months + figures("in all", report.all, [scope, FigureNames.word(span)]) + parts
  }

  /// The first word of the names of its figures.
  private var scope: String {
    switch subject {
    case .spending: "expense"
    case .income: "income"
    case .cashFlow: "net"
    case nil: "net-worth"
    }
  }

  private func figures(_ label: String, _ line: ReportLine, _ words: [String]) -> [ShownFigure] {
    func list(_ sums: LedgerReport.Sums, _ words: [String]) -> [ShownFigure] {
      sums.totals.map { ShownFigure(label, $0, words + [$0.currency.code]) }
    }
    guard subject == .cashFlow else { return list(line.total, words) }
    return list(line.received, ["income"] + words.dropFirst())
      + list(line.spent, ["expense"] + words.dropFirst())
      + list(line.total, words)
  }

  private func upcoming(_ notation: Notation) -> [Block] {
    guard !report.upcoming.isEmpty else { return [] }
    let sum = notation.sum(report.upcoming.total.totals, report.upcoming.total.tooLarge)
    let count = subject == nil ? "" : counted(report.upcoming.count, "transaction") + ", "
    return [.paragraph(Line("Still to come in these months: \(count)\(sum)"))]
  }

  private var title: String {
    switch subject {
    case .spending: "Spending"
    case .income: "Income"
    case .cashFlow: "Cash flow"
    case nil: "Net worth"
    }
  }

  private var emptiness: Line {
    switch subject {
    case .spending: "Nothing was spent in these months."
    case .income: "Nothing was received in these months."
    case .cashFlow: "Nothing was received or spent in these months."
    case nil: "There is no account with such money. Open one: \(step: .openAccount)"
    }
  }

  private func months(_ notation: Notation) -> [Bars.Row] {
    report.months.map { row(notation.locale.shortMonth($0.month), $0.line) }
  }

  private func row(_ label: String, _ line: ReportLine, details: [String] = []) -> Bars.Row {
    Bars.Row(
      label: label, count: subject == nil ? nil : line.count, totals: line.total.totals,
      tooLarge: line.total.tooLarge, details: details)
  }

  /// Returns what was received and spent, and the difference with its bar, month by month.
  private func flow(_ currency: CurrencyCode, _ notation: Notation) -> Bars {
    func flowRow(_ label: String, _ line: ReportLine) -> Bars.Row {
      row(
        label, line, details: [words(line.received, currency, notation), words(line.spent, currency, notation)])
    }
    var bars = Bars(
      heading: report.currencies.count > 1 ? currency.code : "",
      report.months.map { flowRow(notation.locale.shortMonth($0.month), $0.line) },
      sum: flowRow("in all", report.all), order: [currency])
    bars.details = ["received", "spent", "net"]
    return bars
  }

  private func words(_ sums: LedgerReport.Sums, _ currency: CurrencyCode, _ notation: Notation) -> String {
    if sums.tooLarge.contains(currency) { return Notation.tooLarge(currency) }
    return notation.words(sums.totals.first { $0.currency == currency })
  }

  private func name(_ row: LedgerReport.Row, _ names: CategoryNames?) -> String {
    guard let key = row.key else {
      return division == .group ? GroupState.reservedName : "no \(division.rawValue)"
    }
    return names?.known(key) ?? row.name ?? key
  }
}

extension ReportDivision {
  /// Returns the filter that a row is, or `nil` if no filter has it.
  fileprivate func word(_ row: LedgerReport.Row) -> String? {
    let key = row.key
    return switch self {
    case .category: FigureNames.word(category: key)
    case .group: "group:\(key ?? GroupState.reservedName)"
    case .account: key.map { "account:\($0)" }
    case .vendor: (row.name ?? key).map { FigureReader.vendorWord + $0 }
    }
  }
}
