internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

/// One pass over the log by position: what each event must satisfy by itself and among those of its device.
struct EventWalk {
  /// Streams with an event whose payload was taken out, or that no fold applies.
  private(set) var redacted: Set<StreamID> = []
  private var lastTime: [UniqueID: HybridTime] = [:]
  private var lastWall: [UniqueID: Int64] = [:]
  private var setBack: [UniqueID: (position: Int64, by: Int64)] = [:]
  private var drift: [UniqueID: (position: Int64, by: Int64)] = [:]
  private var unknown: [String: Int] = [:]
  private var creations = 0

  init(_ log: LedgerLog, into health: inout Health, _ progress: (Int64, Int64) -> Void) throws {
    let last = try log.lastPosition()
    try log.forEachEvent { event in
      try look(at: event, log, &health)
      if event.position.isMultiple(of: 4_096) { progress(event.position, last) }
    }
    if creations == 0, last > 0 {
      health.note("the event that created the ledger has not arrived here yet")
    }
    for (type, count) in unknown.sorted(by: { $0.key < $1.key }) {
      health.note("\(count) \(type) passed over: of a type or shape that this version does not know")
    }
    let names = try DeviceNames(log)
    for (device, step) in setBack.sorted(by: { $0.key < $1.key }) {
      health.note(
        "the clock of \(names.words(device)) was set back by \(Self.span(step.by)) before event \(step.position)"
      )
    }
    for (device, step) in drift.sorted(by: { $0.key < $1.key }) where setBack[device] == nil {
      health.note(
        "the clock of \(names.words(device)) is behind what it had seen, by \(Self.span(step.by)) at event "
          + "\(step.position)")
    }
  }

  private mutating func look(at event: StoredEvent, _ log: LedgerLog, _ health: inout Health) throws {
    let device = event.reference.device
    if let before = lastTime[device], event.time <= before {
      health.add(.timeGrows, at: event.position, "it is not later than the event before it of its device")
    }
    lastTime[device] = event.time
    noteClock(of: event)

    if let cause = event.cause, let known = try log.event(cause), known.time >= event.time {
      health.add(.causesFirst, at: event.position, "the event that made it necessary, \(cause), is not earlier")
    }
    for seen in event.seen {
      if let known = try log.event(seen), known.time >= event.time {
        health.add(.seenFirst, at: event.position, "it has seen \(seen), which is not earlier")
      }
    }

    let decoded = EventCodec.current.decode(
      type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
    if event.passedOver != nil {
      redacted.insert(event.stream)
      return
    }
    switch decoded {
    case .event(.ledger(.ledgerCreated)):
      creations += 1
      if creations > 1 {
        health.add(.oneLedger, at: event.position, "it creates the ledger a second time")
      }
    case .event: break
    case .redacted: redacted.insert(event.stream)
    case .unknown: unknown[event.type, default: 0] += 1
    case .unreadable(let error):
      health.add(.decodes, at: event.position, "\(event.type) cannot be read: \(error.reason)")
    }
  }

  /// An hour: less is what clocks do.
  private static let tolerance: Int64 = 3_600_000

  private mutating func noteClock(of event: StoredEvent) {
    let device = event.reference.device
    let wall = event.recordedAtMilliseconds
    if let before = lastWall[device], before - wall > Self.tolerance, before - wall > setBack[device]?.by ?? 0 {
      setBack[device] = (event.position, before - wall)
    }
    lastWall[device] = wall
    let behind = Int64(clamping: event.time.milliseconds) - wall
    if behind > Self.tolerance, behind > drift[device]?.by ?? 0 { drift[device] = (event.position, behind) }
  }

  /// `2 h`, `10 years`.
  static func span(_ milliseconds: Int64) -> String {
    let hours = milliseconds / 3_600_000
    if hours < 48 { return "\(hours) h" }
    return hours / 24 < 730 ? "\(hours / 24) days" : "\(hours / 24 / 365) years"
  }
}
