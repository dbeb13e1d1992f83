public import LedgerBytes

extension VerificationReport {
  /// One thing that is wrong with a log.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The kind of finding.
    package let kind: Kind
    /// The position, if it is about one event.
    package let position: Position?
    /// A description for a person.
    public let words: String

    /// The kinds of findings.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// SQLite's own structure.
      case structure
      /// A table, index or guard is not as it was made.
      case schema
      /// Positions have a gap.
      case position
      /// A part of an event is missing or has the wrong length.
      case event
      /// The parts of an event do not give its leaf hash.
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
      /// `run` does not have every change of device.
      case run
      /// `turn` does not have every change of device within a stream.
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
}

/// The result of a verification.
///
///     let report = try book.verify()
///     let problems = report.log.findings.map(\.description)
public struct VerificationReport: Hashable, Sendable {
  /// The number of events that were read.
  public internal(set) var events: Int64 = 0
  /// The number of them that are redacted.
  public internal(set) var redacted: Int64 = 0
  /// The trees as computed from the events.
  public internal(set) var trees: [DeviceHead] = []
  /// The findings, at most 1,000.
  public internal(set) var findings: [VerificationReport.Finding] = []
  /// The number of findings, those left off included.
  public internal(set) var findingCount = 0

  /// The first event with a finding, or `nil` if no finding is about one event.
  public internal(set) var firstDamaged: DamagedEvent?

  /// Whether the verification found no error.
  public var isSound: Bool { findingCount == 0 }

  mutating func add(_ kind: VerificationReport.Finding.Kind, at position: Position? = nil, _ words: String) {
    findingCount += 1
    if let position, position < firstDamaged?.position ?? .max {
      firstDamaged = DamagedEvent(position: position, reference: nil, words: words)
    }
    if findings.count < 1_000 {
      findings.append(VerificationReport.Finding(kind: kind, position: position, words: words))
    }
  }
}

/// An event of a log that is not as it was written.
public struct DamagedEvent: Hashable, Sendable, CustomStringConvertible {
  /// Its position.
  public let position: Position
  /// Its device and number, or `nil` if they can no longer be read.
  public internal(set) var reference: EventReference?
  /// The problem, for a person.
  public let words: String

  /// `event DEVICE:12 (position 34)`.
  public var description: String {
    reference.map { "event \($0) (position \(position))" } ?? "the event at position \(position)"
  }
}
