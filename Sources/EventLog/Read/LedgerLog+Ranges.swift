package import LedgerBytes
internal import LedgerSQLite

// The log in ranges of streams, for readers that share the work: each opens the log for itself.

extension LedgerLog {
  /// Returns the last key that a stream has, or 0 if the log is empty.
  ///
  /// - Throws: `.damaged` if the log cannot have so many streams.
  /// - Complexity: Two look-ups.
  package func lastStreamKey() throws -> StreamKey {
    let last: StreamKey = try connection.statement("SELECT ifnull(max(key), 0) FROM stream").firstNumber() ?? 0
    guard 0...(try rowsMax()) ~= last.rawValue else { throw EventLogError.damaged("a stream with key \(last)") }
    return last
  }

  /// Opens another reader of the same log, for another thread. It sees all earlier commits.
  ///
  /// - Throws: `.displaced` if another log is in the folder now, and the errors of `open`.
  package func anotherReader() throws -> LedgerLog { try moreReaders() }

  /// Opens further readers of the same log, on any thread.
  package var moreReaders: @Sendable () throws -> LedgerLog {
    let (folder, path, file, wait) = (folder, files.log, connection.file, busyTimeoutMilliseconds)
    return {
      let reader = try LedgerLog.open(folder, mode: .readOnly, busyTimeoutMilliseconds: wait)
      guard reader.connection.file == file else {
        throw EventLogError.displaced(path: path, isWritten: false)
      }
      return reader
    }
  }

  /// Returns a reader with a snapshot of the log before the current write, until `endReadingDuringWrite`.
  func readerDuringWrite() throws -> LedgerLog {
    precondition(isWriting, "only a write needs to read the log as it was before the write")
    let reader = try lookupReader ?? anotherReader()
    lookupReader = reader
    if !reader.connection.isInTransaction { try reader.connection.begin(.deferred) }
    return reader
  }

  /// Ends the reader's snapshot, which would keep SQLite from restarting the -wal.
  func endReadingDuringWrite() { lookupReader?.connection.rollback() }

  /// Returns the keys of the streams that have an event after one position and up to another, in order.
  ///
  /// Keys that follow each other are in one range.
  ///
  /// - Complexity: O(events between the positions).
  package func keyRanges(
    touchedAfter position: Position, through last: Position
  ) throws -> [ClosedRange<StreamKey>] {
    let statement = try connection.statement(
      "SELECT DISTINCT stream FROM event WHERE position > ?1 AND position <= ?2 ORDER BY stream")
    defer { statement.reset() }
    try statement.bind(1, position)
    try statement.bind(2, last)
    var ranges: [ClosedRange<StreamKey>] = []
    while try statement.step() {
      let key: StreamKey = statement.number(0)
      guard LogReader.rowNumbers ~= key.rawValue else { throw EventLogError.damaged("no stream \(key)") }
      if let before = ranges.last, before.upperBound + 1 == key {
        ranges[ranges.count - 1] = before.lowerBound...key
      } else {
        ranges.append(key...key)
      }
    }
    return ranges
  }
}
