internal import LedgerAudit
internal import LedgerBook
internal import LedgerDomain

/// The name of a figure of a budget:
///
/// ```
/// budget 2026-06 food EUR available
/// to-budget 2026-06 EUR
/// ```
enum BudgetFigureName {
  /// Returns the figure of a budget that a line of words names, or `nil` if it names another figure.
  static func figure(_ words: [String], _ ledger: OpenLedger) throws -> (WhyBudget.Figure, BudgetScope)? {
    guard let scope = words.first, scope == "budget" || scope == "to-budget" else { return nil }
    var rest = Array(words.dropFirst())
    guard let first = rest.first, let month = CivilMonth(iso: first) else {
      throw Failure(.dataError, "the month is missing", advice: examples)
    }
    rest.removeFirst()
    var column = WhyBudget.Column.available
    if scope == "budget", let last = rest.last, let given = WhyBudget.Column(rawValue: last) {
      column = given
      rest.removeLast()
    }
    var currency = ledger.settings.currency
    if let last = rest.last, last.utf8.count == 3, last.utf8.allSatisfy({ (0x41...0x5a).contains($0) }) {
      currency = try Values.currency(last)
      rest.removeLast()
    }
    guard rest.isEmpty == (scope == "to-budget") else {
      throw Failure(.dataError, "a figure of a budget is not named like this", advice: examples)
    }
    let named: WhyBudget.Figure =
      scope == "to-budget" ? .toBudget : .category(try ledger.category(rest.joined(separator: " ")), column)
    return (named, BudgetScope(month, currency))
  }

  private static let examples = [
    "events why budget 2026-06 food EUR available", "events why to-budget 2026-06 EUR",
  ]
}
