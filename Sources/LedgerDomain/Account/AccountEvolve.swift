extension AccountState {
  /// Applies one event, the latest so far in the order of the fold. It never fails.
  package mutating func evolve(_ event: AccountEvent, _ context: EventContext) {
    switch event {
    case .accountOpened(let opened):
      if key == nil { key = opened.key }
      // While an opening counts, another one changes neither the name nor the place. Different terms are a dispute.
      if terms.value == nil {
        name.write(opened.name, origin: .set, context)
        rank.write(opened.rank, origin: .set, context)
      }
      terms.write(opened.terms, origin: .set, context)
    case .accountRenamed(let renamed): name.write(renamed.to, origin: .set, context)
    case .accountMoved(let moved): rank.write(moved.to, origin: .set, context)
    case .accountClosed: isClosed.write(true, origin: .set, context)
    case .accountReopened: isClosed.write(false, origin: .set, context)
    case .accountWithdrawn: terms.write(nil, origin: .set, context)
    }
  }

  // MARK: Undo

  /// Computes the events that undo those of one batch on this account. This is its present state.
  ///
  /// An account whose opening is undone is there as long as transactions mention it, as if nobody had opened it.
  package func undo(
    _ events: [UndoneEvent<AccountEvent>], before: AccountState, _ context: UndoContext
  ) -> Undoing<AccountEvent> {
    var undoing = Undoing<AccountEvent>()
    for item in events.reversed() where !undoing.isDone(item.reference, context) {
      switch item.event {
      case .accountOpened:
        guard undoing.stillWins(terms, item.reference, "the opening") else { continue }
        undoing.compensate(
          item.reference, with: before.opened.map(AccountEvent.accountOpened) ?? .accountWithdrawn)
      case .accountWithdrawn:
        guard undoing.stillWins(terms, item.reference, "the opening"), let opened = before.opened else {
          continue
        }
        undoing.compensate(item.reference, with: .accountOpened(opened))
      case .accountRenamed(let renamed):
        guard undoing.stillWins(name, item.reference, "the name") else { continue }
        let renaming = AccountEvent.Renamed(
          from: name.value ?? renamed.to, to: before.name.value ?? renamed.from)
        undoing.compensate(item.reference, with: .accountRenamed(renaming))
      case .accountMoved(let moved):
        guard undoing.stillWins(rank, item.reference, "the place") else { continue }
        let moving = AccountEvent.Moved(from: rank.value ?? moved.to, to: before.rank.value ?? moved.from)
        undoing.compensate(item.reference, with: .accountMoved(moving))
      case .accountClosed:
        guard undoing.stillWins(isClosed, item.reference, "whether it is closed") else { continue }
        undoing.compensate(item.reference, with: .accountReopened)
      case .accountReopened:
        guard undoing.stillWins(isClosed, item.reference, "whether it is closed") else { continue }
        undoing.compensate(item.reference, with: .accountClosed)
      }
    }
    return undoing
  }

  /// The opening that gives this state's terms.
  private var opened: AccountEvent.Opened? {
    guard let row = AccountRow(self) else { return nil }
    return AccountEvent.Opened(key: row.key, name: row.name, rank: row.rank, terms: row.terms)
  }
}
