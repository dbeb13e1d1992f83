package import LedgerBytes
internal import LedgerSQLite

/// Appends and imports events inside one write of a log. It is valid until the write ends.
///
/// A write has one owner, so that checking for exclusive access at every event is unnecessary.
package final class LogWriter {
  /// The log that is written to. Its reads see what this write has done so far.
  package let log: LedgerLog
  let losses: LossPolicy
  let connection: Connection
  let surrogates: Surrogates
  @exclusivity(unchecked) var heads: DeviceHeads
  @exclusivity(unchecked) var hashed = HashedBytes()
  var preparedDeviceFile: String?
  /// The device that may record nothing more, as this write has found out.
  @exclusivity(unchecked) var retired: UniqueID?
  /// Devices with two branches, as this write has found out.
  @exclusivity(unchecked) var forked: Set<UniqueID> = []
  /// The event that was imported last.
  @exclusivity(unchecked) var lastImported: (reference: EventReference, leaf: SHA256Digest)?
  /// Whether devices have recorded events in this folder, as far as it was asked.
  @exclusivity(unchecked) var areOwn: [UniqueID: Bool] = [:]
  @exclusivity(unchecked) var head: LogHead?  // as it was when this write began
  var isOpen = true
  /// The first event of what was appended last.
  package internal(set) var firstAppended: EventReference?
  /// The salt of that event.
  var firstSalt: (position: Position, salt: [UInt8])?
  /// The rows of a large batch's new streams, which go in before its events. If `nil`, each goes in at once.
  @exclusivity(unchecked) var waitingStreams: RowBuffer?
  /// The log before this write, where a large batch looks streams up. If `nil`, they are looked up in the log itself.
  @exclusivity(unchecked) var lookups: LedgerLog?
  private var failure: (any Error)?
  /// Events imported without their content, whose redaction must be on record before the commit.
  var unexplained: [EventReference] = []

  /// The position of the last event, those of this write included, or 0 in an empty log.
  @exclusivity(unchecked) package internal(set) var lastPosition: Position
  /// The device in whose name events are appended. `adopt(device:)` changes it.
  @exclusivity(unchecked) package internal(set) var identity: DeviceIdentity

  /// The key of the device at `lastPosition`, or 0 in an empty log.
  @exclusivity(unchecked) private(set) var lastDevice: Int64
  /// The key of the last stream.
  @exclusivity(unchecked) private(set) var lastStream: StreamKey
  @exclusivity(unchecked) private var cursors: [StreamCursor] = []
  /// The last cursor of each stream's UUID. Hashing a kind's name would take longer than all the rest.
  @exclusivity(unchecked) private var cursorIndexes: [UniqueID: Int] = [:]
  @exclusivity(unchecked) private var currentCursor = -1
  private let insertEvent: Statement

  /// The end of one stream.
  struct StreamCursor {
    let stream: StreamID
    let key: StreamKey
    var version: StreamVersion
    /// Device and sequence of the last event.
    var device: Int64
    var sequence: UInt64
    /// The last events of other devices in the stream, or `nil` if they are not yet looked up.
    var seenNow: [EventReference]?
    /// The cursor of a stream of another kind with the same UUID.
    let namesake: Int?
  }

  /// Begins a write. If the end of the log is not `known`, it is read.
  init(_ log: LedgerLog, losses: LossPolicy, _ known: KnownEnd?) throws {
    precondition(log.isWriting && log.connection.isInTransaction, "a writer exists inside a write alone")
    self.log = log
    self.losses = losses
    connection = log.connection
    surrogates = log.reader.surrogates
    identity = log.identity
    if let known {
      (heads, lastPosition, lastDevice, lastStream) = (known.heads, known.position, known.device, known.stream)
    } else {
      heads = try DeviceHeads(log.connection)
      let last = try log.connection.statement(
        "SELECT position, device FROM event ORDER BY position DESC LIMIT 1")
      defer { last.reset() }
      let isEmpty = try !last.step()
      lastPosition = isEmpty ? 0 : last.number(0)
      lastDevice = isEmpty ? 0 : last.int64(1)
      lastStream = try log.lastStreamKey()
      try Self.requireWhole(log.connection, heads, lastPosition)
    }
    insertEvent = try log.connection.statement(
      """
      INSERT OR ROLLBACK INTO event (position, stream, version, type, schema, device, sequence, time, payload, lag, offset,
      received, cause_device, cause_sequence, seen, actor, correlation, salt, leaf)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
      """)
  }

  deinit { if let preparedDeviceFile { DeviceFile.discard(preparedDeviceFile) } }

  /// Throws the error of an earlier part of this write, because nothing can come after it.
  ///
  /// A guard or a full disk may have ended the transaction. The next statement would then be committed on its own.
  func requireOpen() throws {
    precondition(isOpen, "a writer used after its write")
    if let failure { throw failure }
  }

  /// Runs a part of the write. If it throws, the write cannot be committed, even if its body continues.
  func failing<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch {
      failure = failure ?? error
      throw error
    }
  }

  /// Writes the heads of the devices, which only the end of the transaction knows.
  func finish() throws {
    if let failure { throw failure }
    precondition(isOpen, "a write is finished once")
    precondition(waitingStreams == nil && lookups == nil, "no part of a large batch outlives its append")
    try checkStripped()
    insertEvent.clearBindings()
    try heads.store(connection)
  }
}

@available(*, unavailable)
extension LogWriter: Sendable {}

// MARK: - Streams

extension LogWriter {
  /// Returns the cursor of a stream, which gets a key if it has no key yet.
  func cursorIndex(of stream: StreamID) throws -> Int {
    if currentCursor >= 0, cursors[currentCursor].stream == stream { return currentCursor }
    if let index = knownCursor(of: stream) {
      currentCursor = index
      return index
    }
    let namesake = cursorIndexes[stream.id]
    let kind = try surrogates.makeKey(forKind: stream.kind)
    let cursor: StreamCursor
    let known = lookups ?? log
    if let key = try known.reader.key(ofKind: kind, id: stream.id) {
      let statement = try known.connection.statement(
        "SELECT version, device, sequence FROM event WHERE stream = ?1 ORDER BY version DESC LIMIT 1")
      defer { statement.reset() }
      try statement.bind(1, key)
      let isEmpty = try !statement.step()
      cursor = StreamCursor(
        stream: stream, key: key, version: isEmpty ? 0 : statement.number(0),
        device: isEmpty ? 0 : statement.int64(1),
        sequence: isEmpty ? 0 : UInt64(bitPattern: statement.int64(2)), namesake: namesake)
    } else {
      lastStream += 1
      if waitingStreams == nil {
        let insert = try connection.statement(
          "INSERT OR ROLLBACK INTO stream (key, kind, id) VALUES (?1, ?2, ?3)")
        try insert.bind(1, lastStream)
        try insert.bind(2, kind)
        try insert.bind(3, stream.id)
        try insert.run()
      } else {
        waitingStreams?.add(lastStream)
        waitingStreams?.add(kind)
        withUnsafeBytes(of: (stream.id.high.bigEndian, stream.id.low.bigEndian)) {
          waitingStreams?.add(blob: $0)
        }
      }
      cursor = StreamCursor(
        stream: stream, key: lastStream, version: 0, device: 0, sequence: 0, namesake: namesake)
    }
    cursors.append(cursor)
    cursorIndexes[stream.id] = cursors.count - 1
    currentCursor = cursors.count - 1
    return currentCursor
  }

  private func knownCursor(of stream: StreamID) -> Int? {
    var index = cursorIndexes[stream.id]
    while let candidate = index, cursors[candidate].stream != stream { index = cursors[candidate].namesake }
    return index
  }

  func cursor(_ index: Int) -> StreamCursor { cursors[index] }

  /// Returns the key of a stream that something was appended to in this write, or `nil` for any other.
  package func key(ofAppended stream: StreamID) -> StreamKey? {
    knownCursor(of: stream).map { cursors[$0].key }
  }

  /// Returns the version of a stream, which gets no key.
  func version(of stream: StreamID) throws -> StreamVersion {
    if let index = knownCursor(of: stream) { return cursors[index].version }
    return try log.version(of: stream)
  }

  /// Forgets the events that were seen, because they depend on the device that appends.
  func forgetSeen() { for index in cursors.indices { cursors[index].seenNow = nil } }

  func setSeenNow(_ seen: [EventReference], at index: Int) { cursors[index].seenNow = seen }

  // MARK: Rows

  /// Writes the event whose hashed bytes are in `hashed`, and moves stream, run, turn and tree on.
  ///
  /// Binds the parts of the hashed bytes in place and allocates nothing.
  func insert(
    at index: Int, type: Int64, schema: UInt32, device: Int64, sequence: UInt64, time: HybridTime, lag: Int64,
    offset: Int16, received: Int64, cause: EventReference?, salt: [UInt8], payload: [UInt8]?, leaf: SHA256Digest
  ) throws {
    precondition(sequence == heads[device].edge.size + 1, "an event is the next of its device")
    let position = lastPosition + 1
    let statement = insertEvent
    try statement.bind(1, position)
    try statement.bind(2, cursors[index].key)
    try statement.bind(3, cursors[index].version + 1)
    try statement.bind(4, type)
    try statement.bind(5, Int64(schema))
    try statement.bind(6, device)
    try statement.bind(7, Int64(bitPattern: sequence))
    try statement.bind(8, Int64(bitPattern: time.rawValue))
    try statement.bind(10, lag)
    try statement.bind(11, Int64(offset))
    try statement.bind(12, received)
    if let cause {
      try statement.bind(13, try heads.makeKey(of: cause.device, connection))
      try statement.bind(14, Int64(bitPattern: cause.sequence))
    } else {
      try statement.bind(null: 13)
      try statement.bind(null: 14)
    }
    try statement.bind(19, leaf)
    try hashed.bytes.withUnsafeBytes { bytes in
      if hashed.seen.isEmpty {
        try statement.bind(null: 15)
      } else {
        try statement.bind(15, blobInPlace: UnsafeRawBufferPointer(rebasing: bytes[hashed.seen]))
      }
      try statement.bind(16, textInPlace: UnsafeRawBufferPointer(rebasing: bytes[hashed.actor]))
      try statement.bind(17, blobInPlace: UnsafeRawBufferPointer(rebasing: bytes[hashed.correlation]))
      try salt.withUnsafeBytes { salt in
        try statement.bind(18, blobInPlace: salt)
        if let payload {
          try payload.withUnsafeBytes { payload in
            try statement.bind(9, blobInPlace: payload)
            try statement.run()
          }
        } else {
          try statement.bind(null: 9)
          try statement.run()
        }
      }
    }
    try moveOn(at: index, device: device, sequence: sequence, received: received)
    heads.append(leaf, time: time, to: device)
  }

  /// Notes that an event is at the next position. The caller adds its leaf to the tree.
  func moveOn(at index: Int, device: Int64, sequence: UInt64, received: Int64) throws {
    precondition(sequence > 0 && device > 0, "an event without a number or a device")
    precondition(received >= 0, "an event is received at a time after 1970, or 0 if it was recorded here")
    let position = lastPosition + 1
    try noteChangeOfDevice(at: index, device: device, sequence: sequence, position: position)
    lastPosition = position
    lastDevice = device
    if received != 0 || cursors[index].device != device { cursors[index].seenNow = nil }
    cursors[index].version += 1
    cursors[index].device = device
    cursors[index].sequence = sequence
  }

  private func noteChangeOfDevice(at index: Int, device: Int64, sequence: UInt64, position: Position) throws {
    if lastDevice != device {
      let run = try connection.statement(
        "INSERT OR ROLLBACK INTO run (device, first_sequence, first_position) VALUES (?1, ?2, ?3)")
      try run.bind(1, device)
      try run.bind(2, Int64(bitPattern: sequence))
      try run.bind(3, position)
      try run.run()
    }
    if cursors[index].version > 0, cursors[index].device != device {
      let cursor = cursors[index]
      let turn = try connection.statement(
        "INSERT OR ROLLBACK INTO turn (stream, version, device, sequence) VALUES (?1, ?2, ?3, ?4)")
      try turn.bind(1, cursor.key)
      try turn.bind(2, cursor.version)
      try turn.bind(3, cursor.device)
      try turn.bind(4, Int64(bitPattern: cursor.sequence))
      try turn.run()
    }
  }
}
