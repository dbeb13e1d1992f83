internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Checks each event by itself and among those of its device, in one pass over the log by position.
struct EventWalk {
  /// The streams with an event that no fold applies: redacted, skipped, or of a newer version.
  private(set) var leftOut: Set<StreamID> = []
  private var skippedInVain: [Position] = []
  private var lastTime: [UniqueID: HybridTime] = [:]
  private var lastWall: [UniqueID: Int64] = [:]
  private var setBack: [UniqueID: (position: Position, by: Int64)] = [:]
  private var drift: [UniqueID: (position: Position, by: Int64)] = [:]
  /// The largest lead of each device's clock over this device's clock when an event arrived.
  private var ahead: [UniqueID: (position: Position, by: Int64)] = [:]
  /// The last event of each device so far.
  private var last: [UniqueID: (sequence: UInt64, correlation: UniqueID)] = [:]
  /// The last events of other devices that were seen and are not here.
  private var unseen: [UniqueID: (sequence: UInt64, position: Position)] = [:]
  /// Whether events of other devices are known to be missing here.
  var isWaiting: Bool { !unseen.isEmpty }
  /// The transactions that were generated, with their events.
  private var generated: [(event: StoredEvent, transactions: [TransactionID])] = []
  private var unknown: [String: Int] = [:]
  /// The devices that have recorded in this folder.
  private var areOwn: Set<UniqueID> = []
  private var creations = 0

  init(_ log: LedgerLog, into health: inout Health, _ progress: (Int64, Int64) -> Void) throws {
    let last = try log.lastPosition()
    try log.forEachEvent { event in
      try look(at: event, log, &health)
      if event.position.isMultiple(of: 4_096) { progress(event.position.rawValue, last.rawValue) }
    }
    if creations == 0, last > 0 {
      health.note("the event that created the ledger has not arrived here yet")
    }
    for (type, count) in unknown.sorted(by: { $0.key < $1.key }) {
      health.note("\(count) \(type) passed over: of a type or shape that this version does not know")
    }
    if let first = skippedInVain.first {
      let count = skippedInVain.count
      health.note(
        "\(count == 1 ? "a request to skip event \(first) has" : "requests to skip \(count) events, the first at \(first), have") "
          + "no effect: this version can read \(count == 1 ? "it" : "them")")
    }
    try checkGenerated(log, &health)
    let names = try DeviceNames(log)
    for (device, seen) in unseen.sorted(by: { $0.key < $1.key }) {
      health.note(
        "event \(seen.position) has seen \(seen.sequence) of \(names.words(device)), which is not here")
    }
    for (device, lead) in ahead.sorted(by: { $0.key < $1.key }) {
      health.note(
        "the clock of \(names.words(device)) is ahead of the one here, by \(Self.span(lead.by)) or more at event "
          + "\(lead.position)")
    }
    for (device, step) in setBack.sorted(by: { $0.key < $1.key }) {
      health.note(
        "the clock of \(names.words(device)) was set back by \(Self.span(step.by)) before event \(step.position)"
      )
    }
    for (device, step) in drift.sorted(by: { $0.key < $1.key })
    where setBack[device] == nil && !isExplained(step.by, of: device) {
      health.note(
        "the clock of \(names.words(device)) was \(Self.span(step.by)) slow at event \(step.position)")
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
      if let known = try log.event(seen) {
        if known.time >= event.time {
          health.add(.seenFirst, at: event.position, "it has seen \(seen), which is not earlier")
        }
      } else if event.receivedAtMilliseconds == 0 || areOwn.contains(seen.device) {
        // This folder has all events that it recorded, and all that it had seen when it recorded one.
        health.add(.seenFirst, at: event.position, "it has seen \(seen), which does not exist")
      } else if unseen[seen.device].map({ $0.sequence < seen.sequence }) ?? true {
        unseen[seen.device] = (seen.sequence, event.position)
      }
    }
    last[device] = (event.reference.sequence, event.correlation)
    if event.receivedAtMilliseconds == 0 { areOwn.insert(device) }

    let decoded = EventCodec.current.decode(
      type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
    if event.isSkippedInVain { skippedInVain.append(event.position) }
    if event.ignored != nil {
      leftOut.insert(event.stream)
      return
    }
    switch decoded {
    // A recovery records a beginning in place of a lost one, which may come back.
    case .event(.ledger(.ledgerCreated)) where event.actor == EventActor.recovery: break
    case .event(.ledger(.ledgerCreated)):
      creations += 1
      if creations > 1 {
        health.add(.oneLedger, at: event.position, "it creates the ledger a second time")
      }
    case .event(.rule(.recurrenceGenerated(let found))):
      generated.append((event, (found.made + found.changed + found.restored).map(\.transaction)))
    case .event: break
    case .redacted: leftOut.insert(event.stream)
    case .unknown:
      unknown[event.type, default: 0] += 1
      leftOut.insert(event.stream)
    case .unreadable(let error):
      health.add(.decodes, at: event.position, "\(event.type) cannot be read: \(error.reason)")
    }
  }

  /// Checks that what rules generated was written.
  private func checkGenerated(_ log: LedgerLog, _ health: inout Health) throws {
    for (event, transactions) in generated {
      for transaction in transactions where try log.version(of: transaction.stream) == 0 {
        // The rest of the command may still be on its way.
        guard last[event.reference.device]?.correlation != event.correlation else {
          health.note("what event \(event.position) generated has not arrived completely")
          break
        }
        health.add(.begins, at: event.position, "it generated \(transaction), of which there is no event")
      }
    }
  }

  /// Whether a clock seems late only because another one is ahead.
  private func isExplained(_ lag: Int64, of device: UniqueID) -> Bool {
    ahead.contains { $0.key != device && $0.value.by >= lag - Self.tolerance }
  }

  /// The tolerated difference of clocks in milliseconds, one hour.
  private static let tolerance: Int64 = 3_600_000

  private mutating func noteClock(of event: StoredEvent) {
    let device = event.reference.device
    let wall = event.recordedAtMilliseconds
    if let before = lastWall[device], before - wall > Self.tolerance, before - wall > setBack[device]?.by ?? 0 {
      setBack[device] = (event.position, before - wall)
    }
    lastWall[device] = wall
    let lead = -(event.latenessMilliseconds ?? 0)
    if lead > Self.tolerance, lead > ahead[device]?.by ?? 0 { ahead[device] = (event.position, lead) }
    let behind = Int64(clamping: event.time.milliseconds) - wall
    if behind > Self.tolerance, behind > drift[device]?.by ?? 0 { drift[device] = (event.position, behind) }
  }

  /// Returns the text of a span, such as `2 h` or `10 years`.
  static func span(_ milliseconds: Int64) -> String {
    let hours = milliseconds / 3_600_000
    if hours < 48 { return "\(hours) h" }
    return hours / 24 < 730 ? "\(hours / 24) days" : "\(hours / 24 / 365) years"
  }
}
