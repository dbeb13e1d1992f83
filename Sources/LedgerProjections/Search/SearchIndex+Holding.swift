internal import EventLog
internal import LedgerSQLite

// Searches in a snapshot of the log, which the index may have passed: another process follows later events with it.
extension SearchIndex {
  /// The index knows events that are not in the snapshot of the log.
  struct Ahead: Error {}

  /// Throws `Ahead` if the index knows events that the snapshot of the log does not have.
  func requireNotAhead(_ head: Generation.Head) throws {
    if log.isHeld, head.position > (try log.lastPosition()) { throw Ahead() }
  }
}

extension ReadModels {
  /// Runs `body` with the index. If that is beyond the snapshot, `body` runs with one that is folded from the log.
  ///
  /// - Complexity: Folding takes some thirty microseconds and a kilobyte per transaction, once per snapshot.
  func withIndex<Value>(_ body: (SearchIndex) throws -> Value) throws -> Value {
    do { return try searching { try body(searchIndex) } } catch is SearchIndex.Ahead {
      let index = try held?.words ?? SearchIndex(of: log, folder: nil, horizon: .position(log.lastPosition()))
      held?.words = index
      try index.complete(Interruption.check)
      return try body(index)
    }
  }
}
