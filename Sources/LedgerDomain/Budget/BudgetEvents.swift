/// Everything that can happen to the budget of one month and currency.
public enum BudgetEvent: Hashable, Sendable {
  case categoryBudgeted(CategoryBudgeted)
  case categoryCarriesOver(CategoryCarriesOver)
}

extension BudgetEvent: KindEvent {
  static let streamKind = StreamKind.budget

  static let types: [EventType] = [.categoryBudgeted, .categoryCarriesOver]

  /// Its type.
  public var type: EventType { declaredType }

  var event: RecordEvent { .budget(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .categoryBudgeted(let event): visitor.visit(.categoryBudgeted, event)
    case .categoryCarriesOver(let event): visitor.visit(.categoryCarriesOver, event)
    }
  }
}

/// The way in which a budgeted amount arose.
public enum BudgetOrigin: String, CaseIterable, Hashable, Sendable {
  /// A person typed it.
  case typed
  /// It is what was budgeted the month before.
  case lastBudgeted
  /// It is what was spent the month before.
  case lastSpent
  /// It is the average of what was budgeted.
  case averageBudgeted
  /// It is the average of what was spent.
  case averageSpent
  /// It is the contribution that a goal needs.
  case goal
  /// The whole budget was filled.
  case autoFill
  /// Money was moved from or to another category.
  case move
  /// Overspending was covered.
  case cover
  /// An earlier amount was put back by an undo.
  case undo
}

/// A category was given another amount in the budget of a month.
public struct CategoryBudgeted: Hashable, Sendable {
  /// The month.
  public let month: CivilMonth
  /// The category's key.
  public let category: String
  /// The amount before, or `nil` if nothing was budgeted.
  public let from: Money?
  /// The amount after, in the currency of the budget. It may be negative.
  public let to: Money
  /// The way in which the amount arose.
  public let origin: BudgetOrigin
  /// The text that was typed, if it was a computation.
  public let expression: String?
  /// The key of the category that the money came from or went to.
  public let other: String?

  /// Creates the event.
  public init(
    month: CivilMonth, category: String, from: Money?, to: Money, origin: BudgetOrigin,
    expression: String? = nil, other: String? = nil
  ) {
    self.month = month
    self.category = category
    self.from = from
    self.to = to
    self.origin = origin
    self.expression = expression
    self.other = other
  }
}

/// A person chose whether a category carries a negative Available into the next month.
public struct CategoryCarriesOver: Hashable, Sendable {
  /// The first month for which the choice counts.
  public let month: CivilMonth
  /// The currency of the budget.
  public let currency: CurrencyCode
  /// The category's key.
  public let category: String
  /// Whether the category carried over by the previous choice, or `nil` if there was no choice.
  public let from: Bool?
  /// Whether the category carries over by the new choice, or `nil` if the choice was removed.
  public let to: Bool?

  /// Creates the event.
  public init(month: CivilMonth, currency: CurrencyCode, category: String, from: Bool?, to: Bool?) {
    self.month = month
    self.currency = currency
    self.category = category
    self.from = from
    self.to = to
  }
}
