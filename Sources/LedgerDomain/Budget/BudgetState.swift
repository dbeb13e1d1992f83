/// A budgeted amount. Two devices that each add an amount disagree, even if both got the same sum.
package struct BudgetedAmount: Hashable, Sendable {
  /// The amount.
  package let money: Money
  /// The change that led to it, if the amount was not set: the event of a `+20`, or what was covered.
  let change: String?
}

/// The fold of the events of one month's budget in one currency.
package struct BudgetState: Hashable, Sendable {
  /// The month, or `nil` until an event is known.
  package internal(set) var month: CivilMonth?
  /// The currency, or `nil` until an event is known.
  package internal(set) var currency: CurrencyCode?
  /// The choices for each category, by the bytes of its key.
  private(set) var categories: [[UInt8]: Choices] = [:]

  /// The choices for one category.
  struct Choices: Hashable, Sendable {
    /// The budgeted amount.
    var amount = FieldRegister<BudgetedAmount>()
    /// Whether it keeps its negative Available from this month on.
    var carriesOver = FieldRegister<Bool>()
  }

  /// Creates the state of a budget of which nothing is known.
  package init() {}

  /// The choices for a category.
  subscript(category: String) -> Choices {
    get { categories[Array(category.utf8)] ?? Choices() }
    set { categories[Array(category.utf8)] = newValue }
  }

  /// Returns the amount budgeted for a category.
  package func amount(of category: String) -> FieldRegister<BudgetedAmount> { self[category].amount }

  /// Whether a category carries its overspending over from this month on.
  ///
  /// Without a value the month follows the one before it.
  package func carriesOver(_ category: String) -> FieldRegister<Bool> { self[category].carriesOver }
}
