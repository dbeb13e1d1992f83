public import EventLog
public import LedgerBytes
internal import LedgerDomain

/// An action of a person that can be undone, or that was undone and can come back.
///
///     if let last = try book.undoableActions(limit: 1).first { try book.undo(last.target) }
public struct PastAction: Sendable {
  /// All events of the action, in order.
  public let events: [StoredEvent]
  /// The event to undo: its own, or its last undo or redo.
  public let target: EventReference
}

// The actions of this device in the order in which undo and redo go through them. Nothing is stored for that: the log
// has each undo with the events that it compensates.
extension Book {
  /// The maximal number of events searched for actions.
  private static let searchedEventsMax: Int64 = 20_000

  /// Returns the actions that undo reverts one after the other, the latest first.
  ///
  /// - Complexity: O(events since the last of them, with the events of their streams).
  public func undoableActions(limit: Int) throws -> [PastAction] {
    var found: [PastAction] = []
    try forEachAction { action in
      guard try undoneAction(by: action) == nil else { return true }
      let chain = try chain(of: action)
      if !chain.count.isMultiple(of: 2), let target = chain.last, try !undoPlan(of: target).steps.isEmpty {
        found.append(PastAction(events: action, target: target))
      }
      return found.count < limit
    }
    return found
  }

  /// Returns the undone actions that redo restores, the next one first.
  ///
  /// They are those that were undone since the last new action.
  public func redoableActions(limit: Int) throws -> [PastAction] {
    var found: [PastAction] = []
    var seen: Set<EventReference> = []
    try forEachAction { action in
      guard let undone = try undoneAction(by: action) else { return false }
      let original = try originalAction(of: undone)
      let chain = try chain(of: original)
      guard seen.insert(original[0].reference).inserted, chain.count.isMultiple(of: 2), let target = chain.last
      else { return true }
      found.append(PastAction(events: original, target: target))
      return found.count < limit
    }
    return found
  }

  /// Goes through the actions of people on this device, the latest first, until `body` returns false.
  private func forEachAction(_ body: ([StoredEvent]) throws -> Bool) throws {
    var position = try log.lastPosition()
    let last = max(0, position - Self.searchedEventsMax)
    var done: Set<UniqueID> = []
    while position > last {
      defer { position -= 1 }
      guard let event = try log.event(at: position), event.receivedAtMilliseconds == 0,
        EventActor.isPerson(event.actor), done.insert(event.correlation).inserted
      else { continue }
      let action = try log.batch(of: event)
      // Nothing precedes the ledger's creation, and nobody means to undo it.
      if action.contains(where: { $0.type == EventType.ledgerCreated.rawValue }) { return }
      if try !body(action) { return }
    }
  }

  /// Returns the action whose events an action compensates, or `nil` if it is no undo.
  private func undoneAction(by action: [StoredEvent]) throws -> [StoredEvent]? {
    for event in action {
      if let undone = try undone(by: event) { return try log.batch(of: undone) }
    }
    return nil
  }

  /// Returns the first action of a chain of undos and redos.
  private func originalAction(of action: [StoredEvent]) throws -> [StoredEvent] {
    var action = action
    while let undone = try undoneAction(by: action) { action = undone }
    return action
  }

  /// Returns the action, its undo, the redo of that, and so on. The action is in effect if their number is odd.
  private func chain(of action: [StoredEvent]) throws -> [EventReference] {
    var chain = [action[0].reference]
    var last = action
    while let undoing = try firstUndoing(of: last) {
      last = try log.batch(of: undoing)
      chain.append(last[0].reference)
    }
    return chain
  }

  private func firstUndoing(of action: [StoredEvent]) throws -> StoredEvent? {
    for event in action {
      if let undoing = try undoing(of: event) { return undoing }
    }
    return nil
  }
}
