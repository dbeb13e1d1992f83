extension CategoryBudget {
  /// Returns the figures in one sentence, as a person or a screen reader reads them out (FF-23).
  ///
  /// `Groceries, budgeted £200, spent £156, available £44`
  ///
  /// - Parameters:
  ///   - name: The name of the category.
  ///   - currency: The currency of the budget.
  ///   - locale: The notation of amounts.
  public func sentence(name: String, _ currency: CurrencyCode, _ locale: LedgerLocale) -> String {
    func words(_ minorUnits: Int64) -> String {
      locale.spoken(Money(minorUnits: minorUnits, currency: currency))
    }
    let spent = activity > 0 ? "got back \(words(activity))" : "spent \(words(0 - activity))"
    let rest = available < 0 ? "overspent by \(words(0 - available))" : "available \(words(available))"
    return "\(name), budgeted \(words(budgeted)), \(spent), \(rest)"
  }
}
