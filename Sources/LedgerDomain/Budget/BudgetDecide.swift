/// A command of a person on the budget of one month and currency.
package enum BudgetCommand: Hashable, Sendable {
  /// Give a category another amount.
  ///
  /// `expression` is the text that was typed if it was a computation. `other` is the key of the category that the money
  /// comes from or goes to.
  case budget(category: String, to: Money, BudgetOrigin, expression: String? = nil, other: String? = nil)
  /// Keep a category's negative Available from this month on, or no longer.
  case carryOver(category: String, Bool)
}

extension BudgetState {
  /// Returns the events that carry out a command on this state, or the reason why it is refused.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - month: The month of the budget.
  ///   - currency: The currency of the budget.
  ///   - context: The categories of the ledger.
  package func decide(
    _ command: BudgetCommand, _ month: CivilMonth, _ currency: CurrencyCode, _ context: DecisionContext
  ) throws(Rejection) -> [BudgetEvent] {
    switch command {
    case .budget(let typed, let money, let origin, let expression, let other):
      guard money.currency == currency else { throw .budgetCurrency(currency, given: money.currency) }
      guard currency.minorUnitDigits != nil else { throw .unknownCurrency(currency) }
      guard Amount(money).isRecordable else { throw .budgetTooLarge(money) }
      let now = amount(of: CategoryState.key(of: typed))
      let isLess = money.minorUnits < now.value?.money.minorUnits ?? 0
      let category = try Self.category(typed, context, isTakingAway: isLess)
      if money.minorUnits == now.value?.money.minorUnits ?? 0, now.conflicts.isEmpty { return [] }
      let text = expression.map { NFC.normalized(NFC.trimmed($0)) }
      guard text?.utf8.count ?? 0 <= 256 else { throw .tooLong(what: "computation", limit: 256) }
      return [
        .categoryBudgeted(
          BudgetEvent.Budgeted(
            month: month, category: category, from: now.value?.money, to: money, origin: origin,
            expression: text, other: other))
      ]
    case .carryOver(let typed, let carries):
      guard currency.minorUnitDigits != nil else { throw .unknownCurrency(currency) }
      let category = try Self.category(typed, context, isTakingAway: true)
      let now = carriesOver(category)
      if now.isSettled(on: carries) { return [] }
      return [
        .categoryCarriesOver(
          BudgetEvent.CarriesOver(
            month: month, currency: currency, category: category, from: now.value, to: carries))
      ]
    }
  }

  /// Returns the key of a category that can be budgeted. Money can be withdrawn from one that is no longer offered.
  private static func category(
    _ typed: String, _ context: DecisionContext, isTakingAway: Bool
  ) throws(Rejection) -> String {
    let row = try context.category(typed)
    guard row.isActive || isTakingAway else { throw .inactiveCategory(row.key) }
    guard row.isBudgeted || isTakingAway else { throw .incomeCategory(row.key) }
    return row.key
  }
}

extension CategoryRow {
  /// Whether money is budgeted for it. Received money is not spent from a category.
  public var isBudgeted: Bool { kinds.isEmpty || kinds.contains { $0 != .income } }
}
