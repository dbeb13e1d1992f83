internal import LedgerBytes

/// Everything that can happen to the budget of one month and currency.
public enum BudgetEvent: Hashable, Sendable {
  case categoryBudgeted(Budgeted)
  case categoryCarriesOver(CarriesOver)
}

extension BudgetEvent: KindEvent {
  static let streamKind = StreamKind.budget

  static let types: [EventType] = [.categoryBudgeted, .categoryCarriesOver]

  var event: LedgerEvent { .budget(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .categoryBudgeted(let event): visitor.visit(.categoryBudgeted, event)
    case .categoryCarriesOver(let event): visitor.visit(.categoryCarriesOver, event)
    }
  }

  var impliedID: UniqueID? {
    switch self {
    case .categoryBudgeted(let event): BudgetID(event.month, event.to.currency).id
    case .categoryCarriesOver(let event): BudgetID(event.month, event.currency).id
    }
  }

  func fault(on stream: UniqueID) -> String? {
    guard impliedID == stream else { return "it belongs to the budget of another month or currency" }
    guard case .categoryBudgeted(let event) = self, let from = event.from else { return nil }
    return from.currency == event.to.currency ? nil : "its amounts are in two currencies"
  }
}

extension EventType {
  /// A category was budgeted.
  package static let categoryBudgeted = EventType(
    "CategoryBudgeted", BudgetEvent.categoryBudgeted, canUndo: true)
  /// A category carries its overspending over, or no longer does.
  package static let categoryCarriesOver = EventType(
    "CategoryCarriesOver", BudgetEvent.categoryCarriesOver, canUndo: true)
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

extension BudgetOrigin: PayloadWord { static let words = PayloadWords<BudgetOrigin>() }

extension BudgetOrigin {
  /// The way in which the amount arose, for people, or `nil` if it was typed.
  package var words: String? {
    switch self {
    case .typed: nil
    case .lastBudgeted: "last month budgeted"
    case .lastSpent: "last month spent"
    case .averageBudgeted: "average budgeted"
    case .averageSpent: "average spent"
    case .goal: "goal"
    case .autoFill: "auto-fill"
    case .move: "moved"
    case .cover: "covered"
    case .undo: "undone"
    }
  }
}

extension BudgetEvent {
  /// A category was given another amount in the budget of a month.
  public struct Budgeted: Hashable, Sendable {
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
    public internal(set) var expression: String?
    /// The key of the category that the money came from or went to.
    public internal(set) var other: String?

    /// Returns a name of the change, or `nil` if the amount was set.
    ///
    /// Two devices that cover the same overspending do the same. Any other change adds to the amount before it.
    func change(by event: EventReference) -> String? {
      origin == .cover ? "cover \(other ?? "")" : isChange ? event.description : nil
    }

    /// Whether the amount before was changed by an amount, not set.
    package var isChange: Bool {
      [.move, .cover].contains(origin) || expression.map(BudgetAmount.isChange) ?? false
    }
  }

  /// A person chose whether a category carries a negative Available into the next month.
  public struct CarriesOver: Hashable, Sendable {
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
  }
}

extension BudgetEvent.Budgeted: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    category = try coder.member("category", whole?.category)
    expression = try coder.member("expression", whole?.expression)
    from = try coder.member("from", whole?.from)
    month = try coder.member("month", whole?.month)
    origin = try coder.member("origin", whole?.origin)
    other = try coder.member("other", whole?.other)
    to = try coder.member("to", whole?.to)
  }

  var summary: String {
    let amounts = from.map { "\($0.decimal) → \(to)" } ?? "\(to)"
    return [
      "\(month.iso) \(category)", amounts, expression ?? origin.words, other.map { "and \($0)" },
    ].compactMap { $0 }.listed()
  }
}

extension BudgetEvent.CarriesOver: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    category = try coder.member("category", whole?.category)
    currency = try coder.member("currency", whole?.currency)
    from = try coder.member("from", whole?.from)
    month = try coder.member("month", whole?.month)
    to = try coder.member("to", whole?.to)
  }

  var summary: String {
    let choice = to.map { $0 ? "carries over" : "does not carry over" } ?? "as in the month before"
    return "\(month.iso) \(category) \(currency.code), \(choice)"
  }
}

extension CivilMonth: PayloadValue {
  init(from reader: inout PayloadReader) throws(JSONError) {
    self = try reader.value { CivilMonth(iso: String(decoding: $0, as: UTF8.self)) }
  }

  func write(to writer: inout JSONWriter) { writer.string(iso) }
}
