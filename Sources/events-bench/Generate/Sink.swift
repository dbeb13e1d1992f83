internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

/// Writes generated commands of several devices to the log in large transactions.
///
/// Events of device 0, the folder's own, are appended. Those of other devices are imported, at once if they are online
/// and later if they are offline. Sequences and times are assigned here exactly as the log will assign them. So a command
/// can refer to events that are not yet written.
final class Sink {
  /// The number of drafts written per transaction.
  static let batch = 10_000

  let log: LedgerLog
  private let devices: [UniqueID]
  private var clocks: [Clock]
  private var random: Seeded
  private var salts: Seeded
  private var waiting: [Delivery] = []
  private var waitingCount = 0
  private var logTime = HybridTime(rawValue: 0)
  /// The number of events recorded so far on all devices.
  private(set) var count = 0

  private struct Clock {
    var sequence: UInt64 = 0
    var last = HybridTime(rawValue: 0)
    /// The events recorded while offline, or `nil` if the device is online.
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

  /// Records the events of one command, and returns the reference of the first one.
  ///
  /// - Parameter seen: The events of other devices that the author had seen of the streams. For device 0 the log finds
  ///   them by itself.
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
      guard let leaf = unnamed.computedLeaf else { preconditionFailure("an event that cannot be hashed") }
      if clocks[device].heldBack != nil {
        clocks[device].heldBack?.append(event(leaf))
      } else {
        logTime = max(logTime, time)
        waiting.append(.foreign(event(leaf), received: clock.milliseconds + 1_000))
        waitingCount += 1
      }
    }
  }

  // MARK: Being offline

  /// Takes a device offline. The events that it records now arrive when it is online again.
  func goOffline(_ device: Int) {
    clocks[device].last = max(clocks[device].last, logTime)
    clocks[device].heldBack = clocks[device].heldBack ?? []
  }

  /// Takes a device online, and delivers the events that it recorded meanwhile.
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

  /// Returns the time of the last event of a device, right after it was recorded.
  ///
  /// Each event before it in the same batch has a time that is less by one.
  func lastTime(of device: Int) -> HybridTime { device == 0 ? logTime : clocks[device].last }

  func isOffline(_ device: Int) -> Bool { clocks[device].heldBack != nil }

  // MARK: Writing

  /// Writes all waiting events in one transaction.
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

/// An event on its way to the log.
struct Fact {
  let event: LedgerEvent
  let stream: StreamID
  var cause: EventDraft.Cause?
  /// The actor of an event produced by software, or `nil` if a person caused it.
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
