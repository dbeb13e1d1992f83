public import LedgerBytes

/// One event as it is in the log.
public struct StoredEvent: Sendable, Hashable {
  /// Its position here: 1, 2, 3 … in the order in which this folder learned of it. Local, not hashed.
  public let position: Int64
  /// Its number in its stream here, from 1. Local, not hashed.
  public let version: Int64
  /// This folder's wall clock (UTC) when it learned of another device's event, or 0 for its own.
  ///
  /// Local, not hashed.
  public let receivedAtMilliseconds: Int64
  /// The device that recorded it, and its number there: its identity everywhere.
  public let reference: EventReference
  /// When, by the hybrid clock: what orders.
  public let time: HybridTime
  /// When, by the author's wall clock (UTC): what people are shown. Never orders.
  public let recordedAtMilliseconds: Int64
  /// The author's minutes east of UTC.
  public let offsetMinutes: Int16
  /// The stream that it is about.
  public let stream: StreamID
  /// The last event of each other device in this stream that its author had seen, in device order.
  public let seen: [EventReference]
  /// The event's name.
  public let type: String
  /// The version of its payload's shape.
  public let schema: UInt32
  /// The batch of the command that recorded it.
  public let correlation: UniqueID
  /// The event that made it necessary.
  public let cause: EventReference?
  /// The actor: a kind, and a name if there is one.
  public let actor: String
  /// 16 random bytes, or the 32 of the commitment once the event is redacted.
  public let salt: [UInt8]
  /// JSON as first written, or `nil` once the event is redacted.
  public let payload: [UInt8]?
  /// The RFC 6962 leaf hash of its hashed bytes.
  public let leaf: SHA256Digest
  /// The reason why no fold applies it, or `nil` if it counts.
  ///
  /// Local, not hashed: another event of the log asks for it.
  package let passedOver: PassedOver?

  /// An event from its parts.
  package init(
    position: Int64, version: Int64, receivedAtMilliseconds: Int64, reference: EventReference, time: HybridTime,
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

  /// The order in which a stream's events fold, the same on every device: time, device, sequence.
  public func foldsBefore(_ other: StoredEvent) -> Bool {
    time == other.time ? reference < other.reference : time < other.time
  }

  /// The event without what is local: what travels between devices.
  public var envelope: ForeignEvent {
    ForeignEvent(
      reference: reference, time: time, recordedAtMilliseconds: recordedAtMilliseconds,
      offsetMinutes: offsetMinutes, stream: stream, seen: seen, type: type, schema: schema,
      correlation: correlation, cause: cause, actor: actor, salt: salt, payload: payload, leaf: leaf)
  }
}
