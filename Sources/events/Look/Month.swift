internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

extension Command {
  static let month = Command(
    path: ["month"], section: .look,
    summary: "Show a month: income, spending and net, with their parts",
    operands: [Operand("MONTH", "The month, such as 2026-06 (default: this month)", isOptional: true)],
    options: [PeriodOptions.lastMonth, .through], shared: Option.looking,
    run: { try $0.withLedger { try showMonth($0.throughDay()) } })

  private static func showMonth(_ ledger: OpenLedger) throws -> ExitCode {
    var month = ledger.book.day.civilMonth
    if let text = ledger.arguments.operand(0) {
      if ledger.arguments.has(PeriodOptions.lastMonth) {
        throw Failure.usage(
          "“\(text)” and --last-month ask for different times; give one of them", command: "month")
      }
      month = try Values.month(text, ledger)
    } else if ledger.arguments.has(PeriodOptions.lastMonth) {
      month = month.previous
    }
    return try ledger.show(MonthReport(month, in: ledger.book))
  }
}
