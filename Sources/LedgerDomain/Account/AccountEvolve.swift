extension AccountState {
  /// Applies one event, the latest so far in the order of the fold. It never fails.
  public mutating func evolve(_ event: AccountEvent, _ context: EventContext) {
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
}
