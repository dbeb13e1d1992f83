package import EventLog
package import LedgerBytes

/// A comparison of two folders of one ledger.
///
/// It contains the events that one side lacks, the events that differ, and the reasons why equal folders may look
/// different.
package struct LedgerComparison: Sendable {
  /// One of the two folders.
  package enum Side: String, CaseIterable, Hashable, Sendable {
    case here
    case there
  }

  /// A difference between the events of the folders.
  package enum Difference: Hashable, Sendable {
    /// One side lacks the last events of a device.
    case missing(Side, device: UniqueID, sequences: ClosedRange<UInt64>, first: StoredEvent)
    /// The device and number belong to two different events, because the device's id was used twice.
    ///
    /// `parts` are the names of the envelope's parts that differ.
    case fork(here: StoredEvent, there: StoredEvent, parts: [String])
    /// The bytes of an event are not those that were hashed.
    case damaged(Side, StoredEvent)
    /// The event's payload was redacted on one side only.
    case redacted(Side, StoredEvent)
    /// Rows were deleted from the log, whose trees still count their events.
    case deleted(Side, positions: ClosedRange<Position>)
  }

  /// A reason why two folders with the same events look different.
  package enum Note: Hashable, Sendable {
    /// The same events arrived in another order, from this position on.
    case order(position: Position, here: EventReference, there: EventReference)
    /// A device's clock is ahead of this side's by at least so many milliseconds.
    case clockAhead(Side, device: UniqueID, milliseconds: Int64, event: EventReference)
    /// A device's clock showed an earlier time than the events it had seen.
    case clockBehind(device: UniqueID, milliseconds: Int64, event: EventReference)
    /// The read models were made by other versions of the program.
    case models(here: [String], there: [String])
  }

  /// The differences, ordered by device and then by sequence.
  package internal(set) var differences: [Difference] = []
  /// The reasons why equal folders may look different.
  package internal(set) var notes: [Note] = []
  package let events: [Side: Int64]
  /// The number of hashes of trees and leaves that were compared.
  package internal(set) var hashesCompared = 0
  /// Whether every payload was read as well.
  package let readsPayloads: Bool

  /// Whether both sides have the same undamaged events.
  package var isSame: Bool { differences.isEmpty }
}

/// An error because two folders do not belong to the same ledger.
package struct OtherLedgerError: Error, Hashable, Sendable {
  package let here: UniqueID
  package let there: UniqueID
}

extension LedgerComparison {
  /// Compares two ledgers.
  ///
  /// - Parameters:
  ///   - here: The log of the first ledger.
  ///   - there: The log of the second ledger.
  ///   - readsPayloads: Whether every event is read and hashed again. If not, only trees are compared.
  ///   - progress: Called repeatedly with the events compared and the events in all.
  /// - Throws: `OtherLedgerError` if the folders belong to two ledgers.
  /// - Complexity: O(devices · log events) hashes for equal folders, and otherwise the leaves of the subtrees that
  ///   differ. O(events) if payloads are read.
  package static func of(
    _ here: LedgerLog, _ there: LedgerLog, readsPayloads: Bool = true,
    progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> LedgerComparison {
    guard here.ledgerID == there.ledgerID else {
      throw OtherLedgerError(here: here.ledgerID, there: there.ledgerID)
    }
    return try here.reading {
      try there.reading {
        var comparison = LedgerComparison(
          events: [.here: try here.lastPosition().rawValue, .there: try there.lastPosition().rawValue],
          readsPayloads: readsPayloads)
        try comparison.compareTrees(here, there)
        try comparison.compareOrder(here, there)
        if readsPayloads { try comparison.readEvents(here, there, progress) }
        return comparison
      }
    }
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
        throw EventLogError.damaged("event \(first) cannot be found")
      }
      differences.append(
        .missing(
          side, device: device, sequences: (common + 1)...max(our.size, their.size), first: event))
    }
  }

  /// Returns the first number at which two trees of a device differ.
  ///
  /// The result is `nil` if one is a prefix of the other.
  ///
  /// If one tree is a prefix, both have the same perfect subtrees for the common leading bits of their sizes. The leaves
  /// of equal subtrees are equal, and only those after them are read.
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
    // Reads the two logs in turn, a piece of each at a time.
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
      throw EventLogError.damaged("event \(reference) cannot be found")
    }
    differences.append(.fork(here: our, there: their, parts: our.parts(differingFrom: their)))
  }

  // MARK: Order

  /// Notes that the same events arrived in another order, if there is no other difference.
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
  /// The perfect subtrees from the left, each with the number of its leaves.
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
