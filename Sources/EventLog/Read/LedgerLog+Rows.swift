internal import LedgerBytes
internal import LedgerSQLite

// Events as projectors read them: stream by stream, where they stand, without a copy of each.
//
// The index knows the order of a stream's events and their positions; the rows themselves stand in the order of
// positions. Going through the index and looking every row up takes four times as long as reading a few thousand rows
// in their own order and handing them over in that of the index. So a slice of the index is read first, then its rows.

extension LedgerLog {
  /// Hands every event up to a position to `body`, stream by stream in the order of their keys, by version within a
  /// stream. `stream` is called before the first event of each.
  ///
  /// - Complexity: O(events), without an allocation per event; some megabytes at a time.
  public func forEachRowByStream(
    through last: Int64 = .max, stream begin: (KeyedStream) throws -> Void, _ body: (EventRow) throws -> Void
  ) throws {
    var actors = ActorNames()
    var first: Int64 = 1
    while case let end = try lastStreamKey(), first <= end {
      let keys = first...min(end, first + 1_023)
      try forEachRow(ofKeys: keys, through: last, actors: &actors, stream: begin, body)
      first = keys.upperBound + 1
    }
  }

  /// As `forEachRowByStream(through:stream:_:)`, for the streams of a range of keys: a few thousand at the most.
  ///
  /// - Complexity: O(events of those streams), without an allocation per event.
  public func forEachRow(
    ofKeys keys: ClosedRange<Int64>, through last: Int64, actors: inout ActorNames,
    stream begin: (KeyedStream) throws -> Void, _ body: (EventRow) throws -> Void
  ) throws {
    let rows = try rowReader()
    let positions = try positions(ofKeys: keys, through: last, rows)
    if positions.isEmpty { return }
    let streams = try keyedStreams(keys, rows)
    var next = 0
    var current: Int64 = 0
    for start in stride(from: 0, to: positions.count, by: Self.rowsAtOnce) {
      let slice = positions[start..<min(positions.count, start + Self.rowsAtOnce)]
      for place in try read(slice, rows) {
        let row = try EventRow(rows[Int(place)], reader.surrogates, &actors)
        if row.stream != current {
          current = row.stream
          while next < streams.count, streams[next].key < current { next += 1 }
          guard next < streams.count, streams[next].key == current else {
            throw EventLogError.damaged("no stream \(current)")
          }
          try begin(streams[next])
        }
        try body(row)
      }
    }
  }

  /// Rows that stand in memory at a time: a megabyte or two, unless texts are long.
  private static let rowsAtOnce = 2_048

  private func rowReader() throws -> RowReader {
    if let knownRowReader { return knownRowReader }
    let reader = try RowReader(connection)
    knownRowReader = reader
    return reader
  }

  /// The positions of the streams' events, in the order of the index.
  private func positions(
    ofKeys keys: ClosedRange<Int64>, through last: Int64, _ rows: RowReader
  ) throws -> [Int64] {
    let statement = try connection.statement(
      """
      SELECT ledger_take(position) FROM event INDEXED BY event_by_stream WHERE stream BETWEEN ?1 AND ?2
      """)
    try statement.bind(1, keys.lowerBound)
    try statement.bind(2, keys.upperBound)
    try rows.read(statement, columns: 1)
    return (0..<rows.count).lazy.map { rows[$0].int64(0) }.filter { $0 <= last }
  }

  /// The streams of those keys, in order.
  private func keyedStreams(_ keys: ClosedRange<Int64>, _ rows: RowReader) throws -> [KeyedStream] {
    let statement = try connection.statement(
      "SELECT ledger_take(key, kind, id) FROM stream WHERE key BETWEEN ?1 AND ?2")
    try statement.bind(1, keys.lowerBound)
    try statement.bind(2, keys.upperBound)
    try rows.read(statement, columns: 3)
    return try (0..<rows.count).map { index in
      let row = rows[index]
      guard let id = LogReader.id(row.bytes(2)) else {
        throw EventLogError.damaged("the identifier of stream \(row.int64(0))")
      }
      return KeyedStream(
        key: row.int64(0), stream: StreamID(kind: try reader.surrogates.kind(row.int64(1)), id: id))
    }
  }

  /// Reads the events at those positions, in the order in which they stand; says where each is, in the order given.
  private func read(_ positions: ArraySlice<Int64>, _ rows: RowReader) throws -> [UInt16] {
    // A slice has fewer than 2^16, and a log fewer than 2^48.
    var order = positions.enumerated().map { UInt64(bitPattern: $1) << 16 | UInt64($0) }
    order.sort()
    let statement = try connection.statement(
      "\(EventRow.select) FROM ledger_keys CROSS JOIN event ON event.position = ledger_keys.c0")
    try rows.read(statement, columns: EventRow.columns, keys: order.map { Int64($0 >> 16) })
    guard rows.count == order.count else {
      throw EventLogError.damaged("an event that the index of streams has is not in the log")
    }
    var places = [UInt16](repeating: 0, count: order.count)
    for (place, position) in order.enumerated() { places[Int(position & 0xffff)] = UInt16(place) }
    return places
  }
}
