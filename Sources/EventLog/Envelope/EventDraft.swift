package import LedgerBytes

/// An event that a command asks for. The log adds device, time and position.
package struct EventDraft: Sendable, Hashable {
  /// The stream that it is about.
  package var stream: StreamID
  /// The event's name.
  package var type: String
  /// The version of its payload's shape.
  package var schema: UInt32
  /// JSON in the payload's dialect, which is stored as it is.
  package var payload: [UInt8]
  /// The actor: a kind, and a name if there is one.
  package var actor: String
  /// The event that made it necessary.
  package var cause: Cause?
  /// The version of the stream that the person looked at, or `nil` for the current one.
  ///
  /// It decides which events of other devices count as seen.
  package var basedOnVersion: StreamVersion?
  /// The version that the stream must have before this batch.
  package var expecting: ExpectedVersion

  /// A draft from its parts.
  package init(
    stream: StreamID, type: String, schema: UInt32, payload: [UInt8], actor: String, cause: Cause? = nil,
    basedOnVersion: StreamVersion? = nil, expecting: ExpectedVersion = .any
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
  package enum Cause: Sendable, Hashable {
    /// One that is on record.
    case event(EventReference)
    /// An earlier draft of the same batch, by its index from 0.
    case draft(Int)
  }

  /// The optimistic lock.
  package enum ExpectedVersion: Sendable, Hashable {
    /// Whatever it is.
    case any
    /// The stream is new.
    case none
    /// Exactly this.
    case version(StreamVersion)
  }
}
