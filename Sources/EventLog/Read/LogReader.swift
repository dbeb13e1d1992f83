internal import LedgerBytes
internal import LedgerSQLite

/// Reads rows of the log into events.
final class LogReader {
  let connection: Connection
  let surrogates: Surrogates
  /// The events that no fold applies, as far as they are known.
  @exclusivity(unchecked) var passedOver = PassedOverEvents()
  /// The counter of a test, or `nil`.
  private let reads = EventReads.current

  init(_ connection: Connection) {
    self.connection = connection
    surrogates = Surrogates(connection)
  }

  /// The columns of `event(_:)` and the stream's key, and where they come from. A condition on `e` follows.
  static let selectEvents = """
    SELECT e.position, e.version, e.received, e.device, e.sequence, e.time, e.lag, e.offset, s.kind, s.id, e.seen,
    e.type, e.schema, e.correlation, e.cause_device, e.cause_sequence, e.actor, e.salt, e.payload, e.leaf, e.stream
    FROM event e CROSS JOIN stream s ON s.key = e.stream
    """

  /// The numbers that an event, a stream or a version can have. A reader of events in order packs them into 48 bits.
  static let rowNumbers: ClosedRange<Int64> = 1...1 << 47

  /// Returns the event of a row of `selectEvents`.
  func event(_ row: Statement) throws -> StoredEvent {
    let position: Position = row.number(0)
    guard Self.rowNumbers ~= position.rawValue, Self.rowNumbers ~= row.int64(1) else {
      throw EventLogError.damaged("an event at position \(position), as number \(row.int64(1)) of its stream")
    }
    reads?.note(position)
    let time = HybridTime(rawValue: UInt64(bitPattern: row.int64(5)))
    guard let stream = row.withBytes(9, { Self.id($0) }), let correlation = row.withBytes(13, { Self.id($0) }),
      let leaf = row.withBytes(19, { Self.digest($0) }), let seen = row.withBytes(10, { Self.references($0) }),
      let offset = Int16(exactly: row.int64(7)), let schema = UInt32(exactly: row.int64(12))
    else { throw EventLogError.damaged("a part of the event at position \(position) has the wrong size") }
    let reference = EventReference(
      device: try surrogates.device(row.int64(3)), sequence: UInt64(bitPattern: row.int64(4)))
    let type = try surrogates.type(row.int64(11))
    let cause =
      row.isNull(14)
      ? nil
      : EventReference(
        device: try surrogates.device(row.int64(14)), sequence: UInt64(bitPattern: row.int64(15)))
    return StoredEvent(
      position: position, version: row.number(1), receivedAtMilliseconds: row.int64(2),
      reference: reference, time: time,
      recordedAtMilliseconds: Int64(bitPattern: time.milliseconds) &- row.int64(6), offsetMinutes: offset,
      stream: StreamID(kind: try surrogates.kind(row.int64(8)), id: stream), seen: seen,
      type: type, schema: schema,
      correlation: correlation, cause: cause, actor: row.string(16), salt: row.bytes(17),
      payload: row.isNull(18) ? nil : row.bytes(18), leaf: leaf,
      passedOver: passedOver.reason(reference, type: type))
  }

  /// Returns the first event of a prepared `selectEvents`, and resets it.
  func first(_ statement: Statement) throws -> StoredEvent? {
    defer { statement.reset() }
    try passedOver.refresh(connection)
    return try statement.step() ? try event(statement) : nil
  }

  /// Hands the events of a prepared `selectEvents` to `body`, one after the other, and resets it.
  func forEach(_ statement: Statement, _ body: (StoredEvent) throws -> Void) throws {
    defer { statement.reset() }
    try passedOver.refresh(connection)
    while try statement.step() { try body(try event(statement)) }
  }

  /// Returns the key of a stream, if it has events.
  func key(of stream: StreamID) throws -> StreamKey? {
    guard let kind = try surrogates.key(ofKind: stream.kind) else { return nil }
    return try key(ofKind: kind, id: stream.id)
  }

  func key(ofKind kind: Int64, id: UniqueID) throws -> StreamKey? {
    let statement = try connection.statement("SELECT key FROM stream WHERE kind = ?1 AND id = ?2")
    try statement.bind(1, kind)
    try statement.bind(2, id)
    return try statement.firstNumber()
  }

  // MARK: Bytes

  static func id(_ bytes: UnsafeRawBufferPointer) -> UniqueID? {
    guard bytes.count == 16 else { return nil }
    return UniqueID(high: word(bytes, 0), low: word(bytes, 8))
  }

  static func digest(_ bytes: UnsafeRawBufferPointer) -> SHA256Digest? {
    guard bytes.count == 32 else { return nil }
    return SHA256Digest(
      word0: word(bytes, 0), word1: word(bytes, 8), word2: word(bytes, 16), word3: word(bytes, 24))
  }

  static func references(_ bytes: UnsafeRawBufferPointer) -> [EventReference]? {
    guard bytes.count % 24 == 0 else { return nil }
    return stride(from: 0, to: bytes.count, by: 24).map { start in
      EventReference(
        device: UniqueID(high: word(bytes, start), low: word(bytes, start + 8)),
        sequence: word(bytes, start + 16))
    }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension Statement {
  /// Binds the sixteen bytes of an identifier.
  func bind(_ index: Int32, _ id: UniqueID) throws(SQLiteError) {
    let words = (id.high.bigEndian, id.low.bigEndian)
    try withUnsafeBytes(of: words) { (bytes) throws(SQLiteError) in try bind(index, blob: bytes) }
  }

  /// Binds the 32 bytes of a digest.
  func bind(_ index: Int32, _ digest: SHA256Digest) throws(SQLiteError) {
    let words = (
      digest.word0.bigEndian, digest.word1.bigEndian, digest.word2.bigEndian, digest.word3.bigEndian
    )
    try withUnsafeBytes(of: words) { (bytes) throws(SQLiteError) in try bind(index, blob: bytes) }
  }
}
