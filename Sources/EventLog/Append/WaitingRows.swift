internal import LedgerBytes
internal import LedgerSQLite

/// The rows of a large batch on their way into the log: thousands go in by one statement.
///
/// The guards ask of every row whether it is the next of the log and of its stream, in 8,000 instructions of the 24,000
/// that inserting it takes. Here the same is asked of a batch: its rows are made one after the other from where the
/// log and its streams end, and afterwards the log must have grown by exactly as many; the two unique keys are asked
/// of every row anyway. So the guards of this connection, and of no other, are off while they go in. Without them SQLite
/// need not set the rows aside before it inserts them either.
///
/// Measured over 20,000 rows of a generated ledger, in thousands of instructions a row: bind and step with guards 24.4,
/// without 16.7; VALUES of 16 rows with guards 29, without 12.7; SELECT from a virtual table with guards 26 (the rows
/// are set aside), without 10.
struct WaitingRows {
  /// Fewer than that are not worth it: statements are prepared anew twice.
  static let least = 256
  private static let rowsAtOnce = 2_048
  private static let bytesAtOnce = 16 << 20

  private(set) var streams = RowBuffer(columns: 3)
  private(set) var events = RowBuffer(columns: 19)
  private var bytes = 0

  init(rows: Int) {
    let rows = min(rows, Self.rowsAtOnce)
    streams.reserve(rows: rows, bytes: rows * 16)
    events.reserve(rows: rows, bytes: rows * 512)
  }

  var isEmpty: Bool { events.isEmpty && streams.isEmpty }
  var isFull: Bool { events.count >= Self.rowsAtOnce || bytes >= Self.bytesAtOnce }

  mutating func addStream(key: Int64, kind: Int64, id: UniqueID) {
    streams.add(key)
    streams.add(kind)
    withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { streams.add(blob: $0) }
  }

  /// Adds an event's row, in the order of the table's columns. Its hashed bytes stand in `hashed`.
  mutating func addEvent(
    position: Int64, stream: Int64, version: Int64, type: Int64, schema: UInt32, device: Int64,
    sequence: UInt64, time: HybridTime, lag: Int64, offset: Int16, causeDevice: Int64?,
    causeSequence: UInt64?, _ hashed: HashedBytes, salt: [UInt8], payload: [UInt8], leaf: SHA256Digest
  ) {
    bytes += payload.count + hashed.bytes.count
    events.add(position)
    events.add(stream)
    events.add(version)
    events.add(type)
    events.add(Int64(schema))
    events.add(device)
    events.add(Int64(bitPattern: sequence))
    events.add(Int64(bitPattern: time.rawValue))
    payload.withUnsafeBytes { events.add(blob: $0) }
    events.add(lag)
    events.add(Int64(offset))
    events.add(0)  // received: recorded here
    add(causeDevice)
    add(causeSequence.map { Int64(bitPattern: $0) })
    hashed.bytes.withUnsafeBytes { bytes in
      if hashed.seen.isEmpty {
        events.addNull()
      } else {
        events.add(blob: UnsafeRawBufferPointer(rebasing: bytes[hashed.seen]))
      }
      events.add(textBytes: UnsafeRawBufferPointer(rebasing: bytes[hashed.actor]))
      events.add(blob: UnsafeRawBufferPointer(rebasing: bytes[hashed.correlation]))
    }
    salt.withUnsafeBytes { events.add(blob: $0) }
    leaf.withBytes { events.add(blob: $0) }
  }

  private mutating func add(_ value: Int64?) {
    if let value { events.add(value) } else { events.addNull() }
  }
}

extension LogWriter {
  /// Puts the rows that wait into the log, on a thread of their own: `endWaitingRows` before anything else is asked of
  /// the connection.
  func flushWaitingRows() throws {
    guard let rows = waitingRows, !rows.isEmpty else { return }
    try endRowsUnderWay()
    let flush = WaitingFlush(
      rows: rows, before: lastPosition - Int64(rows.events.count), after: lastPosition,
      connection: connection, writer: try log.rowWriter())
    rowsUnderWay = .begin { try flush.run() }
    // Its memory goes with the rows.
    waitingRows = WaitingRows(rows: rows.events.count)
  }

  /// Waits until all rows are in the log.
  func endWaitingRows() throws {
    try flushWaitingRows()
    try endRowsUnderWay()
  }

  private func endRowsUnderWay() throws {
    guard let rows = rowsUnderWay else { return }
    rowsUnderWay = nil
    try rows.wait()
  }
}

/// A piece of a batch on its way into the log.
private struct WaitingFlush {
  let rows: WaitingRows
  /// Where the log ends before them, and with them.
  let before: Int64
  let after: Int64
  let connection: Connection
  let writer: RowWriter

  func run() throws {
    guard try end() == before else { throw EventLogError.damaged("it does not end where this write began") }
    try connection.withoutTriggers {
      try writer.insert(rows.streams, into: "stream", onConflict: .rollBack)
      try writer.insert(rows.events, into: "event", onConflict: .rollBack)
    }
    guard try end() == after, connection.changes == Int64(rows.events.count) else {
      throw EventLogError.damaged("a batch did not become the log's end")
    }
  }

  private func end() throws -> Int64 {
    try LogSchema.number("SELECT position FROM event ORDER BY position DESC LIMIT 1", connection)
  }
}

extension LedgerLog {
  /// What large batches go in by: one for the connection's life.
  func rowWriter() throws -> RowWriter {
    if let knownRowWriter { return knownRowWriter }
    let writer = try RowWriter(connection)
    knownRowWriter = writer
    return writer
  }
}
