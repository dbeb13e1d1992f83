package import EventLog
public import LedgerBook
public import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The events that came with a sync, in the ledger's terms.
public struct ArrivalSummary: Hashable, Sendable {
  /// The events that one device sent.
  public struct Device: Hashable, Sendable {
    /// The device.
    public let device: UniqueID
    /// Its events.
    public internal(set) var events = 0
    /// The number of events by what they mean to a person, in the order of `Meaning`.
    public internal(set) var meanings: [Meaning: Int] = [:]
  }

  /// A meaning that is counted.
  public enum Meaning: String, CaseIterable, Hashable, Sendable {
    case receipt
    case transaction
    case correction
    case deletion
    case group
    case category
    case rule
    case device

    init?(_ type: EventType) {
      switch type {
      case .receiptCaptured: self = .receipt
      case .transactionRecorded: self = .transaction
      case .fieldCorrected, .fieldReverted, .alternatePicked: self = .correction
      case .transactionDeleted, .groupDeleted, .ruleDeleted: self = .deletion
      case .groupCreated: self = .group
      case .categoryAdded: self = .category
      case .ruleCreated: self = .rule
      case .deviceJoined: self = .device
      // A summary counts what a person would call news. The other events belong to one of these.
      default: return nil
      }
    }
  }

  /// The devices whose events came, in the order of their ids.
  public private(set) var devices: [Device] = []
  /// The fields that have two values since then, and deletions that wait, which no person has settled.
  public private(set) var conflicts = 0
  /// Events of types that this program does not know.
  public private(set) var unknownTypes = 0
  /// The events that a request which came asks to skip, and that this program can read. The request has no effect.
  public private(set) var skippedInVain: [Position] = []
  /// The time by which a device's clock was ahead of the one here, if that is more than a minute.
  public private(set) var aheadMilliseconds: [UniqueID: Int64] = [:]

  private static let toleratedMilliseconds: Int64 = 60_000

  /// Looks at the events of other devices at some positions.
  ///
  /// - Complexity: O(events of the streams touched).
  package init(_ log: LedgerLog, positions: ClosedRange<Position>) throws {
    var found: [UniqueID: Device] = [:]
    var streams: Set<StreamID> = []
    var skipped: Set<Position> = []
    try log.forEachEvent(after: positions.lowerBound - 1, through: positions.upperBound) { event in
      guard let ahead = event.aheadMilliseconds else { return }
      var device = found[event.reference.device] ?? Device(device: event.reference.device)
      device.events += 1
      if ahead > Self.toleratedMilliseconds {
        aheadMilliseconds[event.reference.device, default: 0] = max(
          ahead, aheadMilliseconds[event.reference.device] ?? 0)
      }
      if let type = EventType(rawValue: event.type) {
        if let meaning = Meaning(type) { device.meanings[meaning, default: 0] += 1 }
        if case .ledger(.eventSkipped(let skip))? = event.recordEvent, let other = try log.event(skip.event),
          other.isSkippedInVain
        {
          skipped.insert(other.position)
        }
        if event.isSkippedInVain { skipped.insert(event.position) }
      } else {
        unknownTypes += 1
      }
      found[event.reference.device] = device
      streams.insert(event.stream)
    }
    devices = found.values.sorted { $0.device < $1.device }
    skippedInVain = skipped.sorted()
    for stream in streams {
      let events = try log.events(of: stream)
      // A record that came whole has no conflict that is new to anybody here.
      let before = events.filter { $0.position < positions.lowerBound }
      let earlier = StreamFold(kind: stream.kind, events: before).state?.disputes ?? []
      let now = StreamFold(kind: stream.kind, events: events).state?.disputes ?? []
      conflicts += now.filter { dispute in !earlier.contains { $0.isAbout(dispute) } }.count
    }
  }
}

extension Book {
  /// Returns what came with a sync, in the ledger's terms, or `nil` if nothing came.
  public func arrivals(of report: SyncReport) throws -> ArrivalSummary? {
    try report.positions.map { try ArrivalSummary(log, positions: $0) }
  }
}
