package import LedgerBytes

/// An event with its whole envelope, as it travels between devices.
///
/// It has everything that is hashed, and nothing local.
package struct ForeignEvent: Sendable, Hashable {
  /// The device that recorded it, and its number there.
  package var reference: EventReference
  /// When, by the author's hybrid clock.
  package let time: HybridTime
  /// When, by the author's wall clock (UTC).
  package let recordedAtMilliseconds: Int64
  /// The author's minutes east of UTC.
  package let offsetMinutes: Int16
  /// The stream that it is about.
  package var stream: StreamID
  /// The last events of other devices in this stream that its author had seen, in device order.
  package var seen: [EventReference]
  /// The event's name.
  package let type: String
  /// The version of its payload's shape.
  package let schema: UInt32
  /// The batch of the command that recorded it.
  package var correlation: UniqueID
  /// The event that made it necessary.
  package var cause: EventReference?
  /// The actor: a kind, and a name if there is one.
  package var actor: String
  /// 16 random bytes, or the 32 of the commitment once the event is redacted.
  package var salt: [UInt8]
  /// JSON as first written, or `nil` once the event is redacted.
  package var payload: [UInt8]?
  /// The leaf hash that its author gave it.
  package var leaf: SHA256Digest
  /// The leaf of the event before it on its device, or `nil` if the sender does not tell.
  ///
  /// It is not hashed. It shows on which branch of a device an event was recorded.
  package var previousLeaf: SHA256Digest?

  /// An event from its parts.
  package init(
    reference: EventReference, time: HybridTime, recordedAtMilliseconds: Int64, offsetMinutes: Int16,
    stream: StreamID, seen: [EventReference], type: String, schema: UInt32, correlation: UniqueID,
    cause: EventReference?, actor: String, salt: [UInt8], payload: [UInt8]?, leaf: SHA256Digest
  ) {
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
  }

  /// Milliseconds from the author's wall clock to `time`, as hashed: two's complement, wrapping.
  package var lagMilliseconds: Int64 { Int64(bitPattern: time.milliseconds) &- recordedAtMilliseconds }

  /// The commitment SHA-256(salt ‖ payload), which a redacted event stores in `salt`.
  ///
  /// `nil` if the event has no payload and its salt is not a digest.
  package var commitment: SHA256Digest? {
    guard let payload else { return SHA256Digest(bytes: salt) }
    return SHA256.hash(salt + payload)
  }

  /// The event without its content, with the same leaf, or `nil` if it has no commitment.
  package var redacted: ForeignEvent? {
    guard let commitment else { return nil }
    var event = self
    event.salt = commitment.bytes
    event.payload = nil
    precondition(event.commitment == commitment, "an event keeps its commitment when its content is erased")
    return event
  }

  /// The hashed bytes, format 1.
  ///
  /// They are `nil` for an event that the format cannot express, such as one with a salt of 5 bytes.
  package var hashedBytes: [UInt8]? {
    guard let commitment, payload == nil || salt.count == 16 else { return nil }
    var bytes = HashedBytes()
    bytes.write(
      reference: reference, time: time, lag: lagMilliseconds, offset: offsetMinutes, stream: stream,
      seen: seen, type: type, schema: schema, correlation: correlation, cause: cause, actor: actor,
      commitment: commitment)
    return bytes.isRepresentable ? Array(bytes.bytes.dropFirst()) : nil
  }

  /// The leaf hash computed from the parts, or `nil` if there are no `hashedBytes`.
  package var computedLeaf: SHA256Digest? {
    hashedBytes.map { SHA256.hash([MerkleTree.leafPrefix] + $0) }
  }
}
