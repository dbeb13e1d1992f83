internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

private enum Options {
  static let months = Option.value(
    "months", "N", "Number of months up to this one, or of a forecast from this one on (default 6)")
  static let by = Option.value(
    "by", "WHAT", "How to divide months (default: category; net worth: account)",
    choices: ReportDivision.allCases.map(\.rawValue))
  static let currency = Option.value("currency", "C", "Only this currency")

  static let all = [months, by, currency, .through, .names]

  /// A hundred years.
  static let monthsMax = 1_200
}

/// The words of the reports about balances.
private let netWorth = "net-worth"
private let forecast = "forecast"

extension Command {
  static let report = Command(
    path: ["report"], section: .look,
    summary: "Show spending, income, net worth, cash flow or a forecast month by month",
    operands: [Operand("REPORT", "spending, income, net-worth, cash-flow or forecast")],
    options: Options.all, shared: Option.looking,
    run: onLedger { try showReport($0.throughDay()) })

  private static func showReport(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    let word = arguments.operands[0]
    let subject = LedgerReport.Subject(rawValue: word)
    guard subject != nil || word == netWorth || word == forecast else {
      let words = [
        LedgerReport.Subject.spending.rawValue, LedgerReport.Subject.income.rawValue, netWorth, "cash-flow",
        forecast,
      ]
      throw Failure.usage(
        "there is no report “\(word)”; there is \(alternatives(words))", command: "report",
        advice: nearest(to: word, among: words).map { ["Did you mean “\($0)”?"] } ?? [])
    }
    let division = arguments[Options.by].flatMap { ReportDivision(rawValue: $0) }
    if subject == nil, let division, division != .account {
      throw Failure.usage(
        "\(word == netWorth ? "net worth is the balance" : "a forecast is of the balances") of accounts, which have no \(division.rawValue); leave out --by",
        command: "report")
    }
    let count = try arguments.number(Options.months, in: 1...Options.monthsMax) ?? 6
    if word == forecast {
      let currency = try arguments[Options.currency].map { try Values.currency($0) }
      return try ledger.show(ForecastAnswer(try ledger.book.forecast(months: count, in: currency)))
    }
    let last = ledger.book.day.civilMonth
    let months = last.adding(months: 1 - count)...last
    let currency = try arguments[Options.currency].map { try Values.currency($0) }
    let by = division ?? (subject == nil ? .account : .category)
    let report =
      try subject.map { try ledger.book.report($0, over: months, by: by, in: currency) }
      ?? ledger.book.netWorth(over: months, in: currency)
    return try ledger.show(ReportAnswer(report, subject, by: by))
  }
}
