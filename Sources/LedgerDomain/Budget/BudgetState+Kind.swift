internal import LedgerBytes

extension BudgetState: KindState {
  static let plural = "budgets"

  var record: RecordState { .budget(self) }

  func values(of id: UniqueID) -> RecordValues { values }

  var isBegun: Bool { month != nil }

  var writes: RecordWrites { RecordWrites() }
}

extension BudgetEvent {
  var summary: String {
    switch self {
    case .categoryBudgeted(let event):
      let amounts = event.from.map { "\($0.decimal) → \(event.to)" } ?? "\(event.to)"
      return [
        "\(event.month.iso) \(event.category)", amounts, event.expression ?? event.origin.words,
        event.other.map { "and \($0)" },
      ].compactMap { $0 }.listed()
    case .categoryCarriesOver(let event):
      let choice = event.to.map { $0 ? "carries over" : "does not carry over" } ?? "as in the month before"
      return "\(event.month.iso) \(event.category) \(event.currency.code), \(choice)"
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

extension BudgetOrigin {
  /// The way in which the amount arose, for people, or `nil` if it was typed.
  fileprivate var words: String? {
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
