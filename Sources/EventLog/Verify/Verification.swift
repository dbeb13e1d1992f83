internal import LedgerBytes

/// One thing that is wrong with a log.
public struct VerificationFinding: Hashable, Sendable, CustomStringConvertible {
  /// What kind of thing.
  public let kind: Kind
  /// Where, if it is about one event.
  public let position: Int64?
  /// In words.
  public let words: String

  /// What can be wrong.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// SQLite's own structure.
    case structure
    /// A table, index or guard is not as it was made.
    case schema
    /// Positions have a gap.
    case position
    /// A part of an event is missing or has the wrong length.
    case event
    /// The parts of an event don't give its leaf hash.
    case leaf
    /// The content of an event is missing, and nothing on record redacts it.
    case redaction
    /// A stream's versions have a gap.
    case version
    /// The streams are not those that have events.
    case stream
    /// A device's sequence has a gap.
    case sequence
    /// A device's head does not fit its events.
    case head
    /// `run` does not say where the device changes.
    case run
    /// `turn` does not say where the device changes within a stream.
    case turn
    /// A command points at other events than those of its batch.
    case command
    /// `log.head` knows of events that are not there, or of others.
    case anchor
  }

  /// `leaf at position 7: …`.
  public var description: String {
    kind.rawValue + (position.map { " at position \($0)" } ?? "") + ": " + words
  }
}

/// What a verification read and found.
public struct VerificationReport: Hashable, Sendable {
  /// How many events were read.
  public internal(set) var events: Int64 = 0
  /// How many of them are redacted.
  public internal(set) var redacted: Int64 = 0
  /// The trees as computed from the events.
  public internal(set) var trees: [DeviceHead] = []
  /// What is wrong, at most 1,000.
  public internal(set) var findings: [VerificationFinding] = []
  /// How many there were, those left off included.
  public internal(set) var findingCount = 0

  /// Nothing is wrong.
  public var isSound: Bool { findingCount == 0 }

  mutating func add(_ kind: VerificationFinding.Kind, at position: Int64? = nil, _ words: String) {
    findingCount += 1
    if findings.count < 1_000 {
      findings.append(VerificationFinding(kind: kind, position: position, words: words))
    }
  }
}
