public import LedgerBytes
internal import LedgerSQLite

// Every read sees the last commit, or, inside a write, what the write has done so far.

extension LedgerLog {
  /// Runs several reads on one state of the log: what others commit meanwhile is not seen. Keep it short: the -wal
  /// grows until it ends. Inside a write, just runs them.
  ///
  /// A log that was opened as one that nothing changes is looked at before and after: if somebody has written it
  /// meanwhile, what was read is thrown away with `.busy`.
  public func reading<T>(_ body: () throws -> T) throws -> T {
    if connection.isInTransaction { return try body() }
    guard access == .readOnlyMedium else { return try connection.transaction(.deferred, body) }
    let before = files.trace
    let result = try connection.transaction(.deferred, body)
    guard files.trace == before else { throw EventLogError.busy(milliseconds: 0) }
    return result
  }

  /// The position of the last event; 0 in an empty log. Cost: one look-up.
  public func lastPosition() throws -> Int64 {
    try connection.statement("SELECT ifnull(max(position), 0) FROM event").firstInt64() ?? 0
  }

  /// A number that changes when another connection has committed. No page is read: for following.
  public func changeCounter() throws -> Int64 { try connection.dataVersion() }

  // MARK: One event

  /// The event at a position.
  public func event(at position: Int64) throws -> StoredEvent? {
    let statement = try connection.statement(LogReader.selectEvents + " WHERE e.position = ?1")
    try statement.bind(1, position)
    return try reader.first(statement)
  }

  /// The leaf hash of the event at a position. Cost: one look-up.
  public func leaf(at position: Int64) throws -> SHA256Digest? {
    let statement = try connection.statement("SELECT leaf FROM event WHERE position = ?1")
    defer { statement.reset() }
    try statement.bind(1, position)
    guard try statement.step() else { return nil }
    guard let leaf = statement.withBytes(0, { LogReader.digest($0) }) else {
      throw EventLogError.damaged("the leaf of the event at position \(position)")
    }
    return leaf
  }

  /// The event of a device and number. Cost: two look-ups.
  public func event(_ reference: EventReference) throws -> StoredEvent? {
    guard let position = try position(of: reference) else { return nil }
    return try event(at: position)
  }

  /// Where the event of a device and number stands. Cost: two look-ups, the first in `run`.
  public func position(of reference: EventReference) throws -> Int64? {
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
    guard let position = try run.firstInt64() else { return nil }
    let check = try connection.statement("SELECT device = ?2 AND sequence = ?3 FROM event WHERE position = ?1")
    try check.bind(1, position)
    try check.bind(2, device)
    try check.bind(3, sequence)
    return try check.firstInt64() == 1 ? position : nil
  }

  /// The last position whose event this device had by an instant: of its own events the author's wall clock counts,
  /// of others the moment they were received. Nil where it had none. It looks among `positions` alone.
  ///
  /// Cost: a step per event that came later, from the end: no index orders by time.
  public func position(
    knownBy milliseconds: Int64, within positions: ClosedRange<Int64> = 1...Int64.max
  ) throws -> Int64? {
    let statement = try connection.statement(
      """
      SELECT position FROM event WHERE \(Self.known) <= ?1 AND position BETWEEN ?2 AND ?3
      ORDER BY position DESC LIMIT 1
      """)
    try statement.bind(1, milliseconds)
    try statement.bind(2, positions.lowerBound)
    try statement.bind(3, positions.upperBound)
    return try statement.firstInt64()
  }

  /// The earliest instant at which this device had any of the events at these positions, as `position(knownBy:)` sees
  /// it; nil where there are none.
  public func firstInstant(of positions: ClosedRange<Int64>) throws -> Int64? {
    let statement = try connection.statement(
      "SELECT \(Self.known) AS known FROM event WHERE position BETWEEN ?1 AND ?2 ORDER BY known LIMIT 1")
    try statement.bind(1, positions.lowerBound)
    try statement.bind(2, positions.upperBound)
    return try statement.firstInt64()
  }

  private static let known = "CASE received WHEN 0 THEN (time >> 16) - lag ELSE received END"

  // MARK: Many events

  /// Hands every event after `position`, up to and including `last` (nil: the end), to `body`, by position.
  ///
  /// Cost per event: its own size, and five allocations; projectors read rows in place (`forEachRowByStream`).
  public func forEachEvent(
    after position: Int64 = 0, through last: Int64? = nil, _ body: (StoredEvent) throws -> Void
  ) throws {
    let statement = try connection.statement(
      LogReader.selectEvents + " WHERE e.position > ?1 AND e.position <= ?2 ORDER BY e.position")
    try statement.bind(1, position)
    try statement.bind(2, last ?? .max)
    try reader.forEach(statement, body)
  }

  /// Up to `limit` events at and before `position` (nil: the end), the latest first.
  public func backwards(from position: Int64? = nil, limit: Int = .max) throws -> [StoredEvent] {
    let statement = try connection.statement(
      LogReader.selectEvents + " WHERE e.position <= ?1 ORDER BY e.position DESC LIMIT ?2")
    try statement.bind(1, position ?? .max)
    try statement.bind(2, Int64(clamping: limit))
    return try collect(statement)
  }

  /// Hands the events of one type after `position` to `body`, by position. Reads the whole log after `position`.
  public func ofType(
    _ type: String, after position: Int64 = 0, through last: Int64? = nil, _ body: (StoredEvent) throws -> Void
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

  /// The events of one batch, by position, from where a command is remembered: `count` from `first` on.
  public func events(first: Int64, count: Int64) throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    try forEachEvent(after: first - 1, through: first + count - 1) { events.append($0) }
    return events
  }

  /// The events of one device after `sequence`, by sequence, up to `limit`: what to hand to another device.
  ///
  /// Cost: two look-ups per run, and a step per event.
  public func events(
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
      if events.count == before { throw EventLogError.damaged("event \(next) can't be found") }
    }
    return events
  }

  private func collect(_ statement: Statement) throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    try reader.forEach(statement) { events.append($0) }
    return events
  }

  // MARK: Streams

  /// The events of a stream, by version: the order of arrival, not that of folding.
  public func events(of stream: StreamID, after version: Int64 = 0) throws -> [StoredEvent] {
    guard let key = try reader.key(of: stream) else { return [] }
    let statement = try connection.statement(
      LogReader.selectEvents + " WHERE e.stream = ?1 AND e.version > ?2 ORDER BY e.version")
    try statement.bind(1, key)
    try statement.bind(2, version)
    return try collect(statement)
  }

  /// The version of a stream, which is how many events it has; 0 for none. Cost: two look-ups.
  public func version(of stream: StreamID) throws -> Int64 {
    guard let key = try reader.key(of: stream) else { return 0 }
    let statement = try connection.statement("SELECT ifnull(max(version), 0) FROM event WHERE stream = ?1")
    try statement.bind(1, key)
    return try statement.firstInt64() ?? 0
  }

  /// Every stream of a kind, in the order of its first arrival here. Cost: one step per stream of the kind.
  public func streams(kind: String) throws -> [StreamID] {
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

  /// Every device that has events here, in the order of its first arrival.
  public func devices() throws -> [DeviceHead] {
    try DeviceHeads(connection).list.filter { $0.edge.size > 0 }.map {
      DeviceHead(device: $0.id, size: $0.edge.size, root: $0.edge.root, lastTime: $0.lastTime)
    }
  }

  /// The leaves of a device's tree, in order, up to `size` (nil: all), for proofs. 32 bytes each in memory.
  public func leaves(of device: UniqueID, size: UInt64? = nil) throws -> [SHA256Digest] {
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
