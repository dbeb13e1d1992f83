extension BudgetState {
  /// Applies one event, the latest so far in the order of the fold. It never fails.
  package mutating func evolve(_ event: BudgetEvent, _ context: EventContext) {
    switch event {
    case .categoryBudgeted(let budgeted):
      month = budgeted.month
      currency = budgeted.to.currency
      let amount = BudgetedAmount(money: budgeted.to, change: budgeted.change(by: context.reference))
      self[budgeted.category].amount.write(amount, origin: .set, context)
    case .categoryCarriesOver(let choice):
      month = choice.month
      currency = choice.currency
      self[choice.category].carriesOver.write(choice.to, origin: .set, context)
    }
  }

  // MARK: Undo

  /// Computes the events that undo those of one batch on this budget. This is its present state.
  package func undo(
    _ events: [UndoneEvent<BudgetEvent>], before: BudgetState, _ context: UndoContext
  ) -> Undoing<BudgetEvent> {
    var undoing = Undoing<BudgetEvent>()
    for item in events.reversed() where !undoing.isDone(item.reference, context) {
      switch item.event {
      case .categoryBudgeted(let budgeted):
        let now = amount(of: budgeted.category)
        guard undoing.stillWins(now, item.reference, "the amount budgeted for \(budgeted.category)") else {
          continue
        }
        let earlier = before.amount(of: budgeted.category).value
        let back = BudgetEvent.Budgeted(
          month: budgeted.month, category: budgeted.category, from: now.value?.money,
          to: earlier?.money ?? Money(minorUnits: 0, currency: budgeted.to.currency), origin: .undo,
          other: budgeted.other)
        undoing.compensate(item.reference, with: .categoryBudgeted(back))
      case .categoryCarriesOver(let choice):
        let now = carriesOver(choice.category)
        guard undoing.stillWins(now, item.reference, "whether \(choice.category) carries over") else {
          continue
        }
        let back = BudgetEvent.CarriesOver(
          month: choice.month, currency: choice.currency, category: choice.category, from: now.value,
          to: before.carriesOver(choice.category).value)
        undoing.compensate(item.reference, with: .categoryCarriesOver(back))
      }
    }
    return undoing
  }
}
