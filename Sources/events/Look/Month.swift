internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

extension Command {
  static let month = Command(
    path: ["month"], section: .look,
    summary: "Show a month: income, spending and net, and what they are made of",
    operands: [Operand("MONTH", "The month, such as 2026-06; if not given, this one", isOptional: true)],
    options: [PeriodOptions.lastMonth], shared: Option.looking,
    discussion: [
      "Per currency what was received, what was spent (expenses less refunds) and the difference, next to the month "
        + "before and the mean of the six months before. Then by category, tag, vendor, account and payment, the "
        + "largest spending first. A receipt with two tags counts under both.",
      "What is dated after today, such as a rule's transactions, is still to come: it is shown apart and is in no "
        + "other figure. Transfers are neutral.",
    ],
    examples: ["events month", "events month 2026-06", "events month --last-month --json"],
    run: { try $0.withLedger(showMonth) })

  private static func showMonth(_ ledger: OpenLedger) throws -> ExitCode {
    var month = ledger.book.today.civilMonth
    if let text = ledger.arguments.operand(0) {
      if ledger.arguments.has(PeriodOptions.lastMonth) {
        throw Failure.usage(
          "“\(text)” and --last-month ask for different times; give one of them", command: "month")
      }
      month = try Values.month(text, ledger)
    } else if ledger.arguments.has(PeriodOptions.lastMonth) {
      month = month.previous
    }
    let report = try MonthReport(month, in: ledger.book)
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: report.json)
    } else {
      try MonthText(ledger: ledger, report: report).print()
    }
    return .ok
  }
}

/// A month for people.
private struct MonthText {
  let ledger: OpenLedger
  let report: MonthReport

  private static let partsMax = 10

  func print() throws {
    let invocation = ledger.invocation
    let state = report.through < report.month.last && report.through >= report.month.first ? ", so far" : ""
    try invocation.print(
      title: ledger.locale.month(report.month) + state, " · \(counted(report.count, "transaction"))")
    guard !report.currencies.isEmpty else { return try invocation.print("Nothing was received or spent.") }
    for currency in report.currencies {
      try invocation.print()
      try invocation.print(sums(currency))
    }
    if report.countToCome > 0 {
      try invocation.print()
      let parts = report.currencies.compactMap { toCome($0) }
      try invocation.print(
        paragraph:
          "Still to come: \(counted(report.countToCome, "transaction")), \(parts.joined(separator: " + "))")
    }
    for division in MonthReport.Division.allCases { try print(division) }
  }

  private func sums(_ currency: CurrencyCode) -> TextTable {
    var table = TextTable(
      [
        .left(report.currencies.count > 1 ? currency.code : ""), .right("this month"), .right("month before"),
        .right("mean of six"),
      ], indent: 2)
    let columns = [report.soFar, report.last, report.mean].map { $0[currency] ?? MonthReport.Sums() }
    func row(_ name: String, _ value: (MonthReport.Sums) -> Int64?) {
      var cells = [TextTable.Cell(name)]
      for column in columns {
        cells.append(TextTable.Cell(words(column.isTooLarge ? nil : value(column), currency)))
      }
      table.row(cells)
    }
    row("received") { $0.income }
    row("spent") { $0.spending }
    row("net") { $0.net }
    return table
  }

  private func toCome(_ currency: CurrencyCode) -> String? {
    guard let sums = report.toCome[currency] else { return nil }
    let parts = [("received", sums.income), ("spent", sums.spending)].filter { $0.1 != 0 }
    return parts.map { "\(words($0.1, currency)) \($0.0)" }.joined(separator: ", ")
  }

  private func print(_ division: MonthReport.Division) throws {
    guard let first = report.currencies.first else { return }
    let parts = report.parts(division, by: first)
    guard parts.contains(where: { $0.name != nil }) else { return }
    try ledger.invocation.print()
    var table = TextTable(
      [.name("by \(division.rawValue)", shrinksTo: 16), .right(), .right("spent"), .right("received")],
      indent: 2)
    for part in parts.prefix(Self.partsMax) {
      var name = part.name.map { self.name($0, division) } ?? "no \(division.rawValue)"
      var count = grouped(Int64(part.count))
      for currency in report.currencies {
        guard let sums = part.sums[currency] else { continue }
        table.row([
          .init(name), .init(count, .quiet), .init(sums.spending == 0 ? "" : words(sums.spending, currency)),
          .init(sums.income == 0 ? "" : words(sums.income, currency)),
        ])
        (name, count) = ("", "")
      }
    }
    try ledger.invocation.print(table)
    let others = parts.count - Self.partsMax
    if others > 0 { try ledger.invocation.print("  and \(grouped(Int64(others))) more") }
  }

  private func name(_ name: String, _ division: MonthReport.Division) -> String {
    division == .category ? ledger.categoryName(name) : visible(name)
  }

  private func words(_ units: Int64?, _ currency: CurrencyCode) -> String {
    guard let units else { return OpenLedger.tooLarge(currency) }
    return ledger.words(Money(minorUnits: units, currency: currency))
  }
}
