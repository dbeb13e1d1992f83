extension GroupState {
  /// Applies one event, the latest so far in the order of the fold. Total.
  public mutating func evolve(_ event: GroupEvent, _ context: EventContext) {
    switch event {
    case .groupCreated(let created):
      if createdOn == nil { createdOn = created.on }
      name.write(created.name, origin: .set, context)
      deletion.noteChange(context)
    case .groupRenamed(let renamed):
      name.write(renamed.to, origin: .set, context)
      deletion.noteChange(context)
    case .groupDeleted:
      deletion.delete(context)
    case .groupRestored:
      deletion.restore(context)
    case .groupExported:
      // An exported file of its receipts does not change the group.
      break
    }
  }
}
