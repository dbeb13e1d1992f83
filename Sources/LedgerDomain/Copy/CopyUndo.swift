internal import LedgerBytes

extension CopyState {
  /// Computes the events that undo those of one batch on this copy. This is its present state.
  ///
  /// A request is withdrawn only while nothing was sent: no event can undo what another system received.
  public func undo(
    _ events: [UndoneEvent<CopyEvent>], before: CopyState, _ context: UndoContext
  ) -> Undoing<CopyEvent> {
    var undoing = Undoing<CopyEvent>()
    for item in events.reversed() where !undoing.isDone(item.reference, context) {
      switch item.event {
      case .copyRequested:
        guard undoing.stillWins(detached, item.reference, "the request") else { continue }
        if importID == nil {
          undoing.compensate(item.reference, with: .copyDetached(CopyDetached(remote: nil, on: context.today)))
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
