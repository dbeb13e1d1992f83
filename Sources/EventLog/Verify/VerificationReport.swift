public import LedgerBytes

/// What a verification of the log found.
public struct VerificationReport: Hashable, Sendable {
  /// Events read.
  public var events: Int64 = 0
  /// Per device how many, and the root of the tree over them, computed anew.
  public var devices: [DeviceRoot] = []
  /// What is wrong, in the order found; at most a thousand of each kind are kept.
  public var findings: [Finding] = []
  /// How many findings there were in all.
  public var findingCount = 0

  /// Whether nothing is wrong.
  public var isSound: Bool { findingCount == 0 }

  /// A device's tree.
  public struct DeviceRoot: Hashable, Sendable {
    /// Whose.
    public let device: UniqueID
    /// How many events.
    public let size: UInt64
    /// The root over their leaves.
    public let root: SHA256Digest
  }

  /// One thing that is wrong.
  public struct Finding: Hashable, Sendable {
    /// What sort of thing.
    public let kind: Kind
    /// Where; nil: not at one event.
    public let position: Int64?
    /// What is wrong, for a person.
    public let words: String
  }

  /// The sorts of things that can be wrong.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// SQLite's own check of its pages and indexes.
    case database
    /// The tables and guards are not as they were made.
    case schema
    /// A position is missing or out of order.
    case position
    /// A stream's versions have a gap.
    case version
    /// The streams are not those that have events.
    case stream
    /// Where devices took turns within a stream is not what `turn` says.
    case turn
    /// A device's numbers have a gap.
    case sequence
    /// An event's parts do not give its leaf.
    case leaf
    /// A device's tree is not the one its head says.
    case tree
    /// The way from a device's number to a position is wrong.
    case run
    /// A remembered command names other events than its own.
    case command
    /// The log is shorter than `log.head`, or another.
    case head
  }

  mutating func find(_ kind: Kind, at position: Int64? = nil, _ words: String) {
    findingCount += 1
    guard findings.lazy.filter({ $0.kind == kind }).count < 1_000 else { return }
    findings.append(Finding(kind: kind, position: position, words: words))
  }
}
