package import LedgerBytes
internal import LedgerSQLite

// Events as projectors read them: stream by stream, in place, without a copy of each.
//
// The index has the order of a stream's events and their positions. The rows themselves are in the order of positions.
// Looking every row up from the index takes four times as long as reading a few thousand rows in their own order. So a
// slice of the index is read first, and then its rows. They are handed over in the order of the index. Most rows follow
// each other, as the events of a stream and of its neighbours were recorded at about the same time. For many
// streams both are read from the pages in place (`PageReader`) if that is possible.

extension LedgerLog {
  /// Hands every event up to a position to `body`, stream by stream.
  ///
  /// Streams come in the order of their keys, and a stream's events by version. Before the first event of a stream,
  /// `begin` is called with that stream.
  ///
  /// - Complexity: O(events), without an allocation per event, and some megabytes of memory.
  package func forEachRowByStream(
    through last: Position = .max, stream begin: (KeyedStream) throws -> Void, _ body: (EventRow) throws -> Void
  ) throws {
    var actors = ActorNames()
    var first: StreamKey = 1
    while case let end = try lastStreamKey(), first <= end {
      let keys = first...min(end, first + 1_023)
      try forEachRow(ofKeys: keys, through: last, actors: &actors, stream: begin, body)
      first = keys.upperBound + 1
    }
  }

  /// Does as `forEachRowByStream(through:stream:_:)` for the streams of a range of a few thousand keys.
  ///
  /// - Complexity: O(events of those streams), without an allocation per event.
  package func forEachRow(
    ofKeys keys: ClosedRange<StreamKey>, through last: Position, actors: inout ActorNames,
    stream begin: (KeyedStream) throws -> Void, _ body: (EventRow) throws -> Void
  ) throws {
    precondition(keys.lowerBound > 0, "the keys of streams count from 1")
    // A few streams are read sooner than the first pages of the tables are found.
    guard keys.count >= Self.streamsMin, let pages = pageReader() else {
      return try forEachRow(ofKeys: keys, through: last, RowSource(try rowReader()), &actors, begin, body)
    }
    try reading {
      guard let roots = try knownRoots() else {
        return try forEachRow(ofKeys: keys, through: last, RowSource(try rowReader()), &actors, begin, body)
      }
      let source = RowSource(try rowReader(), pages, roots)
      defer { pages.end() }
      try forEachRow(ofKeys: keys, through: last, source, &actors, begin, body)
    }
  }

  private func forEachRow(
    ofKeys keys: ClosedRange<StreamKey>, through last: Position, _ source: RowSource,
    _ actors: inout ActorNames, _ begin: (KeyedStream) throws -> Void, _ body: (EventRow) throws -> Void
  ) throws {
    let positions = try positions(ofKeys: keys, through: last, source)
    if positions.isEmpty { return }
    let streams = try keyedStreams(keys, source)
    // Not asked of the surrogates for every row, because each time they check for exclusive access.
    let surrogates = self.reader.surrogates
    let devices = try surrogates.knownDevices()
    try reader.passedOver.refresh(connection)
    let passedOver = reader.passedOver
    let hasPassedOver = !passedOver.isEmpty
    var next = 0
    var current: StreamKey?
    for start in stride(from: 0, to: positions.count, by: Self.rowsAtOnce) {
      let slice = positions[start..<min(positions.count, start + Self.rowsAtOnce)]
      let (rows, places) = try read(slice, source)
      precondition(places.count == slice.count, "every position of a slice has one row")
      for place in places {
        var row = try EventRow(rows[place], devices, surrogates, &actors)
        if hasPassedOver {
          row.passedOver = try passedOver.reason(row.reference, type: surrogates.type(row.type))
        }
        if row.stream != current {
          current = row.stream
          while next < streams.count, streams[next].key < row.stream { next += 1 }
          guard next < streams.count, streams[next].key == row.stream else {
            throw EventLogError.damaged("no stream \(row.stream)")
          }
          try begin(streams[next])
        }
        try body(row)
      }
    }
  }

  /// The rows in memory at a time: a megabyte or two, unless texts are long.
  private static let rowsAtOnce = 2_048

  /// The number of streams from which on it is worth finding the first pages of the tables.
  private static let streamsMin = 64

  /// The source of rows: the pages of the file if they can be read, or SQLite.
  private struct RowSource {
    let reader: RowReader
    let pages: PageReader?
    let roots: Roots

    init(_ reader: RowReader) {
      self.reader = reader
      pages = nil
      roots = Roots()
    }

    init(_ reader: RowReader, _ pages: PageReader, _ roots: Roots) {
      self.reader = reader
      self.pages = pages.begin() ? pages : nil
      self.roots = roots
    }
  }

  /// The pages in which tables begin.
  struct Roots {
    var event: UInt32 = 0
    var eventByStream: UInt32 = 0
    var stream: UInt32 = 0
  }

  /// Returns the roots, or `nil` if the tables are not as this program makes them.
  ///
  /// A page does not contain the names of its columns. A record that is shorter than its table, as after `ALTER TABLE … ADD
  /// COLUMN`, has the default of a column that it lacks, and only SQLite knows that.
  func knownRoots() throws -> Roots? {
    let version = try LogSchema.number("PRAGMA schema_version", connection)
    if let checkedRoots, checkedRoots.version == version { return checkedRoots.roots }
    var roots = Roots()
    let objects = try connection.statement(
      "SELECT rootpage, sql FROM sqlite_schema WHERE type IN ('table', 'index')")
    try objects.forEachRow { row in
      let (root, statement) = (UInt32(clamping: row.int64(0)), row.string(1))
      // SQLite goes by the statement, too, and not by the name in the schema.
      func makes(_ beginning: String) -> Bool {
        statement.hasPrefix(beginning) && LogSchema.isAsMade(statement)
      }
      if makes("CREATE TABLE event (") {
        roots.event = root
      } else if makes("CREATE UNIQUE INDEX event_by_stream ") {
        roots.eventByStream = root
      } else if makes("CREATE TABLE stream (") {
        roots.stream = root
      }
    }
    let found = roots.event > 0 && roots.eventByStream > 0 && roots.stream > 0 ? roots : nil
    checkedRoots = (version, found)
    return found
  }

  private func pageReader() -> PageReader? {
    if let knownPageReader { return knownPageReader }
    knownPageReader = PageReader(connection)
    return knownPageReader
  }

  private func rowReader() throws -> RowReader {
    if let knownRowReader { return knownRowReader }
    let reader = try RowReader(connection)
    knownRowReader = reader
    return reader
  }

  /// Returns the positions of the streams' events, in the order of the index.
  private func positions(
    ofKeys keys: ClosedRange<StreamKey>, through last: Position, _ source: RowSource
  ) throws -> [Int64] {
    if let positions = source.pages?.keys(inIndex: source.roots.eventByStream, first: keys.rowNumbers) {
      return last == .max ? positions : positions.filter { $0 <= last.rawValue }
    }
    let statement = try connection.statement(
      """
      SELECT ledger_take(position) FROM event INDEXED BY event_by_stream WHERE stream BETWEEN ?1 AND ?2
      """)
    try statement.bind(1, keys.lowerBound)
    try statement.bind(2, keys.upperBound)
    let rows = try source.reader.read(statement, columns: 1)
    return (0..<rows.count).lazy.map { rows[$0].int64(0) }.filter { $0 <= last.rawValue }
  }

  /// Returns the streams of those keys, in order.
  private func keyedStreams(_ keys: ClosedRange<StreamKey>, _ source: RowSource) throws -> [KeyedStream] {
    let rows = try streamRows(keys, source)
    let surrogates = self.reader.surrogates
    return try (0..<rows.count).map { index in
      let row = rows[index]
      guard let id = LogReader.id(row.bytes(2)) else {
        throw EventLogError.damaged("the identifier of stream \(row.int64(0))")
      }
      return KeyedStream(key: row.number(0), stream: StreamID(kind: try surrogates.kind(row.int64(1)), id: id))
    }
  }

  private func streamRows(_ keys: ClosedRange<StreamKey>, _ source: RowSource) throws -> ReadRows {
    if let rows = source.pages?.rows(
      ofTable: source.roots.stream, at: Array(keys.rowNumbers), columns: [0, 1, 2])
    {
      return rows
    }
    let statement = try connection.statement(
      "SELECT ledger_take(key, kind, id) FROM stream WHERE key BETWEEN ?1 AND ?2")
    try statement.bind(1, keys.lowerBound)
    try statement.bind(2, keys.upperBound)
    return try source.reader.read(statement, columns: 3)
  }

  /// Reads the events at those positions, and some between them, in the order of the table.
  ///
  /// It also returns the index of each among those rows, in the order given.
  private func read(
    _ positions: ArraySlice<Int64>, _ source: RowSource
  ) throws -> (rows: ReadRows, places: [Int]) {
    let order = try Self.inOrder(positions)
    guard order.count == positions.count else {
      throw EventLogError.damaged("the index of streams has a position twice")
    }
    let sorted = order.map { positions[positions.startIndex + $0] }
    var places = [Int](repeating: 0, count: order.count)
    if let rows = source.pages?.rows(ofTable: source.roots.event, at: sorted, columns: EventRow.places) {
      for (row, index) in order.enumerated() { places[index] = row }
      return (rows, places)
    }
    let statement = try connection.statement(
      """
      \(EventRow.select) FROM ledger_keys
      CROSS JOIN event ON position BETWEEN ledger_keys.c0 AND ledger_keys.c1
      """)
    let rows = try source.reader.read(statement, columns: EventRow.columns, ranges: Self.ranges(of: sorted))
    var row = 0
    for (index, position) in zip(order, sorted) {
      while row < rows.count, EventRow.position(rows[row]).rawValue < position { row += 1 }
      guard row < rows.count, EventRow.position(rows[row]).rawValue == position else {
        throw EventLogError.damaged("an event that the index of streams has is not in the log")
      }
      places[index] = row
    }
    return (rows, places)
  }

  /// Returns the indexes of positions, which are all different, in the order of the positions.
  private static func inOrder(_ positions: ArraySlice<Int64>) throws -> [Int] {
    let positions = Array(positions)
    guard let first = positions.min(), let last = positions.max() else { return [] }
    guard LogReader.rowNumbers ~= first, LogReader.rowNumbers ~= last else {
      throw EventLogError.damaged("the index of streams has positions from \(first) to \(last)")
    }
    // They are mostly close to each other. Each then has a place among all between the first and the last.
    if last - first < Int64(positions.count * 4) {
      var indexes = [Int32](repeating: -1, count: Int(last - first) + 1)
      for (index, position) in positions.enumerated() { indexes[Int(position - first)] = Int32(index) }
      return indexes.lazy.filter { $0 >= 0 }.map(Int.init)
    }
    // A slice has fewer than 2^16, and a log fewer than 2^48.
    precondition(positions.count <= 1 << 16, "a slice of more positions than their order can hold")
    return positions.enumerated().map { UInt64(bitPattern: $1) << 16 | UInt64($0) }.sorted().map {
      Int($0 & 0xffff)
    }
  }

  /// Returns ranges that hold those positions, which ascend, and single positions between them.
  ///
  /// Reading a row in vain costs about as much as finding the next range.
  private static func ranges(of positions: [Int64]) -> [ClosedRange<Int64>] {
    var ranges: [ClosedRange<Int64>] = []
    var open: ClosedRange<Int64>?
    for position in positions {
      if let range = open, position - range.upperBound <= 2 {
        open = range.lowerBound...position
      } else {
        if let open { ranges.append(open) }
        open = position...position
      }
    }
    if let open { ranges.append(open) }
    precondition(
      zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound },
      "ranges of positions ascend, because rows are matched with positions in their order")
    return ranges
  }
}
