public import LedgerDomain
public import LedgerProjections

extension Book {
  /// Reports what was received and spent over some months, by month and by a division (FF-18).
  ///
  /// Saved transactions that are dated up to the book's day count. What is dated later in these months is shown apart.
  /// Transfers are neutral. Refunds make spending less.
  ///
  ///     let june = book.today.civilMonth
  ///     let months = june.adding(months: -5)...june
  ///     let report = try book.report(.spending, over: months, by: .vendor)
  ///
  /// - Parameters:
  ///   - subject: The figure.
  ///   - months: The months. Empty ones are part of the report.
  ///   - division: The property by which the rows are divided.
  ///   - currency: The only currency to report, or `nil` for all.
  /// - Complexity: A page of the models per 256 transactions of the months, and O(months).
  public func report(
    _ subject: LedgerReport.Subject, over months: ClosedRange<CivilMonth>,
    by division: ReportDivision = .category, in currency: CurrencyCode? = nil
  ) throws -> LedgerReport {
    try models.read { try $0.report(subject, over: months, by: division, in: currency, through: day) }
  }

  /// Reports the balances of all accounts at the end of each month, and no later than on the book's day.
  ///
  /// These are budget and tracking accounts, opened and implied. An opening balance counts from its date on, and a transaction from its own. A row is an account at the end of the
  /// last month.
  ///
  /// - Parameters:
  ///   - months: The months.
  ///   - currency: The only currency to report, or `nil` for all.
  /// - Complexity: A page of the models per 256 transactions since the first month, and a look-up per transfer.
  public func netWorth(
    over months: ClosedRange<CivilMonth>, in currency: CurrencyCode? = nil
  ) throws -> LedgerReport {
    try models.read { try $0.netWorth(over: months, in: currency, through: day) }
  }
}
