/// A command on one copy.
package enum CopyCommand: Hashable, Sendable {
  /// Ask for a copy.
  case request(CopyEvent.Requested)
  /// Note a request just before it is sent.
  case attempt(CopyEvent.Attempted)
  /// Note that the remote budget holds the copy.
  case acknowledge(CopyEvent.Acknowledged)
  /// Note a refusal.
  case refuse(CopyEvent.Refused)
  /// Note that it is tried later.
  case postpone(CopyEvent.Deferred)
  /// Note the values of the remote budget.
  case observe(CopyEvent.RemoteChangeObserved)
  /// Note fields that were merged without a person.
  case merge(CopyEvent.Merged)
  /// Choose a side for a field in conflict.
  case settle(CopyEvent.Key, CopyEvent.Side, on: CivilDate)
  /// No longer follow it.
  case detach(on: CivilDate)
}

extension CopyState {
  /// Returns the events that carry out a command on this state, or the reason why it is refused.
  package func decide(_ command: CopyCommand) throws(Rejection) -> [CopyEvent] {
    if case .request(let requested) = command {
      if let request, detached.value != true {
        guard acknowledged == nil, pending == nil else { return [] }
        if request.withItems == requested.withItems { return [] }
      }
      return [.copyRequested(requested)]
    }
    guard let request, detached.value != true else { throw .unknownCopy }
    switch command {
    case .request: return []
    case .attempt(let attempted): return pending == attempted ? [] : [.copyAttempted(attempted)]
    case .acknowledge(let answer):
      let isKnown = pending == nil && deferral == nil && answer == acknowledged
      return isKnown ? [] : [.copyAcknowledged(answer)]
    case .refuse(let refused): return refusal == refused ? [] : [.copyRefused(refused)]
    case .postpone(let deferred): return deferral == deferred ? [] : [.copyDeferred(deferred)]
    case .observe(let observed):
      let fresh = observed.changes.filter { conflicts[$0.key] != $0 }
      guard !fresh.isEmpty || observed.isDeleted && !isDeletedThere else { return [] }
      return [
        .remoteChangeObserved(
          CopyEvent.RemoteChangeObserved(changes: fresh, isDeleted: observed.isDeleted, on: observed.on))
      ]
    case .merge(let merged): return merged.fields.isEmpty ? [] : [.copyMerged(merged)]
    case .settle(let key, let side, let on):
      guard let change = conflicts[key] else { throw .noCopyConflict(key.words) }
      if side == .ours, request.withItems, key.isFrozenInSplits { throw .copyIsFrozen(key.field.rawValue) }
      return [
        .copyMerged(CopyEvent.Merged(fields: [CopyEvent.Merge(key, side: side, remote: change.theirs)], on: on))
      ]
    case .detach(let on): return [.copyDetached(CopyEvent.Detached(remote: remote, on: on))]
    }
  }
}

extension CopyEvent.Key {
  /// Whether the remote budget ignores changes of the field in a split transaction.
  public var isFrozenInSplits: Bool {
    switch field {
    case .date, .amount, .category: true
    case .memo: item != nil
    case .payee, .cleared: false
    }
  }
}
