extension CopyState {
  /// Applies one event, the latest so far in the order of the fold. It never fails.
  package mutating func evolve(_ event: CopyEvent, _ context: EventContext) {
    switch event {
    case .copyRequested(let requested):
      if request == nil || detached.value == true {
        forgetRemote()
        request = requested
        generation += 1
      } else if acknowledged == nil, pending == nil {
        request = requested
      }
      detached.write(false, origin: .set, context)
    case .copyAttempted(let attempted):
      pending = attempted
      importID = attempted.importID
      refusal = nil
      deferral = nil
    case .copyAcknowledged(let answer):
      acknowledged = answer
      if sentOn == nil { sentOn = answer.on }
      items = answer.items
      pending = nil
      refusal = nil
      deferral = nil
      base = [:]
      for value in answer.values { base[value.key] = value.value }
    case .copyRefused(let refused):
      refusal = refused
      deferral = nil
      pending = nil
    case .copyDeferred(let deferred): deferral = deferred
    case .remoteChangeObserved(let observed):
      if observed.isDeleted { isDeletedThere = true }
      for change in observed.changes where change.isConflict { conflicts[change.key] = change }
    case .copyMerged(let merged):
      for field in merged.fields {
        base[field.key] = field.remote
        conflicts[field.key] = nil
      }
    case .copyDetached: detached.write(true, origin: .set, context)
    }
  }

  private mutating func forgetRemote() {
    pending = nil
    importID = nil
    acknowledged = nil
    items = []
    refusal = nil
    deferral = nil
    base = [:]
    conflicts = [:]
    isDeletedThere = false
  }

  // MARK: Undo

  /// Computes the events that undo those of one batch on this copy. This is its present state.
  ///
  /// A request is withdrawn only while nothing was sent: no event can undo what another system received.
  package func undo(
    _ events: [UndoneEvent<CopyEvent>], before: CopyState, _ context: UndoContext
  ) -> Undoing<CopyEvent> {
    var undoing = Undoing<CopyEvent>()
    for item in events.reversed() where !undoing.isDone(item.reference, context) {
      switch item.event {
      case .copyRequested:
        guard undoing.stillWins(detached, item.reference, "the request") else { continue }
        if importID == nil {
          undoing.compensate(
            item.reference, with: .copyDetached(CopyEvent.Detached(remote: nil, on: context.today)))
        } else {
          undoing.note(.notUndoable(.sentElsewhere))
        }
      case .copyDetached(let event):
        guard undoing.stillWins(detached, item.reference, "the detaching") else { continue }
        guard event.remote == nil, let request else {
          undoing.note(.notUndoable(.sentElsewhere))
          continue
        }
        undoing.compensate(item.reference, with: .copyRequested(request))
      case .copyAttempted, .copyAcknowledged, .copyRefused, .copyDeferred, .remoteChangeObserved, .copyMerged:
        undoing.note(.notUndoable(.sentElsewhere))
      }
    }
    return undoing
  }
}
