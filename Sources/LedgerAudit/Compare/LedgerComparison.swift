public import EventLog
public import LedgerBytes

/// Two folders of one ledger, held against each other: what one has and the other lacks, where they tell different
/// stories, and what explains that they look different although they are the same.
public struct LedgerComparison: Sendable {
  /// Which of the two.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    case here
    case there

    /// The other one.
    public var other: Side { self == .here ? .there : .here }
  }

  /// A difference in what the ledgers hold.
  public enum Difference: Hashable, Sendable {
    /// One side lacks the events of a device from one on.
    case missing(Side, device: UniqueID, sequences: ClosedRange<UInt64>, first: StoredEvent)
    /// Both have an event of that device and number, and they are two events: the id was used twice. With the parts
    /// of the envelope that differ.
    case fork(here: StoredEvent, there: StoredEvent, parts: [String])
    /// The bytes of an event are not those that were hashed.
    case damaged(Side, StoredEvent)
    /// The event's payload was taken out on that side only.
    case redacted(Side, StoredEvent)
  }

  /// What makes two folders look different that hold the same.
  public enum Note: Hashable, Sendable {
    /// The same events arrived in another order: the first position at which they do.
    case order(position: Int64, here: EventReference, there: EventReference)
    /// A device's clock is ahead of this side's, by that many milliseconds at least.
    case clockAhead(Side, device: UniqueID, milliseconds: Int64, event: EventReference)
    /// A device's clock is behind what it had seen.
    case clockBehind(device: UniqueID, milliseconds: Int64, event: EventReference)
    /// The read models were made by other versions of the program.
    case models(here: [String], there: [String])
  }

  /// In the order of the devices, per device by sequence.
  public internal(set) var differences: [Difference] = []
  /// Why they may look different all the same.
  public internal(set) var notes: [Note] = []
  /// Events here and there.
  public let events: [Side: Int64]
  /// How many hashes of trees and leaves were held against each other.
  public internal(set) var hashesCompared = 0
  /// Whether every payload was read, too.
  public let readsPayloads: Bool

  /// Whether both hold the same events, whole.
  public var isSame: Bool { differences.isEmpty }
}

/// Two folders that are not of one ledger.
public struct OtherLedgerError: Error, Hashable, Sendable {
  /// The one's.
  public let here: UniqueID
  /// The other's.
  public let there: UniqueID
}

extension LedgerComparison {
  /// Compares two ledgers.
  ///
  /// - `readsPayloads`: whether every event is read and hashed again, too; else only trees are compared.
  /// - Throws: `OtherLedgerError`.
  /// - Complexity: O(devices · log events) hashes where they are the same; where they differ, the leaves of the subtree
  ///   in which they do; O(events) where payloads are read.
  public static func of(
    _ here: LedgerLog, _ there: LedgerLog, readsPayloads: Bool = true,
    progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> LedgerComparison {
    guard here.ledgerID == there.ledgerID else {
      throw OtherLedgerError(here: here.ledgerID, there: there.ledgerID)
    }
    return try here.reading {
      try there.reading {
        var comparison = LedgerComparison(
          events: [.here: try here.lastPosition(), .there: try there.lastPosition()],
          readsPayloads: readsPayloads)
        try comparison.compareTrees(here, there)
        try comparison.compareOrder(here, there)
        if readsPayloads { try comparison.readEvents(here, there, progress) }
        return comparison
      }
    }
  }

  private init(events: [Side: Int64], readsPayloads: Bool) {
    self.events = events
    self.readsPayloads = readsPayloads
  }

  // MARK: Trees

  private mutating func compareTrees(_ here: LedgerLog, _ there: LedgerLog) throws {
    let (ours, theirs) = (try here.edges(), try there.edges())
    for device in Set(ours.keys).union(theirs.keys).sorted() {
      let (our, their) = (ours[device] ?? RightEdge(), theirs[device] ?? RightEdge())
      let common = min(our.size, their.size)
      if let sequence = try firstDifference(device, our, their, here, there) {
        try addFork(EventReference(device: device, sequence: sequence), here, there)
      }
      guard our.size != their.size else { continue }
      let (side, log): (Side, LedgerLog) = our.size < their.size ? (.here, there) : (.there, here)
      let first = EventReference(device: device, sequence: common + 1)
      guard let event = try log.event(first) else {
        throw EventLogError.damaged("event \(first) can't be found")
      }
      differences.append(
        .missing(
          side, device: device, sequences: (common + 1)...max(our.size, their.size), first: event))
    }
  }

  /// The first number at which two trees of one device have different leaves; nil where one is the beginning of the
  /// other.
  ///
  /// Trees of which one is the beginning of the other have their first perfect subtrees in common, those of the
  /// leading bits of their sizes. What they cover needs no look; behind that, leaves are read.
  private mutating func firstDifference(
    _ device: UniqueID, _ our: RightEdge, _ their: RightEdge, _ here: LedgerLog, _ there: LedgerLog
  ) throws -> UInt64? {
    let common = min(our.size, their.size)
    var same: UInt64 = 0
    for (ourPeak, theirPeak) in zip(our.subtrees, their.subtrees) {
      guard ourPeak.size == theirPeak.size else { break }
      hashesCompared += 1
      guard ourPeak.root == theirPeak.root else { break }
      same += ourPeak.size
    }
    guard same < common else { return nil }
    // A piece of each at a time: two logs are read in turn.
    while same < common {
      let end = min(common, same + 4_096)
      var leaves: [SHA256Digest] = []
      try here.forEachLeaf(of: device, after: same, through: end) { _, leaf in
        leaves.append(leaf)
        return true
      }
      var found: UInt64?
      var compared = 0
      try there.forEachLeaf(of: device, after: same, through: end) { sequence, leaf in
        compared += 1
        if leaves[Int(sequence - same - 1)] != leaf { found = sequence }
        return found == nil
      }
      hashesCompared += compared
      if let found { return found }
      same = end
    }
    return nil
  }

  private mutating func addFork(_ reference: EventReference, _ here: LedgerLog, _ there: LedgerLog) throws {
    guard let our = try here.event(reference), let their = try there.event(reference) else {
      throw EventLogError.damaged("event \(reference) can't be found")
    }
    differences.append(.fork(here: our, there: their, parts: our.parts(differingFrom: their)))
  }

  // MARK: Order

  /// The same set may have come in another order; that is said where nothing else differs.
  private mutating func compareOrder(_ here: LedgerLog, _ there: LedgerLog) throws {
    guard differences.isEmpty else { return }
    let (ours, theirs) = (try here.runs(), try there.runs())
    for (our, their) in zip(ours, theirs) where our != their {
      let position = min(our.position, their.position)
      guard let first = try here.event(at: position), let other = try there.event(at: position) else { return }
      return notes.append(.order(position: position, here: first.reference, there: other.reference))
    }
  }
}

extension RightEdge {
  /// The perfect subtrees, from the left, with how many leaves each has.
  fileprivate var subtrees: [(size: UInt64, root: SHA256Digest)] {
    var sizes: [UInt64] = []
    var rest = size
    while rest > 0 {
      let largest = UInt64(1) << (63 - rest.leadingZeroBitCount)
      sizes.append(largest)
      rest -= largest
    }
    return zip(sizes, peaks).map { (size: $0, root: $1) }
  }
}
