internal import EventLog
internal import LedgerBytes

// The index as a part of a snapshot, in which it must not be of a later position than the log.
extension SearchIndex {
  /// The index knows events that are not in the snapshot of the log.
  struct Ahead: Error {}

  /// Runs `body`, whose reads are all of one snapshot of the index, and which changes nothing in it.
  func holding<T>(_ body: () throws -> T) throws -> T {
    try read { snapshot in
      held = snapshot
      defer { held = nil }
      return try body()
    }
  }

  /// Throws `Ahead` if the index knows events that the snapshot of the log does not have.
  func requireNotAhead(_ head: Generation.Head) throws {
    if log.isHeld, head.position > (try log.lastPosition()) { throw Ahead() }
  }
}
