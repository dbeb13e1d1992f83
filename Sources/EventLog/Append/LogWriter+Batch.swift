internal import LedgerBytes
internal import LedgerSQLite

// A large batch, in a log that no other device writes to. What asks the log comes first: where each event stands. Then
// the rows are made on all cores, hashed and laid out, a piece for each; in order, their leaves go into the tree here,
// and a piece after the other into the log on one thread more.
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
  private static let ahead = 4

  /// Appends the events of a batch; nobody else has any in this log.
  func writeTogether(_ batch: EventBatch, _ body: (() -> StoredEvent) -> Void) throws {
    let places = try place(batch)
    let pieces = batch.pieces
    var made = pieces.prefix(Self.ahead).map { piece in WorkUnderWay.begin { try batch.rows(piece, places) } }
    var goingIn: WorkUnderWay<Void>?
    // The connection is that thread's until it has ended, also where this one fails.
    defer {
      try? goingIn?.wait()
      waitingStreams = nil
    }
    for (index, piece) in pieces.enumerated() {
      let rows = try made.removeFirst().wait()
      if index + Self.ahead < pieces.count {
        let next = pieces[index + Self.ahead]
        made.append(WorkUnderWay.begin { try batch.rows(next, places) })
      }
      for (number, leaf) in zip(piece, rows.leaves) {
        heads.append(leaf, time: places[number].time, to: batch.deviceKey)
        body {
          batch.stored(number, version: places[number].version, time: places[number].time, seen: [], leaf: leaf)
        }
      }
      let last = goingIn
      goingIn = nil
      try last?.wait()
      let insertion = BatchInsertion(
        streams: waitingStreams, events: rows.events, after: batch.firstPosition + Int64(piece.lowerBound) - 1,
        connection: connection, writer: try log.rowWriter())
      waitingStreams = nil
      goingIn = .begin { try insertion.run() }
    }
    let last = goingIn
    goingIn = nil
    try last?.wait()
  }

  /// Where each event of a batch stands: asks the log for all that its rows need, and notes that they are there.
  private func place(_ batch: EventBatch) throws -> [EventBatch.Place] {
    waitingStreams = RowBuffer(columns: 3)
    var places: [EventBatch.Place] = []
    places.reserveCapacity(batch.drafts.count)
    var time = heads.lastTime
    for number in batch.drafts.indices {
      let index = try cursorIndex(of: batch.drafts[number].stream)
      time = HybridTime.next(wallMilliseconds: batch.clock.milliseconds, after: time)
      let causeDevice: Int64?
      switch batch.drafts[number].cause {
      case nil: causeDevice = nil
      case .event(let reference): causeDevice = try heads.makeKey(of: reference.device, connection)
      case .draft: causeDevice = batch.deviceKey
      }
      let type = try surrogates.makeKey(forType: batch.drafts[number].type)
      try moveOn(
        at: index, device: batch.deviceKey, sequence: batch.firstSequence + UInt64(number), received: 0)
      let (stream, version) = end(ofCursor: index)
      places.append(
        EventBatch.Place(stream: stream, version: version, type: type, time: time, causeDevice: causeDevice))
    }
    return places
  }
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
    try connection.withoutTriggers {
      if let streams { try writer.insert(streams, into: "stream", onConflict: .rollBack) }
      try writer.insert(events, into: "event", onConflict: .rollBack)
    }
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
