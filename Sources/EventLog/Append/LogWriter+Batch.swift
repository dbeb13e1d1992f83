internal import LedgerBytes
internal import LedgerSQLite

// Appends a large batch, in pieces, to a log that no other device writes to. The caller's thread finds the positions of
// the events. All cores make the rows some pieces ahead: they hash the events and lay them out. The caller's thread then
// adds the leaves to the tree in order, and one more thread inserts the rows. That thread is the slowest, so it waits for
// no other. While it has the connection, streams are looked up in another reader, which sees the log as it was before
// this write. The cursors know what this write did to them.
//
// The guards check for every row that it is the next of the log and of its stream. That takes 8,000 instructions of the
// 24,000 that inserting it takes. Here the writer checks a batch as a whole. It numbers the rows one after the other
// from the end of the log and of their streams. After the insert it checks that the log grew by exactly that many rows.
// SQLite checks the two unique keys of every row anyway. So the writer turns the guards off for its own connection
// while it inserts the rows. Without guards, SQLite also does not have to copy the rows before it inserts them.
//
// Measured over 20,000 rows of a generated ledger, in thousands of instructions a row with guards and without:
// - bind and step: 24.4 and 16.7
// - VALUES of 16 rows: 29 and 12.7
// - SELECT from a virtual table: 26 (the rows are set aside) and 10
extension LogWriter {
  /// The number of pieces whose rows are made while others wait. They are in memory in addition to the drafts.
  private static let aheadPiecesMax = 2

  /// Appends the events of a batch to a log that has no events of other devices.
  func writeTogether(_ batch: EventBatch, _ body: (() -> StoredEvent) -> Void) throws {
    precondition(
      !heads.hasOthers(than: batch.deviceKey), "pieces of a batch do not look for events of other devices")
    precondition(waitingStreams == nil && lookups == nil, "one batch at a time is written in pieces")
    let keys = try keys(of: batch)
    let pieces = batch.pieces
    precondition(
      pieces.first?.lowerBound == 0 && pieces.last?.upperBound == batch.drafts.count
        && zip(pieces, pieces.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound },
      "the pieces of a batch follow each other and are all of it")
    let rowWriter = try log.rowWriter()
    waitingStreams = RowBuffer(columns: 3)
    if pieces.count > Self.aheadPiecesMax { lookups = try log.readerDuringWrite() }
    defer {
      waitingStreams = nil
      if lookups != nil { log.endReadingDuringWrite() }
      lookups = nil
    }
    // Once for all pieces, because each change prepares every statement again.
    try connection.withoutTriggers { try write(batch, pieces, keys, rowWriter, body) }
  }

  private func write(
    _ batch: EventBatch, _ pieces: [Range<Int>], _ keys: BatchKeys, _ rowWriter: RowWriter,
    _ body: (() -> StoredEvent) -> Void
  ) throws {
    var time = heads.lastTime
    var made: [PieceUnderWay] = []
    var pendingInsertion: WorkUnderWay<Void>?
    // The inserting thread owns the connection: wait for it even if this function throws.
    defer { try? pendingInsertion?.wait() }
    for index in 0..<pieces.count + Self.aheadPiecesMax {
      if index < pieces.count {
        made.append(try begin(pieces[index], of: batch, keys, &time))
      }
      precondition(made.count <= Self.aheadPiecesMax + 1, "few pieces are in memory at a time")
      guard index >= Self.aheadPiecesMax else { continue }
      let piece = made.removeFirst()
      let rows = try piece.rows.wait()
      precondition(rows.leaves.count == piece.range.count, "a piece of a batch without all its leaves")
      for (number, leaf) in zip(piece.range, rows.leaves) {
        let place = piece.places[number - piece.range.lowerBound]
        heads.append(leaf, time: place.time, to: batch.deviceKey)
        body { batch.stored(number, version: place.version, time: place.time, seen: [], leaf: leaf) }
      }
      let last = pendingInsertion
      pendingInsertion = nil
      try last?.wait()
      let insertion = BatchInsertion(
        streams: piece.streams, events: rows.events,
        after: batch.firstPosition + Int64(piece.range.lowerBound) - 1, connection: connection,
        writer: rowWriter)
      pendingInsertion = .begin { try insertion.run() }
    }
    let last = pendingInsertion
    pendingInsertion = nil
    try last?.wait()
    precondition(made.isEmpty, "every piece of a batch was inserted")
    precondition(
      heads[batch.deviceKey].edge.size == batch.firstSequence + UInt64(batch.drafts.count) - 1,
      "the device's tree has every leaf of the batch")
  }

  /// Finds the positions of a piece's events, and begins to make their rows.
  private func begin(
    _ range: Range<Int>, of batch: EventBatch, _ keys: BatchKeys, _ time: inout HybridTime
  ) throws -> PieceUnderWay {
    let places = try place(range, of: batch, keys, &time)
    let streams = waitingStreams
    waitingStreams = RowBuffer(columns: 3)
    return PieceUnderWay(
      range: range, places: places, streams: streams, rows: .begin { try batch.rows(range, places) })
  }

  /// Returns the keys of everything that a batch names, and makes those that are missing.
  ///
  /// Its rows need nothing else of the connection.
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
    precondition(
      keys.types.count == batch.drafts.count && keys.causes.count == batch.drafts.count,
      "every event of a batch has the keys of its type and cause")
    return keys
  }

  /// Returns the places of a piece's events, and notes that they are taken.
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
      let stream = cursor(index)
      places.append(
        EventBatch.Place(
          stream: stream.key, version: stream.version, type: keys.types[number], time: time,
          causeDevice: keys.causes[number]))
    }
    precondition(
      lastPosition == batch.firstPosition + Int64(range.upperBound) - 1, "positions of a batch are consecutive")
    return places
  }
}

/// The keys of the types of a batch's events, and of the devices of their causes.
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
  /// The ranges of events that are made and inserted at once.
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
  /// The last position of the log before it.
  let after: Position
  let connection: Connection
  let writer: RowWriter

  func run() throws {
    guard try end() == after else {
      throw EventLogError.damaged("it does not end at position \(after), where this write began")
    }
    if let streams { try writer.insert(streams, into: "stream", onConflict: .rollBack) }
    try writer.insert(events, into: "event", onConflict: .rollBack)
    guard try end() == after + Int64(events.count), connection.changes == Int64(events.count) else {
      throw EventLogError.damaged("a batch did not become the log's end")
    }
  }

  private func end() throws -> Position {
    Position(try LogSchema.number("SELECT position FROM event ORDER BY position DESC LIMIT 1", connection))
  }
}

extension LedgerLog {
  /// Returns the writer that inserts large batches, one for the connection's life.
  func rowWriter() throws -> RowWriter {
    if let knownRowWriter { return knownRowWriter }
    let writer = try RowWriter(connection)
    knownRowWriter = writer
    return writer
  }
}
