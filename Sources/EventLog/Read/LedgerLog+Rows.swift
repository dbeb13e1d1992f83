internal import LedgerBytes
internal import LedgerSQLite

// Events as projectors read them: stream by stream, where they stand, without a copy of each.
//
// The index knows the order of a stream's events and their positions; the rows themselves stand in the order of
// positions. Going through the index and looking every row up takes four times as long as reading a few thousand rows
// in their own order and handing them over in that of the index. So a slice of the index is read first, then its rows:
// most follow each other, since the events of a stream and of its neighbours were recorded at about the same time.
// Of many streams both are read out of the pages where they stand (`PageReader`), wherever that can be.

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
    // A few streams are read sooner than it is found out where tables begin.
    guard keys.count >= Self.fewStreams, let pages = pageReader() else {
      return try forEachRow(ofKeys: keys, through: last, RowSource(try rowReader()), &actors, begin, body)
    }
    try reading {
      let source = RowSource(try rowReader(), pages, try roots())
      defer { pages.end() }
      try forEachRow(ofKeys: keys, through: last, source, &actors, begin, body)
    }
  }

  private func forEachRow(
    ofKeys keys: ClosedRange<Int64>, through last: Int64, _ source: RowSource, _ actors: inout ActorNames,
    _ begin: (KeyedStream) throws -> Void, _ body: (EventRow) throws -> Void
  ) throws {
    let positions = try positions(ofKeys: keys, through: last, source)
    if positions.isEmpty { return }
    let streams = try keyedStreams(keys, source)
    // Not asked of the surrogates for every row: they look whether somebody else is changing them.
    let surrogates = self.reader.surrogates
    let devices = try surrogates.knownDevices()
    try reader.passedOver.refresh(connection)
    let passedOver = reader.passedOver
    var next = 0
    var current: Int64 = 0
    for start in stride(from: 0, to: positions.count, by: Self.rowsAtOnce) {
      let slice = positions[start..<min(positions.count, start + Self.rowsAtOnce)]
      let (rows, places) = try read(slice, source)
      for place in places {
        let row = try EventRow(rows[place], devices, surrogates, passedOver, &actors)
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

  /// Streams that are not worth looking for where tables begin.
  private static let fewStreams = 64

  /// Where rows come from: through SQLite, or where there are pages, out of those.
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
  private struct Roots {
    var event: UInt32 = 0
    var eventByStream: UInt32 = 0
    var stream: UInt32 = 0
  }

  private func roots() throws -> Roots {
    var roots = Roots()
    try connection.statement(
      "SELECT name, rootpage FROM sqlite_schema WHERE name IN ('event', 'event_by_stream', 'stream')"
    ).forEachRow { row in
      let root = UInt32(clamping: row.int64(1))
      switch row.string(0) {
      case "event": roots.event = root
      case "event_by_stream": roots.eventByStream = root
      default: roots.stream = root
      }
    }
    return roots
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

  /// The positions of the streams' events, in the order of the index.
  private func positions(
    ofKeys keys: ClosedRange<Int64>, through last: Int64, _ source: RowSource
  ) throws -> [Int64] {
    if let positions = source.pages?.keys(inIndex: source.roots.eventByStream, first: keys) {
      return last == .max ? positions : positions.filter { $0 <= last }
    }
    let statement = try connection.statement(
      """
      SELECT ledger_take(position) FROM event INDEXED BY event_by_stream WHERE stream BETWEEN ?1 AND ?2
      """)
    try statement.bind(1, keys.lowerBound)
    try statement.bind(2, keys.upperBound)
    let rows = try source.reader.read(statement, columns: 1)
    return (0..<rows.count).lazy.map { rows[$0].int64(0) }.filter { $0 <= last }
  }

  /// The streams of those keys, in order.
  private func keyedStreams(_ keys: ClosedRange<Int64>, _ source: RowSource) throws -> [KeyedStream] {
    let rows = try streamRows(keys, source)
    let surrogates = self.reader.surrogates
    return try (0..<rows.count).map { index in
      let row = rows[index]
      guard let id = LogReader.id(row.bytes(2)) else {
        throw EventLogError.damaged("the identifier of stream \(row.int64(0))")
      }
      return KeyedStream(
        key: row.int64(0), stream: StreamID(kind: try surrogates.kind(row.int64(1)), id: id))
    }
  }

  private func streamRows(_ keys: ClosedRange<Int64>, _ source: RowSource) throws -> ReadRows {
    if let rows = source.pages?.rows(ofTable: source.roots.stream, at: Array(keys), columns: [0, 1, 2]) {
      return rows
    }
    let statement = try connection.statement(
      "SELECT ledger_take(key, kind, id) FROM stream WHERE key BETWEEN ?1 AND ?2")
    try statement.bind(1, keys.lowerBound)
    try statement.bind(2, keys.upperBound)
    return try source.reader.read(statement, columns: 3)
  }

  /// Reads the events at those positions, in the order in which they stand, and some between them; and where each is,
  /// in the order given.
  private func read(
    _ positions: ArraySlice<Int64>, _ source: RowSource
  ) throws -> (rows: ReadRows, places: [Int]) {
    let order = Self.inOrder(positions)
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
    let rows = try source.reader.read(
      statement, columns: EventRow.columns, ranges: Self.ranges(of: sorted))
    var row = 0
    for (index, position) in zip(order, sorted) {
      while row < rows.count, EventRow.position(rows[row]) < position { row += 1 }
      guard row < rows.count, EventRow.position(rows[row]) == position else {
        throw EventLogError.damaged("an event that the index of streams has is not in the log")
      }
      places[index] = row
    }
    return (rows, places)
  }

  /// The indexes of positions, which are all different, in the order of the positions.
  private static func inOrder(_ positions: ArraySlice<Int64>) -> [Int] {
    let positions = Array(positions)
    guard let first = positions.min(), let last = positions.max() else { return [] }
    // Mostly they stand close to each other: each has a place among all between the first and the last.
    if last - first < Int64(positions.count * 4) {
      var indexes = [Int32](repeating: -1, count: Int(last - first) + 1)
      for (index, position) in positions.enumerated() { indexes[Int(position - first)] = Int32(index) }
      return indexes.lazy.filter { $0 >= 0 }.map(Int.init)
    }
    // A slice has fewer than 2^16, and a log fewer than 2^48.
    return positions.enumerated().map { UInt64(bitPattern: $1) << 16 | UInt64($0) }.sorted().map {
      Int($0 & 0xffff)
    }
  }

  /// Ranges that hold those positions, which ascend, and single ones between them: reading a row in vain costs about
  /// what finding the next range does.
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
    return ranges
  }
}
