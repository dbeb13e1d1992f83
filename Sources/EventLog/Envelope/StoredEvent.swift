public import LedgerBytes

/// An event in the log, with its position there.
///
///     let events = try recorded.positions.compactMap { try book.event(at: $0) }
///     let lines = events.map { "\($0.actor): \($0.words.summary)" }
public struct StoredEvent: Sendable, Hashable {
  /// The position in this log: 1, 2, 3 … in the order of arrival. Local, not hashed.
  public let position: Position
  /// The number of the event in its stream in this log, from 1. Local, not hashed.
  public let version: StreamVersion
  /// This device's wall clock (UTC) when it received another device's event, or 0 for its own.
  ///
  /// Local, not hashed.
  public let receivedAtMilliseconds: Int64
  /// The device that recorded the event, and its number there. Together they identify it on all devices.
  public let reference: EventReference
  /// The time by the hybrid clock, by which events are ordered.
  public let time: HybridTime
  /// The time by the author's wall clock (UTC), which is shown to people and orders nothing.
  public let recordedAtMilliseconds: Int64
  /// The offset of the author's time zone, in minutes east of UTC.
  public let offsetMinutes: Int16
  /// The stream that the event belongs to.
  public let stream: StreamID
  /// The last event of each other device in this stream that the author had seen, in device order.
  public let seen: [EventReference]
  /// The event's name.
  public package(set) var type: String
  /// The version of the payload's schema.
  public package(set) var schema: UInt32
  /// The identifier of the command's batch, which all of its events share.
  public let correlation: UniqueID
  /// The event that caused this one, or `nil`.
  public let cause: EventReference?
  /// The actor: a kind, and a name if there is one, such as `user/anna`.
  public package(set) var actor: String
  /// 16 random bytes, or the 32 of the commitment once the event is redacted.
  public let salt: [UInt8]
  /// The payload's JSON as first written, or `nil` once the event is redacted.
  public package(set) var payload: [UInt8]?
  /// The RFC 6962 leaf hash of the event's hashed bytes.
  public let leaf: SHA256Digest
  /// The reason why no fold applies it, or `nil` if it counts.
  ///
  /// Local, not hashed: another event of the log asks for it.
  package var passedOver: PassedOver?

  /// The time by which its author's clock was ahead of this device's, or `nil` for the device's own.
  ///
  /// It is known from the arrival. Two impossible times have the greatest difference that can be negated.
  package var aheadMilliseconds: Int64? {
    guard receivedAtMilliseconds != 0 else { return nil }
    let (ahead, overflow) = recordedAtMilliseconds.subtractingReportingOverflow(receivedAtMilliseconds)
    return overflow ? (recordedAtMilliseconds < 0 ? -.max : .max) : max(ahead, -.max)
  }

  /// An event from its parts.
  package init(
    position: Position, version: StreamVersion, receivedAtMilliseconds: Int64, reference: EventReference,
    time: HybridTime,
    recordedAtMilliseconds: Int64, offsetMinutes: Int16, stream: StreamID, seen: [EventReference], type: String,
    schema: UInt32, correlation: UniqueID, cause: EventReference?, actor: String, salt: [UInt8],
    payload: [UInt8]?, leaf: SHA256Digest, passedOver: PassedOver? = nil
  ) {
    self.position = position
    self.version = version
    self.receivedAtMilliseconds = receivedAtMilliseconds
    self.reference = reference
    self.time = time
    self.recordedAtMilliseconds = recordedAtMilliseconds
    self.offsetMinutes = offsetMinutes
    self.stream = stream
    self.seen = seen
    self.type = type
    self.schema = schema
    self.correlation = correlation
    self.cause = cause
    self.actor = actor
    self.salt = salt
    self.payload = payload
    self.leaf = leaf
    self.passedOver = passedOver
  }

  /// Whether this event folds before another one of its stream: by time, device, sequence.
  package func foldsBefore(_ other: StoredEvent) -> Bool {
    time == other.time ? reference < other.reference : time < other.time
  }

  /// The event without what is local: what travels between devices.
  package var envelope: ForeignEvent {
    ForeignEvent(
      reference: reference, time: time, recordedAtMilliseconds: recordedAtMilliseconds,
      offsetMinutes: offsetMinutes, stream: stream, seen: seen, type: type, schema: schema,
      correlation: correlation, cause: cause, actor: actor, salt: salt, payload: payload, leaf: leaf)
  }
}
