public import LedgerBytes

/// What a command wants on record; the log adds who, when and where.
public struct EventDraft: Sendable, Hashable {
  /// What it is about.
  public var stream: StreamID
  /// The event's name.
  public var type: String
  /// The version of its payload's shape.
  public var schema: UInt32
  /// JSON in the payload's dialect; stored as it is.
  public var payload: [UInt8]
  /// Who: kind, and a name where there is one.
  public var actor: String
  /// The event that made it necessary.
  public var cause: Cause?
  /// The version of the stream that the person looked at; nil: as it is now. Decides what counts as seen.
  public var basedOnVersion: Int64?
  /// What the stream's version must be before this batch.
  public var expecting: ExpectedVersion

  /// A draft from its parts.
  public init(
    stream: StreamID, type: String, schema: UInt32, payload: [UInt8], actor: String, cause: Cause? = nil,
    basedOnVersion: Int64? = nil, expecting: ExpectedVersion = .any
  ) {
    self.stream = stream
    self.type = type
    self.schema = schema
    self.payload = payload
    self.actor = actor
    self.cause = cause
    self.basedOnVersion = basedOnVersion
    self.expecting = expecting
  }

  /// The event that made another necessary.
  public enum Cause: Sendable, Hashable {
    /// One that is on record.
    case event(EventReference)
    /// An earlier draft of the same batch, by its index from 0.
    case draft(Int)
  }

  /// The optimistic lock.
  public enum ExpectedVersion: Sendable, Hashable {
    /// Whatever it is.
    case any
    /// The stream is new.
    case none
    /// Exactly this.
    case version(Int64)
  }
}
