package import LedgerBytes
internal import LedgerSQLite

// Every read sees the last commit, or, inside a write, what the write has done so far.

extension LedgerLog {
  /// Runs several reads on one snapshot of the log, without later commits of other processes.
  ///
  /// Keep `body` short, because the -wal grows until it returns. Inside a write, `body` just runs. In `.readOnlyMedium`
  /// mode SQLite takes no locks, so the file's trace is compared before and after.
  ///
  /// - Throws: The errors of `body`, and `.busy` if a process wrote to a log in `.readOnlyMedium` mode meanwhile.
  package func reading<T>(_ body: () throws -> T) throws -> T {
    if connection.isInTransaction { return try body() }
    guard access == .readOnlyMedium else { return try connection.transaction(.deferred, body) }
    let before = files.trace
    let result = try connection.transaction(.deferred, body)
    guard files.trace == before else { throw EventLogError.busy(milliseconds: 0) }
    return result
  }

  /// Returns the position of the last event, or 0 if the log is empty.
  ///
  /// - Throws: `.damaged` if the log cannot have so many events.
  /// - Complexity: Two look-ups.
  package func lastPosition() throws -> Position {
    let last: Position =
      try connection.statement("SELECT ifnull(max(position), 0) FROM event").firstNumber() ?? 0
    guard 0...(try rowsMax()) ~= last.rawValue else {
      throw EventLogError.damaged("an event at position \(last)")
    }
    return last
  }

  /// Returns the number of events or streams that a file of this size cannot exceed.
  ///
  /// A damaged row may have any number. Without a bound a reader of all numbers up to it would not come to an end. Each
  /// event has more than 64 bytes without its content, and each stream has an event.
  func rowsMax() throws -> Int64 {
    try LogSchema.number("PRAGMA page_count", connection) * Int64(PageFile.pageSize) / 64
  }

  /// Returns a number that changes when another connection has committed. No page is read: for following.
  package func changeCounter() throws -> Int64 { try connection.dataVersion() }

  // MARK: One event

  /// Returns the event at a position.
  package func event(at position: Position) throws -> StoredEvent? {
    let statement = try connection.statement(LogReader.selectEvents + " WHERE e.position = ?1")
    try statement.bind(1, position)
    return try reader.first(statement)
  }

  /// Returns the leaf hash of the event at a position.
  ///
  /// - Complexity: One look-up.
  package func leaf(at position: Position) throws -> SHA256Digest? {
    let statement = try connection.statement("SELECT leaf FROM event WHERE position = ?1")
    defer { statement.reset() }
    try statement.bind(1, position)
    guard try statement.step() else { return nil }
    guard let leaf = statement.withBytes(0, { LogReader.digest($0) }) else {
      throw EventLogError.damaged("the leaf of the event at position \(position)")
    }
    return leaf
  }

  /// Returns the leaf of an event, or `nil` if it is not on record.
  package func leaf(of reference: EventReference) throws -> SHA256Digest? {
    try position(of: reference).flatMap { try leaf(at: $0) }
  }

  /// Returns the event with a device and sequence number.
  ///
  /// - Complexity: Two look-ups.
  package func event(_ reference: EventReference) throws -> StoredEvent? {
    guard let position = try position(of: reference) else { return nil }
    return try event(at: position)
  }

  /// Returns the position of the event with a device and sequence number.
  ///
  /// - Complexity: Two look-ups, the first in the table `run`.
  package func position(of reference: EventReference) throws -> Position? {
    guard let device = try reader.surrogates.key(ofDevice: reference.device), reference.sequence > 0,
      reference.sequence <= UInt64(Int64.max)
    else { return nil }
    let sequence = Int64(reference.sequence)
    let run = try connection.statement(
      """
      SELECT first_position + ?2 - first_sequence FROM run WHERE device = ?1 AND first_sequence <= ?2
      ORDER BY first_sequence DESC LIMIT 1
      """)
    try run.bind(1, device)
    try run.bind(2, sequence)
    guard let position: Position = try run.firstNumber() else { return nil }
    let check = try connection.statement("SELECT device = ?2 AND sequence = ?3 FROM event WHERE position = ?1")
    try check.bind(1, position)
    try check.bind(2, device)
    try check.bind(3, sequence)
    return try check.firstInt64() == 1 ? position : nil
  }

  /// Returns the last position whose event this device knew at an instant, or `nil`.
  ///
  /// For its own events the author's wall clock counts, and for others the moment at which they were received.
  ///
  /// - Complexity: O(events received after the instant), because no index orders by time.
  package func position(
    knownBy milliseconds: Int64, within positions: ClosedRange<Position> = 1...Position.max
  ) throws -> Position? {
    let statement = try connection.statement(
      """
      SELECT position FROM event WHERE \(Self.known) <= ?1 AND position BETWEEN ?2 AND ?3
      ORDER BY position DESC LIMIT 1
      """)
    try statement.bind(1, milliseconds)
    try statement.bind(2, positions.lowerBound)
    try statement.bind(3, positions.upperBound)
    return try statement.firstNumber()
  }

  /// Returns the earliest instant at which this device had any of the events at these positions.
  ///
  /// The instants are those of `position(knownBy:)`. It is `nil` if there are no events.
  package func firstInstant(of positions: ClosedRange<Position>) throws -> Int64? {
    let statement = try connection.statement(
      "SELECT min(\(Self.known)) AS known FROM event WHERE position BETWEEN ?1 AND ?2 HAVING known IS NOT NULL")
    try statement.bind(1, positions.lowerBound)
    try statement.bind(2, positions.upperBound)
    return try statement.firstInt64()
  }

  private static let known = "CASE received WHEN 0 THEN (time >> 16) - lag ELSE received END"

  // MARK: Many events

  /// Hands every event after `position` and through `last`, or the end, to `body`, by position.
  ///
  /// Cost per event: its own size, and five allocations. Projectors read rows in place (`forEachRowByStream`).
  package func forEachEvent(
    after position: Position = 0, through last: Position? = nil, _ body: (StoredEvent) throws -> Void
  ) throws {
    let statement = try connection.statement(
      LogReader.selectEvents + " WHERE e.position > ?1 AND e.position <= ?2 ORDER BY e.position")
    try statement.bind(1, position)
    try statement.bind(2, last ?? .max)
    try reader.forEach(statement, body)
  }

  /// Returns up to `limit` events at and before `position`, or the end, the latest first.
  package func backwards(from position: Position? = nil, limit: Int = .max) throws -> [StoredEvent] {
    let statement = try connection.statement(
      LogReader.selectEvents + " WHERE e.position <= ?1 ORDER BY e.position DESC LIMIT ?2")
    try statement.bind(1, position ?? .max)
    try statement.bind(2, Int64(clamping: limit))
    return try collect(statement)
  }

  /// Whether an event of a type was ever appended.
  package func hasEvents(ofType type: String) throws -> Bool { try reader.surrogates.key(ofType: type) != nil }

  /// Hands the events of one type after `position` to `body`, by position. Reads the whole log after `position`.
  package func ofType(
    _ type: String, after position: Position = 0, through last: Position? = nil,
    _ body: (StoredEvent) throws -> Void
  ) throws {
    guard let key = try reader.surrogates.key(ofType: type) else { return }
    let statement = try connection.statement(
      LogReader.selectEvents + " WHERE e.position > ?1 AND e.position <= ?2 AND e.type = ?3 ORDER BY e.position"
    )
    try statement.bind(1, position)
    try statement.bind(2, last ?? .max)
    try statement.bind(3, key)
    try reader.forEach(statement, body)
  }

  /// Returns `count` events from position `first`: the batch that a command recorded.
  package func events(first: Position, count: Int64) throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    try forEachEvent(after: first - 1, through: first + count - 1) { events.append($0) }
    return events
  }

  /// Returns up to `limit` events of one device after `sequence`, in the order of their sequences.
  ///
  /// - Complexity: Two look-ups per run, and a step per event.
  package func events(
    of device: UniqueID, after sequence: UInt64, limit: Int = .max
  ) throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    var next = EventReference(device: device, sequence: sequence &+ 1)
    try reader.passedOver.refresh(connection)
    while events.count < limit, let start = try position(of: next) {
      let statement = try connection.statement(
        LogReader.selectEvents + " WHERE e.position >= ?1 ORDER BY e.position")
      defer { statement.reset() }
      try statement.bind(1, start)
      let before = events.count
      while events.count < limit, try statement.step() {
        let event = try reader.event(statement)
        guard event.reference == next else { break }
        events.append(event)
        next = EventReference(device: device, sequence: next.sequence + 1)
      }
      if events.count == before { throw EventLogError.damaged("event \(next) cannot be found") }
    }
    return events
  }

  private func collect(_ statement: Statement) throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    try reader.forEach(statement) { events.append($0) }
    return events
  }

  // MARK: Streams

  /// Returns the events of a stream, by version: the order of arrival, not that of folding.
  package func events(of stream: StreamID, after version: StreamVersion = 0) throws -> [StoredEvent] {
    guard let key = try reader.key(of: stream) else { return [] }
    let statement = try connection.statement(
      LogReader.selectEvents + " WHERE e.stream = ?1 AND e.version > ?2 ORDER BY e.version")
    try statement.bind(1, key)
    try statement.bind(2, version)
    return try collect(statement)
  }

  /// Whether a stream has an event of a type, applied or not.
  ///
  /// - Complexity: A look-up, and one for each event of the stream. No payload is read.
  package func hasEvent(ofType type: String, in stream: StreamID) throws -> Bool {
    guard let key = try reader.key(of: stream), let type = try reader.surrogates.key(ofType: type) else {
      return false
    }
    let statement = try connection.statement("SELECT 1 FROM event WHERE stream = ?1 AND type = ?2 LIMIT 1")
    try statement.bind(1, key)
    try statement.bind(2, type)
    return try statement.firstInt64() != nil
  }

  /// Returns the version of a stream, which is the number of its events.
  ///
  /// - Complexity: Two look-ups.
  package func version(of stream: StreamID) throws -> StreamVersion {
    guard let key = try reader.key(of: stream) else { return 0 }
    let statement = try connection.statement("SELECT ifnull(max(version), 0) FROM event WHERE stream = ?1")
    try statement.bind(1, key)
    return try statement.firstNumber() ?? 0
  }

  /// Returns every stream of a kind, in the order in which this device first received an event of it.
  ///
  /// - Complexity: O(streams of the kind).
  package func streams(kind: String) throws -> [StreamID] {
    guard let key = try reader.surrogates.key(ofKind: kind) else { return [] }
    let statement = try connection.statement("SELECT id FROM stream WHERE kind = ?1 ORDER BY key")
    try statement.bind(1, key)
    var streams: [StreamID] = []
    try statement.forEachRow { row in
      guard let id = row.withBytes(0, { LogReader.id($0) }) else {
        throw EventLogError.damaged("a stream's id")
      }
      streams.append(StreamID(kind: kind, id: id))
    }
    return streams
  }

  // MARK: Devices

  /// Returns every device that has events here, in the order of its first arrival.
  package func devices() throws -> [DeviceHead] {
    try DeviceHeads(connection).list.filter { $0.edge.size > 0 }.map {
      DeviceHead(device: $0.id, size: $0.edge.size, root: $0.edge.root, lastTime: $0.lastTime)
    }
  }

  /// Returns the first `size` leaves of a device's tree, or all, in order. They take 32 bytes each in memory.
  package func leaves(of device: UniqueID, size: UInt64? = nil) throws -> [SHA256Digest] {
    guard let key = try reader.surrogates.key(ofDevice: device) else { return [] }
    let statement = try connection.statement(
      "SELECT leaf FROM event WHERE device = ?1 AND sequence <= ?2 ORDER BY position")
    try statement.bind(1, key)
    try statement.bind(2, Int64(clamping: size ?? .max))
    var leaves: [SHA256Digest] = []
    try statement.forEachRow { row in
      guard let leaf = row.withBytes(0, { LogReader.digest($0) }) else { throw EventLogError.damaged("a leaf") }
      leaves.append(leaf)
    }
    return leaves
  }
}
