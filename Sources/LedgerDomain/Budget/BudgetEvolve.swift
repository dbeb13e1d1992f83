extension BudgetState {
  /// Applies one event, the latest so far in the order of the fold. It never fails.
  package mutating func evolve(_ event: BudgetEvent, _ context: EventContext) {
    switch event {
    case .categoryBudgeted(let budgeted):
      month = budgeted.month
      currency = budgeted.to.currency
      self[budgeted.category].apply(budgeted, context)
    case .categoryCarriesOver(let choice):
      month = choice.month
      currency = choice.currency
      self[choice.category].carriesOver.write(choice.to, origin: .set, context)
    }
  }
}

// MARK: - Undo

extension BudgetState {
  /// Computes the events that undo those of one batch on this budget. This is its present state.
  package func undo(
    _ events: [UndoneEvent<BudgetEvent>], before: BudgetState, _ context: UndoContext
  ) -> Undoing<BudgetEvent> {
    var undoing = Undoing<BudgetEvent>()
    for item in events.reversed() where !undoing.isDone(item.reference, context) {
      switch item.event {
      case .categoryBudgeted(let budgeted):
        let now = self[budgeted.category]
        let own = now.changes.first { $0.reference == item.reference }
        let what = "the amount budgeted for \(budgeted.category)"
        guard own != nil || undoing.stillWins(now.amount, item.reference, what) else { continue }
        let earlier = before[budgeted.category]
        // Changes that were made since stay.
        let since = now.changes.filter { change in
          !earlier.changes.contains { $0.reference == change.reference }
        }
        let units =
          own.map { (now.budgeted?.minorUnits ?? 0) - $0.money.minorUnits }
          ?? since.reduce(earlier.budgeted?.minorUnits ?? 0) { $0 + $1.money.minorUnits }
        let back = BudgetEvent.Budgeted(
          month: budgeted.month, category: budgeted.category, from: now.budgeted,
          to: Money(minorUnits: units, currency: budgeted.to.currency), origin: .undo, other: budgeted.other)
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
