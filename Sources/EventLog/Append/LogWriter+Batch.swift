internal import LedgerBytes
internal import LedgerSQLite

// A large batch, in a log that no other device writes to, piece after piece: where its events stand is found out here,
// on the caller's thread; the rows are made on all cores, hashed and laid out, some pieces ahead; in order, their leaves
// go into the tree here, and the rows into the log on one thread more. That thread is the slowest: it has to wait for
// none of the others. So while it has the connection, streams are looked up in another reader, which sees the log as it
// was before this write; what this write did to them its cursors know.
//
// The guards ask of every row whether it is the next of the log and of its stream, in 8,000 instructions of the 24,000
// that inserting it takes. Here the same is asked of a batch: its rows are made one after the other from where the
// log and its streams end, and afterwards the log must have grown by exactly as many; the two unique keys are asked
// of every row anyway. So the guards of this connection, and of no other, are off while they go in. Without them SQLite
// need not set the rows aside before it inserts them either.
//
// Measured over 20,000 rows of a generated ledger, in thousands of instructions a row: bind and step with guards 24.4,
// without 16.7; VALUES of 16 rows with guards 29, without 12.7; SELECT from a virtual table with guards 26 (the rows
// are set aside), without 10.
extension LogWriter {
  /// Pieces whose rows are made while others wait: what stands in memory besides the drafts.
  private static let ahead = 2

  /// Appends the events of a batch; nobody else has any in this log.
  func writeTogether(_ batch: EventBatch, _ body: (() -> StoredEvent) -> Void) throws {
    let keys = try keys(of: batch)
    let pieces = batch.pieces
    let rowWriter = try log.rowWriter()
    waitingStreams = RowBuffer(columns: 3)
    if pieces.count > Self.ahead { lookups = try log.readerBesideWrite() }
    defer {
      waitingStreams = nil
      if lookups != nil { log.endReadingBesideWrite() }
      lookups = nil
    }
    // Once for all pieces: each time, every statement is prepared anew.
    try connection.withoutTriggers { try write(batch, pieces, keys, rowWriter, body) }
  }

  private func write(
    _ batch: EventBatch, _ pieces: [Range<Int>], _ keys: BatchKeys, _ rowWriter: RowWriter,
    _ body: (() -> StoredEvent) -> Void
  ) throws {
    var time = heads.lastTime
    var made: [PieceUnderWay] = []
    var goingIn: WorkUnderWay<Void>?
    // The connection is that thread's until it has ended, also where this one fails.
    defer { try? goingIn?.wait() }
    for index in 0..<pieces.count + Self.ahead {
      if index < pieces.count {
        made.append(try begin(pieces[index], of: batch, keys, &time))
      }
      guard index >= Self.ahead else { continue }
      let piece = made.removeFirst()
      let rows = try piece.rows.wait()
      for (number, leaf) in zip(piece.range, rows.leaves) {
        let place = piece.places[number - piece.range.lowerBound]
        heads.append(leaf, time: place.time, to: batch.deviceKey)
        body { batch.stored(number, version: place.version, time: place.time, seen: [], leaf: leaf) }
      }
      let last = goingIn
      goingIn = nil
      try last?.wait()
      let insertion = BatchInsertion(
        streams: piece.streams, events: rows.events,
        after: batch.firstPosition + Int64(piece.range.lowerBound) - 1, connection: connection,
        writer: rowWriter)
      goingIn = .begin { try insertion.run() }
    }
    let last = goingIn
    goingIn = nil
    try last?.wait()
  }

  /// Finds out where the events of a piece stand, and has their rows made.
  private func begin(
    _ range: Range<Int>, of batch: EventBatch, _ keys: BatchKeys, _ time: inout HybridTime
  ) throws -> PieceUnderWay {
    let places = try place(range, of: batch, keys, &time)
    let streams = waitingStreams
    waitingStreams = RowBuffer(columns: 3)
    return PieceUnderWay(
      range: range, places: places, streams: streams, rows: .begin { try batch.rows(range, places) })
  }

  /// The keys of what a batch names, given now where there are none: the last that its rows need of the connection.
  private func keys(of batch: EventBatch) throws -> BatchKeys {
    var keys = BatchKeys()
    keys.types.reserveCapacity(batch.drafts.count)
    keys.causes.reserveCapacity(batch.drafts.count)
    for draft in batch.drafts {
      keys.types.append(try surrogates.makeKey(forType: draft.type))
      _ = try surrogates.makeKey(forKind: draft.stream.kind)
      switch draft.cause {
      case nil: keys.causes.append(nil)
      case .event(let reference): keys.causes.append(try heads.makeKey(of: reference.device, connection))
      case .draft: keys.causes.append(batch.deviceKey)
      }
    }
    return keys
  }

  /// Where each event of a piece stands; notes that they are there.
  private func place(
    _ range: Range<Int>, of batch: EventBatch, _ keys: BatchKeys, _ time: inout HybridTime
  ) throws -> [EventBatch.Place] {
    var places: [EventBatch.Place] = []
    places.reserveCapacity(range.count)
    for number in range {
      let index = try cursorIndex(of: batch.drafts[number].stream)
      time = HybridTime.next(wallMilliseconds: batch.clock.milliseconds, after: time)
      try moveOn(
        at: index, device: batch.deviceKey, sequence: batch.firstSequence + UInt64(number), received: 0)
      let (stream, version) = end(ofCursor: index)
      places.append(
        EventBatch.Place(
          stream: stream, version: version, type: keys.types[number], time: time,
          causeDevice: keys.causes[number]))
    }
    return places
  }
}

/// Of each event of a batch the key of its type, and of the device of its cause.
private struct BatchKeys {
  var types: [Int64] = []
  var causes: [Int64?] = []
}

/// A piece of a batch whose rows are being made.
private struct PieceUnderWay {
  let range: Range<Int>
  let places: [EventBatch.Place]
  /// The rows of its new streams.
  let streams: RowBuffer?
  let rows: WorkUnderWay<EventBatch.Rows>
}

extension EventBatch {
  /// What is made and inserted at once.
  fileprivate var pieces: [Range<Int>] {
    var pieces: [Range<Int>] = []
    var (start, bytes) = (0, 0)
    for number in drafts.indices {
      bytes += drafts[number].payload.count
      guard number - start == 1_023 || bytes >= 4 << 20 || number == drafts.count - 1 else { continue }
      pieces.append(start..<number + 1)
      (start, bytes) = (number + 1, 0)
    }
    return pieces
  }
}

/// A piece of a batch on its way into the log.
private struct BatchInsertion {
  let streams: RowBuffer?
  let events: RowBuffer
  /// Where the log ends before it.
  let after: Int64
  let connection: Connection
  let writer: RowWriter

  func run() throws {
    guard try end() == after else { throw EventLogError.damaged("it does not end where this write began") }
    if let streams { try writer.insert(streams, into: "stream", onConflict: .rollBack) }
    try writer.insert(events, into: "event", onConflict: .rollBack)
    guard try end() == after + Int64(events.count), connection.changes == Int64(events.count) else {
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
