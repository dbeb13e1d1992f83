package import LedgerBytes
internal import LedgerSQLite

/// A stream with its key in this log, which is local and given in order of arrival.
package struct KeyedStream: Hashable, Sendable {
  /// The key, from 1.
  package let key: StreamKey
  /// The stream.
  package let stream: StreamID

  /// A stream with its key.
  package init(key: StreamKey, stream: StreamID) {
    self.key = key
    self.stream = stream
  }
}

// Reading for projectors: by stream, as of a position.
extension LedgerLog {
  /// Returns the streams with an event between two positions, in the order of their keys.
  ///
  /// The first position is excluded, the last one included.
  ///
  /// - Complexity: O(events between the positions).
  package func streams(touchedAfter position: Position, through last: Position) throws -> [KeyedStream] {
    // Sorted here: for the one event of a command, SQLite's temporary tables take longer than all the rest.
    let statement = try connection.statement("SELECT stream FROM event WHERE position > ?1 AND position <= ?2")
    try statement.bind(1, position)
    try statement.bind(2, last)
    var keys: [StreamKey] = []
    try statement.forEachRow { row in
      let key: StreamKey = row.number(0)
      guard LogReader.rowNumbers ~= key.rawValue else { throw EventLogError.damaged("no stream \(key)") }
      if keys.last != key { keys.append(key) }
    }
    keys.sort()
    var streams: [KeyedStream] = []
    for key in keys where streams.last?.key != key {
      streams.append(KeyedStream(key: key, stream: try stream(key: key)))
    }
    return streams
  }

  /// Returns the streams of a kind whose identifiers lie between two, both included, in order.
  ///
  /// - Complexity: O(log n) and a step per match, `limit` at the most.
  package func streams(
    kind: String, from first: UniqueID, through last: UniqueID, limit: Int
  ) throws -> [KeyedStream] {
    guard let kind = try reader.surrogates.key(ofKind: kind) else { return [] }
    let statement = try connection.statement(
      "SELECT key, kind, id FROM stream WHERE kind = ?1 AND id BETWEEN ?2 AND ?3 ORDER BY id LIMIT ?4")
    try statement.bind(1, kind)
    try statement.bind(2, blob: first.bytes)
    try statement.bind(3, blob: last.bytes)
    try statement.bind(4, Int64(limit))
    return try keyedStreams(statement)
  }

  private func keyedStreams(_ statement: Statement) throws -> [KeyedStream] {
    var streams: [KeyedStream] = []
    try statement.forEachRow { row in
      guard let id = row.withBytes(2, { LogReader.id($0) }) else {
        throw EventLogError.damaged("the identifier of stream \(row.int64(0))")
      }
      let kind = try self.reader.surrogates.kind(row.int64(1))
      streams.append(KeyedStream(key: row.number(0), stream: StreamID(kind: kind, id: id)))
    }
    return streams
  }

  /// Returns a stream's events up to a position, by version (the order of arrival).
  ///
  /// - Complexity: O(events of the stream).
  package func events(ofKey key: StreamKey, through last: Position = .max) throws -> [StoredEvent] {
    let statement = try connection.statement(
      "\(LogReader.selectEvents) WHERE e.stream = ?1 AND e.position <= ?2 ORDER BY e.version")
    try statement.bind(1, key)
    try statement.bind(2, last)
    var events: [StoredEvent] = []
    try reader.forEach(statement) { events.append($0) }
    return events
  }

  /// Calls `body` with every stream and its events up to a position, in the order of the streams' keys.
  ///
  /// - Complexity: O(events), with a few hundred streams in memory at a time.
  package func forEachStream(
    through last: Position, _ body: (KeyedStream, [StoredEvent]) throws -> Void
  ) throws {
    var after: StreamKey = 0
    while true {
      // A snapshot is opened for many streams, which is closed while `body` runs.
      let read = try reading {
        let statement = try connection.statement(
          "SELECT key, kind, id FROM stream WHERE key > ?1 ORDER BY key LIMIT 256")
        try statement.bind(1, after)
        return try keyedStreams(statement).map { ($0, try events(ofKey: $0.key, through: last)) }
      }
      guard let final = read.last?.0 else { return }
      for (stream, events) in read where !events.isEmpty { try body(stream, events) }
      after = final.key
    }
  }
}
