internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

/// Where generated commands go: into the log in large transactions, each device's under its own name.
///
/// Device 0 is the folder's own and is appended; what other devices record is taken in, at once while they are in
/// touch, later when they were offline. Sequences and times are given here as the log will give them, so that a
/// command can name events that are still on their way.
final class Sink {
  /// Drafts written per transaction.
  static let batch = 10_000

  let log: LedgerLog
  private let devices: [UniqueID]
  private var clocks: [Clock]
  private var random: Seeded
  private var salts: Seeded
  private var waiting: [Delivery] = []
  private var waitingCount = 0
  private var logTime = HybridTime(rawValue: 0)
  /// Events given a place so far, on all devices.
  private(set) var count = 0

  private struct Clock {
    var sequence: UInt64 = 0
    var last = HybridTime(rawValue: 0)
    /// What it recorded while offline; nil: it is in touch.
    var heldBack: [ForeignEvent]?
  }

  private enum Delivery {
    case own([EventDraft], correlation: UniqueID, clock: WallClock)
    case foreign(ForeignEvent, received: Int64)
  }

  init(_ log: LedgerLog, devices: [UniqueID], seed: UInt64) {
    self.log = log
    self.devices = devices
    clocks = Array(repeating: Clock(), count: devices.count)
    random = Seeded(seed: seed ^ 0x51)
    salts = Seeded(seed: seed ^ 0x5a17)
  }

  /// Records the events of one command; returns the reference of its first event.
  ///
  /// - Parameter seen: what of other devices the author had seen of the streams; the log knows by itself for
  ///   device 0.
  @discardableResult
  func record(
    _ events: [Fact], by device: Int, actor: String, at clock: WallClock, seen: [EventReference] = []
  ) throws -> EventReference {
    let correlation = UniqueID.timeOrdered(milliseconds: UInt64(clock.milliseconds), using: &random)
    let first = EventReference(device: devices[device], sequence: clocks[device].sequence + 1)
    count += events.count
    clocks[device].sequence += UInt64(events.count)
    let wall = HybridTime(milliseconds: UInt64(clock.milliseconds))
    if device == 0 {
      for _ in events { logTime = max(wall, HybridTime(rawValue: logTime.rawValue + 1)) }
      waiting.append(.own(events.map { $0.draft(by: actor) }, correlation: correlation, clock: clock))
      waitingCount += events.count
    } else {
      recordForeign(events, first, device, actor, clock, correlation, seen)
    }
    if waitingCount >= Self.batch { try flush() }
    return first
  }

  private func recordForeign(
    _ facts: [Fact], _ first: EventReference, _ device: Int, _ actor: String, _ clock: WallClock,
    _ correlation: UniqueID, _ seen: [EventReference]
  ) {
    let wall = HybridTime(milliseconds: UInt64(clock.milliseconds))
    for (index, fact) in facts.enumerated() {
      let draft = fact.draft(by: actor)
      let known = clocks[device].heldBack == nil ? max(clocks[device].last, logTime) : clocks[device].last
      let time = max(wall, HybridTime(rawValue: known.rawValue + 1))
      clocks[device].last = time
      let reference = EventReference(device: first.device, sequence: first.sequence + UInt64(index))
      var cause: EventReference?
      switch draft.cause {
      case .draft(let earlier):
        cause = EventReference(device: first.device, sequence: first.sequence + UInt64(earlier))
      case .event(let event): cause = event
      case nil: break
      }
      let salt = salts.bytes(16)
      func event(_ leaf: SHA256Digest) -> ForeignEvent {
        ForeignEvent(
          reference: reference, time: time, recordedAtMilliseconds: clock.milliseconds,
          offsetMinutes: clock.offsetMinutes, stream: draft.stream, seen: seen, type: draft.type,
          schema: draft.schema,
          correlation: correlation, cause: cause, actor: draft.actor, salt: salt, payload: draft.payload,
          leaf: leaf)
      }
      let unnamed = event(SHA256Digest(word0: 0, word1: 0, word2: 0, word3: 0))
      guard let leaf = unnamed.computedLeaf else { preconditionFailure("an event that can't be hashed") }
      if clocks[device].heldBack != nil {
        clocks[device].heldBack?.append(event(leaf))
      } else {
        logTime = max(logTime, time)
        waiting.append(.foreign(event(leaf), received: clock.milliseconds + 1_000))
        waitingCount += 1
      }
    }
  }

  // MARK: Being in touch

  /// A device loses touch: what it records from here on arrives when it is back.
  func goOffline(_ device: Int) {
    clocks[device].last = max(clocks[device].last, logTime)
    clocks[device].heldBack = clocks[device].heldBack ?? []
  }

  /// A device is in touch again: what it recorded meanwhile arrives.
  func comeBack(_ device: Int, at milliseconds: Int64) throws {
    guard let events = clocks[device].heldBack else { return }
    clocks[device].heldBack = nil
    for event in events {
      logTime = max(logTime, event.time)
      waiting.append(.foreign(event, received: milliseconds))
      waitingCount += 1
    }
    if waitingCount >= Self.batch { try flush() }
  }

  func id(of device: Int) -> UniqueID { devices[device] }

  /// The time of the last event that a device recorded, right after it did; each before it in its batch has one less.
  func lastTime(of device: Int) -> HybridTime { device == 0 ? logTime : clocks[device].last }

  func isOffline(_ device: Int) -> Bool { clocks[device].heldBack != nil }

  // MARK: Writing

  /// Writes what waits, in one transaction.
  func flush() throws {
    guard !waiting.isEmpty else { return }
    try log.write { writer in
      var arrived: [ForeignEvent] = []
      var arrivedAt: Int64 = 0
      func takeIn() throws {
        guard !arrived.isEmpty else { return }
        _ = try writer.takeIn(arrived, receivedAtMilliseconds: arrivedAt)
        arrived.removeAll(keepingCapacity: true)
      }
      for delivery in waiting {
        switch delivery {
        case .own(let drafts, let correlation, let clock):
          try takeIn()
          _ = try writer.append(drafts, correlation: correlation, clock: clock, salts: { self.salts.bytes(16) })
        case .foreign(let event, let received):
          if received != arrivedAt { try takeIn() }
          arrivedAt = received
          arrived.append(event)
        }
      }
      try takeIn()
    }
    waiting.removeAll(keepingCapacity: true)
    waitingCount = 0
  }
}

/// One event on its way into the log.
struct Fact {
  let event: Event
  let stream: StreamID
  var cause: EventDraft.Cause?
  /// Whose work it is where it is not the person's.
  var actor: String?

  static func transaction(_ event: TransactionEvent, _ stream: StreamID, actor: String? = nil) -> Fact {
    Fact(event: .transaction(event), stream: stream, actor: actor)
  }

  func draft(by person: String) -> EventDraft {
    EventDraft(
      stream: stream, type: event.type.rawValue, schema: EventCodec.current.schema(of: event.type),
      payload: EventCodec.current.encode(event), actor: actor ?? person, cause: cause)
  }
}
