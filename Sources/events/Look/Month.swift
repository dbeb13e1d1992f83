internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

extension Command {
  static let month = Command(
    path: ["month"], section: .look,
    summary: "Show a month: income, spending and net, with their parts",
    operands: [.month], options: [BudgetOptions.month, PeriodOptions.lastMonth, .through, .names],
    shared: Option.looking,
    run: onLedger { try showMonth($0.throughDay()) })

  private static func showMonth(_ ledger: OpenLedger) throws -> ExitCode {
    guard ledger.arguments.has(PeriodOptions.lastMonth) else {
      return try ledger.show(MonthReport(try ledger.askedMonth(), in: ledger.book))
    }
    if let text = ledger.arguments.operand(0) ?? ledger.arguments[BudgetOptions.month] {
      throw Failure.usage(
        "“\(text)” and --last-month ask for different times; give one of them", command: "month")
    }
    return try ledger.show(MonthReport(ledger.book.day.civilMonth.previous, in: ledger.book))
  }
}

extension Operand {
  static let month = Operand(
    "MONTH", "The month: 2026-06, october, last or next (default: this month)", isOptional: true)
}

extension OpenLedger {
  /// Returns the month that the first operand or `--month` asks for.
  func askedMonth() throws -> CivilMonth {
    let texts = [arguments.operand(0), arguments[BudgetOptions.month]].compactMap { $0 }
    if texts.count > 1 {
      throw Failure.usage("“\(texts[0])” and --month ask for different times; give one of them")
    }
    return try texts.first.map { try Values.month($0, self) } ?? book.day.civilMonth
  }
}
