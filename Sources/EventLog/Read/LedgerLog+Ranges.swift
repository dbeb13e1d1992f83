internal import LedgerBytes
internal import LedgerSQLite

// The log in ranges of streams, for readers that share the work: each opens the log for itself.

extension LedgerLog {
  /// The last key that a stream has, or 0 in an empty log. Cost: one look-up.
  package func lastStreamKey() throws -> Int64 {
    try connection.statement("SELECT ifnull(max(key), 0) FROM stream").firstInt64() ?? 0
  }

  /// Another reader of the same log, for another thread: it sees what was committed before.
  ///
  /// Errors: `.displaced` if another log is in the folder now, and those of `open`.
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

  /// A reader that sees the log as it was when the write under way began, until `endReadingBesideWrite`.
  func readerBesideWrite() throws -> LedgerLog {
    let reader = try besideWrite ?? anotherReader()
    besideWrite = reader
    if !reader.connection.isInTransaction { try reader.connection.begin(.deferred) }
    return reader
  }

  /// Ends its snapshot, which would keep SQLite from beginning the -wal again.
  func endReadingBesideWrite() { besideWrite?.connection.rollback() }

  /// The keys of the streams that have an event after one position and up to another, in order.
  ///
  /// Keys that follow each other are in one range.
  ///
  /// - Complexity: O(events between the positions).
  package func keyRanges(touchedAfter position: Int64, through last: Int64) throws -> [ClosedRange<Int64>] {
    let statement = try connection.statement(
      "SELECT DISTINCT stream FROM event WHERE position > ?1 AND position <= ?2 ORDER BY stream")
    defer { statement.reset() }
    try statement.bind(1, position)
    try statement.bind(2, last)
    var ranges: [ClosedRange<Int64>] = []
    while try statement.step() {
      let key = statement.int64(0)
      if let before = ranges.last, before.upperBound + 1 == key {
        ranges[ranges.count - 1] = before.lowerBound...key
      } else {
        ranges.append(key...key)
      }
    }
    return ranges
  }
}
