package import LedgerBytes
public import LedgerDomain

extension MonthBudget {
  /// Returns the budget of a month in one currency.
  ///
  /// Categories that are in no header group are in one without a name.
  package func json(_ groups: [BudgetGroup]) -> JSONValue {
    let document: JSONValue = [
      "currency": .string(currency.code), "groups": .array(groups.map { $0.json(currency) }),
      "month": .string(month.iso),
      "overspent": .count(groups.flatMap(\.lines).count { $0.figures.available < 0 }),
      "toBudget": Money(minorUnits: toBudget, currency: currency).json,
    ]
    return document.adding(upcomingMember(upcoming, currency))
  }

  /// Returns the line that `events budget --json` prints for the currency.
  ///
  /// - Parameter categories: All categories, in their order.
  /// - Throws: `AmountError.overflow` if a sum needs more than 64 bits.
  public func jsonLines(_ categories: [CategoryRow]) throws(AmountError) -> String {
    json(try groups(categories)).line
  }
}

/// Returns the member `upcoming` with what is dated after the day of a budget. It is left out if it is zero.
private func upcomingMember(_ minorUnits: Int64, _ currency: CurrencyCode) -> [String: JSONValue] {
  minorUnits == 0 ? [:] : ["upcoming": Money(minorUnits: minorUnits, currency: currency).json]
}

extension BudgetGroup {
  /// Returns the sums of a header group with its categories.
  fileprivate func json(_ currency: CurrencyCode) -> JSONValue {
    func money(_ minorUnits: Int64) -> JSONValue { Money(minorUnits: minorUnits, currency: currency).json }
    let document: JSONValue = [
      "activity": money(activity), "available": money(available), "budgeted": money(budgeted),
      "categories": .array(lines.map { $0.figures.json(currency) }), "name": .optional(name),
    ]
    return document.adding(upcomingMember(upcoming, currency))
  }
}

extension CategoryBudget {
  /// Returns the figures of a category. The amount spent is negative.
  package func json(_ currency: CurrencyCode) -> JSONValue {
    func money(_ minorUnits: Int64) -> JSONValue { Money(minorUnits: minorUnits, currency: currency).json }
    let document: JSONValue = [
      "activity": money(activity), "available": money(available), "budgeted": money(budgeted),
      "carriesOver": .boolean(carriesOver), "category": category.isEmpty ? .null : .string(category),
    ]
    return document.adding(upcomingMember(upcoming, currency))
  }
}
