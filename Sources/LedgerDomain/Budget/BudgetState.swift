internal import LedgerBytes

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
    /// The budgeted amount without `changes`.
    var amount = FieldRegister<Money>()
    /// The changes by an amount that no later amount had seen. They add to it.
    var changes: [BudgetChange] = []
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

  /// Returns the amounts that people set for a category, without the changes since.
  package func amount(of category: String) -> FieldRegister<Money> { self[category].amount }

  /// Returns the amount budgeted for a category: the one that was set, and the changes since.
  ///
  /// The result is `nil` if nothing was budgeted.
  package func budgeted(for category: String) -> Money? { self[category].budgeted }

  /// Whether a category carries its overspending over from this month on.
  ///
  /// Without a value the month follows the one before it.
  package func carriesOver(_ category: String) -> FieldRegister<Bool> { self[category].carriesOver }
}

/// A change of a budgeted amount by some money, such as `+20`, or a part that was moved.
///
/// Two devices that each add 20 without knowing of each other add 40.
struct BudgetChange: Hashable, Sendable {
  let reference: EventReference
  let money: Money
}

extension BudgetState.Choices {
  /// The amount that was set with the changes since, or `nil` if nothing was budgeted.
  var budgeted: Money? {
    guard let currency = amount.value?.currency ?? changes.first?.money.currency else { return nil }
    let units = changes.reduce(Int128(amount.value?.minorUnits ?? 0)) { $0 + Int128($1.money.minorUnits) }
    return Money(minorUnits: Int64(clamping: units), currency: currency)
  }

  /// Applies an amount, the latest so far in the order of the fold.
  ///
  /// An amount replaces the amounts and the changes that its author had seen. A change replaces nothing, unless its
  /// author had seen amounts in conflict and so decided between them.
  mutating func apply(_ budgeted: BudgetEvent.Budgeted, _ context: EventContext) {
    let heads = amount.heads
    if budgeted.isChange, heads.count < 2 || !heads.allSatisfy({ context.saw($0.reference) }) {
      let change = budgeted.to.minorUnits - (budgeted.from?.minorUnits ?? 0)
      let money = Money(minorUnits: change, currency: budgeted.to.currency)
      return changes.append(BudgetChange(reference: context.reference, money: money))
    }
    amount.write(budgeted.to, origin: .set, context)
    changes.removeAll { context.saw($0.reference) }
  }
}

extension BudgetEvent.Budgeted {
  /// Whether the amount was changed by some money: what was typed begins with a sign, or money was moved.
  package var isChange: Bool {
    switch origin {
    case .move: true
    case .typed: expression.map { BudgetAmount.isChange($0) } ?? false
    // Two devices that cover the same overspending mean the same money.
    case .cover, .lastBudgeted, .lastSpent, .averageBudgeted, .averageSpent, .goal, .autoFill, .undo: false
    }
  }
}
