extension GoalState {
  /// Applies one event, the latest so far in the order of the fold. It never fails.
  public mutating func evolve(_ event: GoalEvent, _ context: EventContext) {
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
}
