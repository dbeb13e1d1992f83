internal import EventLog
internal import LedgerBytes

// Differences that trees do not show: damaged bytes, redacted payloads, and clocks.
extension LedgerComparison {
  mutating func readEvents(
    _ here: LedgerLog, _ there: LedgerLog, _ progress: (Int64, Int64) -> Void
  ) throws {
    let total = (events[.here] ?? 0) + (events[.there] ?? 0)
    let ours = try EventReading(here) { progress($0, total) }
    let theirs = try EventReading(there) { progress((events[.here] ?? 0) + $0, total) }
    for positions in ours.deleted { differences.append(.deleted(.here, positions: positions)) }
    for positions in theirs.deleted { differences.append(.deleted(.there, positions: positions)) }
    for event in ours.damaged { differences.append(.damaged(.here, event)) }
    for event in theirs.damaged { differences.append(.damaged(.there, event)) }
    for reference in ours.redacted.symmetricDifference(theirs.redacted).sorted() {
      let side: Side = ours.redacted.contains(reference) ? .here : .there
      // Events that the other side lacks have already been reported.
      guard let event = try here.event(reference), try there.event(reference) != nil else { continue }
      differences.append(.redacted(side, event))
    }
    for (side, reading) in [(Side.here, ours), (Side.there, theirs)] {
      for (device, skew) in reading.ahead.sorted(by: { $0.key < $1.key }) {
        notes.append(.clockAhead(side, device: device, milliseconds: skew.by, event: skew.event))
      }
    }
    let behind = ours.behind.merging(theirs.behind) { $0.by > $1.by ? $0 : $1 }
    let ahead = ours.ahead.merging(theirs.ahead) { $0.by > $1.by ? $0 : $1 }
    for (device, skew) in behind.sorted(by: { $0.key < $1.key })
    where !ahead.contains(where: { $0.key != device && $0.value.by >= skew.by - EventReading.tolerance }) {
      notes.append(.clockBehind(device: device, milliseconds: skew.by, event: skew.event))
    }
  }
}

/// The results of one pass over a log.
private struct EventReading {
  struct Skew {
    let by: Int64
    let event: EventReference
  }

  /// The damaged events, at most a hundred.
  private(set) var damaged: [StoredEvent] = []
  private(set) var redacted: Set<EventReference> = []
  /// The ranges of positions without a row.
  private(set) var deleted: [ClosedRange<Position>] = []
  private(set) var ahead: [UniqueID: Skew] = [:]
  private(set) var behind: [UniqueID: Skew] = [:]

  /// The tolerated difference of clocks in milliseconds, one minute.
  static let tolerance: Int64 = 60_000

  init(_ log: LedgerLog, _ progress: (Int64) -> Void) throws {
    var last: Position = 0
    try log.forEachEvent { event in
      if event.position > last + 1 { deleted.append((last + 1)...(event.position - 1)) }
      last = event.position
      if event.envelope.computedLeaf != event.leaf, damaged.count < 100 { damaged.append(event) }
      if event.payload == nil { redacted.insert(event.reference) }
      let device = event.reference.device
      if let late = event.latenessMilliseconds, -late > Self.tolerance, -late > ahead[device]?.by ?? 0 {
        ahead[device] = Skew(by: -late, event: event.reference)
      }
      let lag = event.envelope.lagMilliseconds
      if lag > Self.tolerance, lag > behind[device]?.by ?? 0 {
        behind[device] = Skew(by: lag, event: event.reference)
      }
      if event.position.isMultiple(of: 4_096) { progress(event.position.rawValue) }
    }
    let recorded = Position(try log.edges().values.reduce(Int64(0)) { $0 &+ Int64(clamping: $1.size) })
    if recorded > last { deleted.append((last + 1)...recorded) }
  }
}

extension StoredEvent {
  /// Returns the names of the envelope's parts that differ.
  func parts(differingFrom other: StoredEvent) -> [String] {
    var parts: [String] = []
    func compare<Part: Equatable>(_ name: String, _ part: (StoredEvent) -> Part) {
      if part(self) != part(other) { parts.append(name) }
    }
    compare("stream", \.stream)
    compare("type", \.type)
    compare("schema", \.schema)
    compare("time", \.time)
    compare("recorded", \.recordedAtMilliseconds)
    compare("actor", \.actor)
    compare("seen", \.seen)
    compare("cause", \.cause)
    compare("correlation", \.correlation)
    compare("salt", \.salt)
    compare("payload", \.payload)
    return parts
  }
}
