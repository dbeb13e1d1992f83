internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections

/// Measures appending the events of a generated ledger to a new one, from encoding to the index.
enum Appending {
  /// The number of events per call, and per transaction if the read models are updated as well.
  static let batch = 10_000

  /// Decoded events that wait to be appended.
  private struct Ready {
    var events: [LedgerEvent] = []
    /// The stream and the actor of each event.
    var places: [(stream: StreamID, actor: String)] = []
  }

  static func run(from ledger: String, to folder: String, posting: Bool) throws {
    let source = try LedgerLog.open(ledger, mode: .readOnly)
    let created = WallClock(milliseconds: source.createdAtMilliseconds, offsetMinutes: 60)
    let log = try LedgerLog.create(
      at: folder, ledger: source.ledgerID, device: UniqueID(high: 1, low: 2), clock: created)
    let models = ReadModels(of: log, folder: folder + "/models")
    if posting { try models.catchUp() }
    let last = try source.lastPosition()
    var seconds = 0.0
    if posting {
      // Events are loaded between two measurements, while nothing is written.
      for start in stride(from: 0, to: last, by: Int64(batch) * 10) {
        let end = min(start + Int64(batch) * 10, last)
        let batches = try stride(from: start, to: end, by: Int64(batch)).map { try load(source, after: $0) }
        let watch = Stopwatch()
        for ready in batches {
          try log.write { try append(ready, to: $0) }
          try models.catchUpInBackground()
        }
        try models.catchUp()
        seconds += watch.seconds
      }
    } else {
      let watch = Stopwatch()
      var loading = 0.0
      try log.write { writer in
        for start in stride(from: 0, to: last, by: Int64(batch)) {
          let watch = Stopwatch()
          let ready = try load(source, after: start)
          loading += watch.seconds
          try append(ready, to: writer)
        }
      }
      seconds = watch.seconds - loading
    }
    Measurement.report(last.rawValue, in: seconds)
    models.close()
    try log.close()
    if let bytes = try DurableFile.size(folder + "/log.sqlite") {
      Measurement.report("logBytes", Double(bytes), digits: 0)
    }
  }

  /// Reads all events, and encodes their payloads again.
  static func encode(_ ledger: String) throws {
    let source = try LedgerLog.open(ledger, mode: .readOnly)
    let ready = try load(source, after: 0, count: Int(try source.lastPosition().rawValue))
    let watch = Stopwatch()
    let bytes = ready.events.reduce(0) { $0 + EventCodec.current.encode($1).count }
    Measurement.report(Int64(ready.events.count), in: watch.seconds)
    Measurement.report("payloadBytes", Double(bytes), digits: 0)
  }

  private static func load(_ source: LedgerLog, after position: Position, count: Int = batch) throws -> Ready {
    var ready = Ready()
    ready.events.reserveCapacity(count)
    try source.forEachEvent(after: position, through: position + Int64(count)) { stored in
      let decoded = EventCodec.current.decode(
        type: stored.type, schema: stored.schema, streamKind: stored.stream.kind, payload: stored.payload)
      guard case .event(let event) = decoded else {
        preconditionFailure("a generated event that cannot be read")
      }
      ready.events.append(event)
      ready.places.append((stored.stream, stored.actor))
    }
    return ready
  }

  private static func append(_ ready: Ready, to writer: LogWriter) throws {
    let codec = EventCodec.current
    let payloads = codec.encode(ready.events)
    let drafts = ready.events.indices.map { index in
      let type = ready.events[index].type
      return EventDraft(
        stream: ready.places[index].stream, type: type.rawValue, schema: codec.schema(of: type),
        payload: payloads[index], actor: ready.places[index].actor)
    }
    let correlation = UniqueID.random()
    _ = try writer.record(drafts, correlation: correlation, clock: .now())
  }
}
