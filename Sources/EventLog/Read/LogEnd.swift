package import LedgerBytes
internal import LedgerSQLite

/// The end of a log at a moment. It differs after every commit, also after one that only erases or restores contents.
///
///     let end = try log.end()
///     let events = try log.events(of: stream)
///     // Later: these are still all events of the stream if `log.end()` is the same.
package struct LogEnd: Hashable, Sendable {
  /// The position of the last event, or 0 in an empty log.
  package let position: Position
  /// SQLite's number of the last commit that this connection knows, or `nil` without such a number.
  let commit: UInt32?
}

extension LedgerLog {
  /// Returns the end of the log. Read it before the events that are to be kept with it.
  ///
  /// - Complexity: One look-up.
  package func end() throws -> LogEnd {
    // The look-up begins a transaction, in which this connection learns of the commits of others.
    let position = try lastPosition()
    return LogEnd(position: position, commit: connection.commitNumber)
  }

  /// The end of the log after this log's own last write, or `nil` before it.
  package var lastWrite: LogEnd? { knownEnd.map { LogEnd(position: $0.position, commit: $0.commitNumber) } }
}

extension LogWriter {
  /// The end of the log, with the events of this write that were appended so far.
  package var logEnd: LogEnd { LogEnd(position: lastPosition, commit: connection.commitNumber) }
}
