public import LedgerBytes

/// Lifts a payload from one version of its shape to the next: pure, and never changed once released.
public struct Upcaster: Sendable {
  /// The event it lifts.
  public let type: EventType
  /// The version that it reads; it writes the next.
  public let from: UInt32
  /// The lifting.
  public let lift: @Sendable (JSONValue) -> JSONValue

  /// A step from version `from` to the next.
  public init(type: EventType, from: UInt32, lift: @escaping @Sendable (JSONValue) -> JSONValue) {
    self.type = type
    self.from = from
    self.lift = lift
  }
}

/// What became of a stored payload.
public enum Decoded: Hashable, Sendable {
  /// An event this program knows.
  case event(Event)
  /// An event of a type, or of a shape, that this program does not know: kept, passed on, skipped.
  case unknown
  /// An event whose payload was taken out for good.
  case redacted
  /// An event that should be readable and is not.
  case unreadable(JSONError)
}

/// How much of what an extractor read an event is to hold.
public enum EventDetail: Hashable, Sendable {
  /// All.
  case all
  /// What rows and figures are made of: per field the first reading without its reason, and an empty one where there is
  /// a second. Notes, lines and the confidence of the whole are checked and passed over.
  case rows
}

/// Between events and the bytes of the log.
public struct EventCodec: Sendable {
  /// Steps in place of those that the types declare.
  private let upcasters: [Upcaster]
  private let schemas: [EventType: UInt32]

  /// The steps from old shapes to today's, as the types declare them.
  public static let released = EventType.allCases.flatMap { type in
    type.lifts.enumerated().map { Upcaster(type: type, from: UInt32($0.offset) + 1, lift: $0.element) }
  }

  /// The codec that this program uses.
  public static let current = EventCodec(upcasters: [])

  /// A codec with other steps, or other versions of today's shapes: for tests of old payloads.
  public init(upcasters: [Upcaster], schemas: [EventType: UInt32] = [:]) {
    self.upcasters = upcasters
    self.schemas = schemas
  }

  /// The version of a type's shape that this codec reads and writes.
  public func schema(of type: EventType) -> UInt32 {
    schemas.isEmpty ? type.schema : schemas[type] ?? type.schema
  }

  /// The payload's bytes of an event.
  public func encode(_ event: Event) -> [UInt8] {
    var writer = JSONWriter(capacity: 256)
    return encode(event, &writer)
  }

  /// The payloads of many events, in their order: of more than a few hundred on as many threads as there are cores.
  public func encode(_ events: [Event]) -> [[UInt8]] {
    InPieces.map(events.count, each: 512) { range in
      var writer = JSONWriter(capacity: 1_024)
      return range.map { encode(events[$0], &writer) }
    }
  }

  private func encode(_ event: Event, _ writer: inout JSONWriter) -> [UInt8] {
    writer.reset()
    event.visit(&writer)
    return writer.bytes
  }

  /// The event that a payload on a stream stands for.
  ///
  /// - Complexity: O(bytes); a payload of today's shape is read in one pass, an older one through a tree.
  public func decode(type name: String, schema: UInt32, stream: StreamID, payload: [UInt8]?) -> Decoded {
    Self.checked(decode(type: name, schema: schema, streamKind: stream.kind, payload: payload), on: stream.id)
  }

  /// The event of a known type, on a stream, that the bytes of a payload stand for.
  public func decode(
    _ type: EventType, schema: UInt32, stream: StreamID, bytes: UnsafeRawBufferPointer
  ) -> Decoded {
    Self.checked(decode(type, schema: schema, streamKind: stream.kind, bytes: bytes), on: stream.id)
  }

  /// The same of a stream whose kind is known.
  public func decode(
    _ type: EventType, schema: UInt32, kind: StreamKind, id: UniqueID, bytes: UnsafeRawBufferPointer
  ) -> Decoded {
    Self.checked(decode(type, schema: schema, kind: kind, bytes: bytes), on: id)
  }

  private static func checked(_ decoded: Decoded, on stream: UniqueID) -> Decoded {
    guard case .event(let event) = decoded, let fault = event.fault(on: stream) else { return decoded }
    return .unreadable(JSONError(offset: 0, reason: fault))
  }

  /// The event that a stored payload stands for, wherever it is on record.
  ///
  /// - Complexity: O(bytes); a payload of today's shape is read in one pass, an older one through a tree.
  public func decode(type name: String, schema: UInt32, streamKind: String, payload: [UInt8]?) -> Decoded {
    guard let payload else { return .redacted }
    return payload.withUnsafeBytes { decode(type: name, schema: schema, streamKind: streamKind, bytes: $0) }
  }

  /// The event that the bytes of a payload stand for.
  public func decode(
    type name: String, schema: UInt32, streamKind: String, bytes: UnsafeRawBufferPointer
  ) -> Decoded {
    guard let type = EventType(rawValue: name) else { return .unknown }
    return decode(type, schema: schema, streamKind: streamKind, bytes: bytes)
  }

  /// The event of a known type that the bytes of a payload stand for.
  public func decode(
    _ type: EventType, schema: UInt32, streamKind: String, bytes: UnsafeRawBufferPointer
  ) -> Decoded {
    if let kind = StreamKind(rawValue: streamKind) {
      return decode(type, schema: schema, kind: kind, bytes: bytes)
    }
    guard schema <= self.schema(of: type), schema >= 1 else { return .unknown }
    return Self.misplaced(type, on: streamKind)
  }

  /// The event of a known type, on a stream of a known kind, that the bytes of a payload stand for.
  public func decode(
    _ type: EventType, schema: UInt32, kind: StreamKind, bytes: UnsafeRawBufferPointer
  ) -> Decoded {
    guard schema <= self.schema(of: type), schema >= 1 else { return .unknown }
    guard type.streamKind == kind else { return Self.misplaced(type, on: kind.rawValue) }
    do throws(JSONError) {
      if schema == self.schema(of: type) { return Self.decoded(type, bytes) }
      let lifted = try lift(type, schema, bytes)
      return lifted.withUnsafeBytes { Self.decoded(type, $0) }
    } catch {
      return .unreadable(error)
    }
  }

  private static func misplaced(_ type: EventType, on streamKind: String) -> Decoded {
    .unreadable(JSONError(offset: 0, reason: "\(type.rawValue) does not belong to a \(streamKind)"))
  }

  /// What decoding a `TextRecognized` would say, but without the text: for folds that have no use for it. Nil where
  /// only decoding can tell, in an older shape.
  ///
  /// - Complexity: O(bytes), no allocation for the text.
  public func check(textOf bytes: UnsafeRawBufferPointer, schema: UInt32) -> Decoded? {
    guard schema == self.schema(of: .textRecognized) else { return nil }
    do throws(JSONError) {
      var reader = JSONReader(bytes)
      let recognized = try TextRecognized(from: &reader, keepingText: false)
      try reader.finish()
      return .event(.transaction(.textRecognized(recognized)))
    } catch {
      return .unreadable(error)
    }
  }

  /// Reads transactions' events of one type quickly, if their payloads are in the form that `encode` gives them.
  ///
  /// Made once per type, and used for every event of that type.
  public func plainReader(of type: EventType) -> PlainReader? {
    type.plain.map { PlainReader(schema: schema(of: type), read: $0) }
  }

  /// Whether that is a `TextRecognized` in the form that `encode` gives it; where not, `check(textOf:schema:)` says
  /// what it is.
  public func isPlain(textOf bytes: UnsafeRawBufferPointer, schema: UInt32) -> Bool {
    guard schema == self.schema(of: .textRecognized) else { return false }
    var json = PlainJSON(bytes)
    return json.isTextRecognized()
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
    return version <= type.lifts.count ? type.lifts[Int(version) - 1] : nil
  }

  private static func decoded(_ type: EventType, _ bytes: UnsafeRawBufferPointer) -> Decoded {
    if let read = type.plain, let event = PlainReader.event(read, bytes, nil, .all) {
      return .event(.transaction(event))
    }
    do throws(JSONError) {
      return .event(try read(type, bytes))
    } catch {
      return .unreadable(error)
    }
  }

  static func read(_ type: EventType, _ bytes: UnsafeRawBufferPointer) throws(JSONError) -> Event {
    var reader = JSONReader(bytes)
    let event = try type.read(&reader)
    try reader.finish()
    return event
  }
}

/// Reads transactions' events of one type whose payloads have the current shape and the form that this program writes.
public struct PlainReader: Sendable {
  fileprivate let schema: UInt32
  fileprivate let read: EventType.Plain

  /// The event of a payload; `nil` if `EventCodec.decode` has to look at it. `texts` saves making a text twice.
  public func event(
    schema: UInt32, bytes: UnsafeRawBufferPointer, texts: TextPool?, _ detail: EventDetail
  ) -> TransactionEvent? {
    schema == self.schema ? Self.event(read, bytes, texts, detail) : nil
  }

  @inline(__always)
  fileprivate static func event(
    _ read: EventType.Plain, _ bytes: UnsafeRawBufferPointer, _ texts: TextPool?, _ detail: EventDetail
  ) -> TransactionEvent? {
    var json = PlainJSON(bytes, texts: texts)
    guard let event = read(&json, detail), json.isAtEnd else { return nil }
    return event
  }
}
