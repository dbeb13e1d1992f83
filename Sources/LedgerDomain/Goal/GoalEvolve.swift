internal import LedgerBytes

extension GoalState {
  /// Applies one event, the latest so far in the order of the fold. It never fails.
  package mutating func evolve(_ event: GoalEvent, _ context: EventContext) {
    switch event {
    case .goalCreated(let created):
      if createdOn == nil { createdOn = created.on }
      name.write(created.name, origin: .set, context)
      if let emoji = created.emoji { self.emoji.write(emoji, origin: .set, context) }
      target.write(created.target, origin: .set, context)
      if let by = created.by { self.by.write(by, origin: .set, context) }
    case .goalChanged(let changed):
      if let change = changed.name { name.write(change.to, origin: .set, context) }
      if let change = changed.emoji { emoji.write(change.to, origin: .set, context) }
      if let change = changed.target { target.write(change.to, origin: .set, context) }
      if let change = changed.by { by.write(change.to, origin: .set, context) }
    case .goalContributed(let contribution):
      self[contribution: contribution.id].write(contribution, origin: .set, context)
    case .goalContributionRemoved(let contribution):
      self[contribution: contribution.id].write(nil, origin: .set, context)
    case .goalCompleted: isCompleted.write(true, origin: .set, context)
    case .goalReopened: isCompleted.write(false, origin: .set, context)
    case .goalDeleted: return deletion.delete(context)
    case .goalRestored: return deletion.restore(context)
    }
    deletion.noteChange(context)
  }

  // MARK: Undo

  /// Computes the events that undo those of one batch on this goal. This is its present state.
  package func undo(
    _ events: [UndoneEvent<GoalEvent>], before: GoalState, _ context: UndoContext
  ) -> Undoing<GoalEvent> {
    var undoing = Undoing<GoalEvent>()
    for item in events.reversed() where !undoing.isDone(item.reference, context) {
      let reference = item.reference
      switch item.event {
      case .goalCreated, .goalRestored:
        if deletion.isDeleted {
          undoing.note(.isDeleted(what: "goal", by: deletion.reference))
        } else if item.event.type == .goalRestored, deletion.reference != reference {
          undoing.note(.overwritten(what: "the restoring", by: deletion.reference ?? reference))
        } else {
          undoing.compensate(reference, with: .goalDeleted)
          for later in context.later { undoing.note(.followed(by: later)) }
        }
      case .goalDeleted: undoing.restore(deletion, reference, with: .goalRestored)
      case .goalChanged, .goalContributed, .goalContributionRemoved, .goalCompleted, .goalReopened:
        if deletion.isDeleted {
          undoing.note(.isDeleted(what: "goal", by: deletion.reference))
        } else {
          takeBack(item.event, reference, before, &undoing)
        }
      }
    }
    return undoing
  }

  private func takeBack(
    _ event: GoalEvent, _ reference: EventReference, _ before: GoalState, _ undoing: inout Undoing<GoalEvent>
  ) {
    switch event {
    case .goalChanged(let changed): change(changed, reference, before, &undoing)
    case .goalContributed(let contribution), .goalContributionRemoved(let contribution):
      let now = self[contribution: contribution.id]
      guard undoing.stillWins(now, reference, "the contribution") else { return }
      if let earlier = before[contribution: contribution.id].value {
        undoing.compensate(reference, with: .goalContributed(earlier))
      } else {
        undoing.compensate(reference, with: .goalContributionRemoved(contribution))
      }
    case .goalCompleted:
      guard undoing.stillWins(isCompleted, reference, "whether it is completed") else { return }
      undoing.compensate(reference, with: .goalReopened)
    case .goalReopened:
      guard undoing.stillWins(isCompleted, reference, "whether it is completed") else { return }
      undoing.compensate(reference, with: .goalCompleted)
    case .goalCreated, .goalDeleted, .goalRestored: break
    }
  }

  private func change(
    _ changed: GoalEvent.Changed, _ reference: EventReference, _ before: GoalState,
    _ undoing: inout Undoing<GoalEvent>
  ) {
    let back = GoalEvent.Changed(
      name: undoing.back(changed.name, "the name", reference, name, before.name),
      emoji: undoing.back(changed.emoji, "the emoji", reference, emoji, before.emoji),
      target: undoing.back(changed.target, "the target", reference, target, before.target),
      by: undoing.back(changed.by, "the date", reference, by, before.by))
    if !back.isEmpty { undoing.compensate(reference, with: .goalChanged(back)) }
  }
}
