internal import LedgerBytes
internal import LedgerSQLite

// The log in ranges of streams, for readers that share the work: each opens the log for itself.

extension LedgerLog {
  /// The last key that a stream has; 0 where there is none. Cost: one look-up.
  public func lastStreamKey() throws -> Int64 {
    try connection.statement("SELECT ifnull(max(key), 0) FROM stream").firstInt64() ?? 0
  }

  /// Another reader of the same log, for another thread: it sees what was committed before.
  public func anotherReader() throws -> LedgerLog {
    try LedgerLog.open(folder, mode: .readOnly, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
  }

  /// The keys of the streams that have an event after one position and up to another, in order, those that follow each
  /// other in one range.
  ///
  /// - Complexity: O(events between the positions).
  public func keyRanges(touchedAfter position: Int64, through last: Int64) throws -> [ClosedRange<Int64>] {
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

  /// As `forEachRowByStream(through:stream:_:)`, for the streams of a range of keys.
  ///
  /// - Complexity: O(events of those streams), without an allocation per event.
  public func forEachRow(
    ofKeys keys: ClosedRange<Int64>, through last: Int64, actors: inout ActorNames,
    stream begin: (KeyedStream) throws -> Void, _ body: (EventRow) throws -> Void
  ) throws {
    let streams = try connection.statement(
      "SELECT key, kind, id FROM stream WHERE key BETWEEN ?1 AND ?2 ORDER BY key")
    // The index gives the order; a table in order of position would have to be sorted.
    let rows = try connection.statement(
      EventRow.select
        + """
         INDEXED BY event_by_stream WHERE stream BETWEEN ?1 AND ?2 AND position <= ?3 ORDER BY stream, version
        """)
    defer {
      streams.reset()
      rows.reset()
    }
    try streams.bind(1, keys.lowerBound)
    try streams.bind(2, keys.upperBound)
    try rows.bind(1, keys.lowerBound)
    try rows.bind(2, keys.upperBound)
    try rows.bind(3, last)
    var current: Int64 = 0
    while try rows.step() {
      let row = try EventRow(rows, reader.surrogates, &actors)
      if row.stream != current {
        repeat {
          guard try streams.step() else { throw EventLogError.damaged("no stream \(row.stream)") }
          current = streams.int64(0)
        } while current < row.stream
        guard current == row.stream, let id = streams.withBytes(2, { LogReader.id($0) }) else {
          throw EventLogError.damaged("the identifier of stream \(row.stream)")
        }
        let kind = try reader.surrogates.kind(streams.int64(1))
        try begin(KeyedStream(key: current, stream: StreamID(kind: kind, id: id)))
      }
      try body(row)
    }
  }
}
