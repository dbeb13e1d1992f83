package import LedgerBytes
internal import LedgerSQLite

// The integer keys of this folder's log, and the streams they stand for. They never leave it.

extension LedgerLog {
  /// Returns the stream with a key.
  ///
  /// - Complexity: One look-up.
  package func stream(key: StreamKey) throws -> StreamID {
    let statement = try connection.statement("SELECT kind, id FROM stream WHERE key = ?1")
    defer { statement.reset() }
    try statement.bind(1, key)
    guard try statement.step(), let id = statement.withBytes(1, { LogReader.id($0) }) else {
      throw EventLogError.damaged("no stream \(key)")
    }
    return StreamID(kind: try reader.surrogates.kind(statement.int64(0)), id: id)
  }

  /// Hands key and identity of every stream with a key over `after` to `body`, by key.
  package func forEachStream(after: StreamKey = 0, _ body: (StreamKey, StreamID) throws -> Void) throws {
    let statement = try connection.statement("SELECT key, kind, id FROM stream WHERE key > ?1 ORDER BY key")
    try statement.bind(1, after)
    try statement.forEachRow { row in
      guard let id = row.withBytes(2, { LogReader.id($0) }) else {
        throw EventLogError.damaged("a stream's id")
      }
      try body(row.number(0), StreamID(kind: try self.reader.surrogates.kind(row.int64(1)), id: id))
    }
  }

  /// Returns the key of a stream, or `nil` if it has no event.
  package func key(of stream: StreamID) throws -> StreamKey? { try reader.key(of: stream) }
}
