internal import LedgerBytes

extension CategoryState {
  /// Applies one event, the latest so far in the order of the fold. Total.
  package mutating func evolve(_ event: CategoryEvent, _ context: EventContext) {
    switch event {
    case .categoryAdded(let added):
      // Adding twice is merging. Each addition fills in only what nobody has set yet, so it undoes nothing.
      if key == nil { key = added.key }
      if name.winner == nil { name.write(added.name, origin: .set, context) }
      if let value = added.emoji, emoji.winner == nil { emoji.write(value, origin: .set, context) }
      if !added.kinds.isEmpty, kinds.winner == nil { kinds.write(added.kinds, origin: .set, context) }
    case .categoryChanged(let changed):
      if let change = changed.name { name.write(change.to, origin: .set, context) }
      if let change = changed.emoji { emoji.write(change.to, origin: .set, context) }
      if let change = changed.color { color.write(change.to, origin: .set, context) }
      if let change = changed.kinds { kinds.write(change.to, origin: .set, context) }
      if let change = changed.header { header.write(change.to, origin: .set, context) }
      if let change = changed.rank { rank.write(change.to, origin: .set, context) }
    case .categoryDeactivated:
      isActive.write(false, origin: .set, context)
    case .categoryReactivated:
      isActive.write(true, origin: .set, context)
    }
  }

  // MARK: Undo

  /// Returns the events that undo a batch. `self` is the category's current state.
  ///
  /// A category that was added is deactivated, because old transactions keep it (ET-08).
  package func undo(
    _ events: [UndoneEvent<CategoryEvent>], before: CategoryState, _ context: UndoContext
  ) -> Undoing<CategoryEvent> {
    var undoing = Undoing<CategoryEvent>()
    for item in events.reversed() where !undoing.isDone(item.reference, context) {
      switch item.event {
      case .categoryAdded(let added):
        if FixedCategories.contains(added.key) {
          undoing.note(.notUndoable(.fixedCategory(added.key)))
        } else if isActive.value == false, let winner = isActive.winner {
          undoing.note(.overwritten(what: "whether it is offered", by: winner.reference))
        } else if before.key == nil {
          undoing.compensate(item.reference, with: .categoryDeactivated)
        } else {
          undoing.note(.notUndoable(.wasThereBefore))
        }
      case .categoryDeactivated:
        if undoing.stillWins(isActive, item.reference, "whether it is offered") {
          undoing.compensate(item.reference, with: .categoryReactivated)
        }
      case .categoryReactivated:
        if undoing.stillWins(isActive, item.reference, "whether it is offered") {
          undoing.compensate(item.reference, with: .categoryDeactivated)
        }
      case .categoryChanged(let changed): change(changed, item.reference, before, &undoing)
      }
    }
    return undoing
  }

  private func change(
    _ changed: CategoryEvent.Changed, _ reference: EventReference, _ before: CategoryState,
    _ undoing: inout Undoing<CategoryEvent>
  ) {
    let back = CategoryEvent.Changed(
      name: undoing.back(changed.name, "the name", reference, name, before.name),
      emoji: undoing.back(changed.emoji, "the emoji", reference, emoji, before.emoji),
      color: undoing.back(changed.color, "the colour", reference, color, before.color),
      kinds: changed.kinds != nil && undoing.stillWins(kinds, reference, "the kinds")
        ? CategoryEvent.KindsChange(from: kinds.value ?? [], to: before.kinds.value ?? []) : nil,
      header: undoing.back(changed.header, "the header group", reference, header, before.header),
      rank: undoing.back(changed.rank, "the place", reference, rank, before.rank))
    guard back != CategoryEvent.Changed(name: nil, emoji: nil, color: nil) else { return }
    undoing.compensate(reference, with: .categoryChanged(back))
  }
}
