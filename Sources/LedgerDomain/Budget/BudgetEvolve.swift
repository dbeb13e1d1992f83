extension BudgetState {
  /// Applies one event, the latest so far in the order of the fold. It never fails.
  package mutating func evolve(_ event: BudgetEvent, _ context: EventContext) {
    switch event {
    case .categoryBudgeted(let budgeted):
      month = budgeted.month
      currency = budgeted.to.currency
      self[budgeted.category].amount.write(budgeted.to, origin: .set, context)
    case .categoryCarriesOver(let choice):
      month = choice.month
      currency = choice.currency
      self[choice.category].carriesOver.write(choice.to, origin: .set, context)
    }
  }
}
