package import LedgerBytes

/// Lifts a payload from one version of its shape to the next: pure, and never changed once released.
package struct Upcaster: Sendable {
  /// The event it lifts.
  package let type: EventType
  /// The version that it reads. It writes the next one.
  package let from: UInt32
  /// The lifting.
  package let lift: @Sendable (JSONValue) -> JSONValue
}

/// The result of decoding a stored payload.
package enum Decoded: Hashable, Sendable {
  /// An event this program knows.
  case event(LedgerEvent)
  /// An event of a type, or of a shape, that this program does not know: kept, passed on, skipped.
  case unknown
  /// An event whose payload was erased.
  case redacted
  /// An event that should be readable and is not.
  case unreadable(JSONError)
}

/// Between events and the bytes of the log.
package struct EventCodec: Sendable {
  /// Steps in place of those that the types declare.
  private let upcasters: [Upcaster]
  private let schemas: [EventType: UInt32]

  /// The steps from old shapes to today's, as the types declare them.
  package static let released = EventType.allCases.flatMap { type in
    type.lifts.enumerated().map { (place, lift) in
      Upcaster(type: type, from: UInt32(place) + 1, lift: lift ?? { $0 })
    }
  }

  /// The codec that this program uses.
  package static let current = EventCodec(upcasters: [])

  /// Creates a codec with other steps, or other versions of today's shapes, for tests of old payloads.
  package init(upcasters: [Upcaster], schemas: [EventType: UInt32] = [:]) {
    self.upcasters = upcasters
    self.schemas = schemas
  }

  /// Returns the version of a type's shape that this codec reads and writes.
  package func schema(of type: EventType) -> UInt32 {
    schemas.isEmpty ? type.schema : schemas[type] ?? type.schema
  }

  /// Returns the payload's bytes of an event.
  package func encode(_ event: LedgerEvent) -> [UInt8] {
    var writer = JSONWriter(capacity: 256)
    return encode(event, &writer)
  }

  /// Returns the payloads of many events, in their order.
  ///
  /// More than a few hundred events are encoded on as many threads as there are cores.
  package func encode(_ events: [LedgerEvent]) -> [[UInt8]] {
    InPieces.map(events.count, each: 512) { range in
      var writer = JSONWriter(capacity: 1_024)
      return range.map { encode(events[$0], &writer) }
    }
  }

  private func encode(_ event: LedgerEvent, _ writer: inout JSONWriter) -> [UInt8] {
    writer.reset()
    event.visit(&writer)
    return writer.bytes
  }

  /// Decodes the payload of an event on a stream.
  ///
  /// - Complexity: O(bytes). A payload in the form that `encode` writes is read in one pass.
  package func decode(type name: String, schema: UInt32, stream: StreamID, payload: [UInt8]?) -> Decoded {
    Self.checked(decode(type: name, schema: schema, streamKind: stream.kind, payload: payload), on: stream.id)
  }

  /// Decodes the payload of an event, whichever stream of the kind it is on.
  ///
  /// - Complexity: O(bytes). A payload in the form that `encode` writes is read in one pass.
  package func decode(type name: String, schema: UInt32, streamKind: String, payload: [UInt8]?) -> Decoded {
    guard let payload else { return .redacted }
    guard let type = EventType(rawValue: name) else { return .unknown }
    return payload.withUnsafeBytes { bytes in
      guard let kind = StreamKind(rawValue: streamKind) else {
        return misplaced(type, schema: schema, on: streamKind)
      }
      do throws(JSONError) {
        guard knows(type, schema: schema) else { return .unknown }
        return .event(try event(type, schema: schema, kind: kind, bytes: bytes, texts: nil, .all))
      } catch {
        return .unreadable(error)
      }
    }
  }

  /// Whether this program can read a version of a type's shape.
  package func knows(_ type: EventType, schema: UInt32) -> Bool {
    schema >= 1 && schema <= self.schema(of: type)
  }

  /// Returns the event of a known type and shape on a stream.
  ///
  /// `texts` saves creating the same text twice. Unlike `Decoded`, and unlike an optional, the event is moved only once.
  /// - Complexity: O(bytes). A payload in the form that `encode` writes is read in one pass.
  package func event(
    _ type: EventType, schema: UInt32, kind: StreamKind, id: UniqueID, bytes: UnsafeRawBufferPointer,
    texts: TextPool?, _ detail: EventDetail
  ) throws(JSONError) -> LedgerEvent {
    let event = try event(type, schema: schema, kind: kind, bytes: bytes, texts: texts, detail)
    if kind != .transaction, let fault = event.fault(on: id) { throw JSONError(offset: 0, reason: fault) }
    return event
  }

  /// Returns the decoding result for an event of a known type on a stream of an unknown kind.
  package func misplaced(_ type: EventType, schema: UInt32, on streamKind: String) -> Decoded {
    guard knows(type, schema: schema) else { return .unknown }
    return .unreadable(Self.misplaced(type, on: streamKind))
  }

  private static func misplaced(_ type: EventType, on streamKind: String) -> JSONError {
    JSONError(offset: 0, reason: "\(type.rawValue) does not belong to a \(streamKind)")
  }

  private static func checked(_ decoded: Decoded, on stream: UniqueID) -> Decoded {
    guard case .event(let event) = decoded, let fault = event.fault(on: stream) else { return decoded }
    return .unreadable(JSONError(offset: 0, reason: fault))
  }

  @inline(__always)
  private func event(
    _ type: EventType, schema: UInt32, kind: StreamKind, bytes: UnsafeRawBufferPointer, texts: TextPool?,
    _ detail: EventDetail
  ) throws(JSONError) -> LedgerEvent {
    guard type.streamKind == kind else { throw Self.misplaced(type, on: kind.rawValue) }
    if isReadAsItIs(type, schema) { return try type.read(bytes, texts, detail) }
    return try lift(type, schema, bytes).inPlace { (bytes) throws(JSONError) in
      try type.read(bytes, texts, detail)
    }
  }

  @inline(__always)
  private func isReadAsItIs(_ type: EventType, _ schema: UInt32) -> Bool {
    schema == self.schema(of: type) || (schemas.isEmpty && upcasters.isEmpty && schema >= type.readableSince)
  }

  private func lift(_ type: EventType, _ schema: UInt32, _ bytes: UnsafeRawBufferPointer) throws(JSONError)
    -> [UInt8]
  {
    var value = try JSONValue(parsing: Array(bytes), as: .payload)
    for version in schema..<self.schema(of: type) {
      guard let lift = lift(type, from: version) else {
        throw JSONError(offset: 0, reason: "no way from version \(version) of \(type.rawValue) to the next")
      }
      value = lift(value)
    }
    return value.encoded()
  }

  private func lift(_ type: EventType, from version: UInt32) -> EventType.Lift? {
    if let given = upcasters.last(where: { $0.type == type && $0.from == version }) { return given.lift }
    guard version <= type.lifts.count else { return nil }
    guard let lift = type.lifts[Int(version) - 1] else { return { $0 } }
    return lift
  }
}
