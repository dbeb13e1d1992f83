internal import LedgerBytes

extension GroupState {
  /// Applies one event, the latest so far in the order of the fold. Total.
  package mutating func evolve(_ event: GroupEvent, _ context: EventContext) {
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

  // MARK: Undo

  /// Returns the events that undo a batch. `self` is the group's current state.
  ///
  /// The receipts of a group that is deleted this way stay. The caller that appends the deletion files them to Unfiled.
  package func undo(
    _ events: [UndoneEvent<GroupEvent>], before: GroupState, _ context: UndoContext
  ) -> Undoing<GroupEvent> {
    var undoing = Undoing<GroupEvent>()
    for item in events.reversed() where !undoing.isDone(item.reference, context) {
      switch item.event {
      case .groupCreated: delete(item.reference, after: .groupCreated, context, &undoing)
      case .groupRestored: delete(item.reference, after: .groupRestored, context, &undoing)
      case .groupRenamed: rename(item.reference, to: before.name.value, &undoing)
      case .groupDeleted: undoing.restore(deletion, item.reference, with: .groupRestored)
      case .groupExported: undoing.note(.notUndoable(.exported))
      }
    }
    return undoing
  }

  private func delete(
    _ reference: EventReference, after type: EventType, _ context: UndoContext,
    _ undoing: inout Undoing<GroupEvent>
  ) {
    guard !deletion.isDeleted else {
      undoing.note(.isDeleted(what: "group", by: deletion.reference))
      return
    }
    if type == .groupRestored, deletion.reference != reference {
      undoing.note(.overwritten(what: "the restoring", by: deletion.reference ?? reference))
      return
    }
    undoing.compensate(
      reference, with: .groupDeleted(GroupEvent.Deleted(disposition: .keep, receipts: context.held)))
    for later in context.later { undoing.note(.followed(by: later)) }
  }

  private func rename(_ reference: EventReference, to name: String?, _ undoing: inout Undoing<GroupEvent>) {
    guard !deletion.isDeleted else {
      undoing.note(.isDeleted(what: "group", by: deletion.reference))
      return
    }
    guard let current = self.name.value, let name, undoing.stillWins(self.name, reference, "the name") else {
      return
    }
    undoing.compensate(reference, with: .groupRenamed(GroupEvent.Renamed(from: current, to: name)))
  }
}
