internal import EventLog
internal import LedgerBytes

/// An event as a row of the mirror.
enum MirroredEvent {
  /// The columns, in the order of a row.
  static let columns = """
    ledger, device, sequence, position, stream_kind, stream, type, schema, time, recorded, time_zone, received, actor, \
    correlation, cause_device, cause_sequence, seen, salt, leaf, payload, exact, names
    """

  /// Adds an event under the mirror's own position.
  static func add(_ event: StoredEvent, of ledger: UniqueID, at position: Int64, to rows: inout CopyRows) {
    rows.add(ledger)
    rows.add(event.reference.device)
    rows.add(Int64(bitPattern: event.reference.sequence))
    rows.add(position)
    rows.add(event.stream.kind)
    rows.add(event.stream.id)
    rows.add(event.type)
    rows.add(Int64(event.schema))
    rows.add(Int64(bitPattern: event.time.rawValue))
    rows.add(event.recordedAtMilliseconds)
    rows.add(Int64(event.offsetMinutes))
    rows.add(event.receivedAtMilliseconds)
    rows.add(event.actor)
    rows.add(event.correlation)
    rows.add(event.cause?.device)
    rows.add(event.cause.map { Int64(bitPattern: $0.sequence) })
    rows.add(binary: event.seen.isEmpty ? nil : bytes(of: event.seen))
    rows.add(binary: event.salt)
    rows.add(binary: event.leaf.bytes)
    add(payload: event.payload, to: &rows)
    let names = [event.stream.kind, event.type, event.actor]
    let hasZero = names.contains { $0.utf8.contains(0) }
    rows.add(binary: hasZero ? JSONValue.array(names.map { .string($0) }).encoded() : nil)
    rows.endRow()
  }

  /// Adds the payload as JSON, and as bytes if JSON does not give the bytes back.
  private static func add(payload: [UInt8]?, to rows: inout CopyRows) {
    guard let payload else {
      rows.addNull()
      return rows.addNull()
    }
    // Without an escape, the form of the codecs comes back as it is.
    if !payload.contains(UInt8(ascii: "\\")), payload.withUnsafeBytes({ PlainJSON.isPayload($0) }) {
      rows.add(utf8: payload)
      return rows.addNull()
    }
    guard let value = try? JSONValue(parsing: payload, as: .payload), !payload.containsZeroEscape else {
      rows.addNull()
      return rows.add(binary: payload)
    }
    let encoded = value.encoded()
    rows.add(utf8: encoded)
    rows.add(binary: encoded == payload ? nil : payload)
  }

  private static func bytes(of seen: [EventReference]) -> [UInt8] {
    var bytes: [UInt8] = []
    for reference in seen {
      reference.device.append(to: &bytes)
      withUnsafeBytes(of: reference.sequence.bigEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}

extension [UInt8] {
  /// Whether a JSON text may have the escape of U+0000, which PostgreSQL refuses.
  fileprivate var containsZeroEscape: Bool {
    let escape = Array("\\u0000".utf8)
    return indices.contains { self[$0] == escape[0] && self[$0...].starts(with: escape) }
  }
}

// MARK: - Reading

extension MirroredEvent {
  /// Returns the query of a ledger's events in the order of their positions.
  static func query(ledger: UniqueID) -> String {
    """
    COPY (
      SELECT device, sequence, stream_kind, stream, type, schema, time, recorded, time_zone, received, actor,
        correlation, cause_device, cause_sequence, encode(seen, 'hex'), encode(salt, 'hex'), encode(leaf, 'hex'),
        payload, encode(exact, 'hex'), encode(names, 'hex')
      FROM mirror.event WHERE ledger = '\(ledger)' ORDER BY position
    ) TO STDOUT;
    """
  }

  /// Returns an event and its time of arrival from a row of that query, or `nil` if it is not one.
  static func read(_ row: [UInt8]) -> (event: ForeignEvent, received: Int64)? {
    let values = CopyRows.values(of: row)
    guard values.count == 20 else { return nil }
    func text(_ index: Int) -> String? { values[index].map { String(decoding: $0, as: UTF8.self) } }
    func id(_ index: Int) -> UniqueID? { text(index).flatMap { UniqueID($0) } }
    func number(_ index: Int) -> Int64? { text(index).flatMap { Int64($0) } }
    func binary(_ index: Int) -> [UInt8]? { text(index).flatMap { bytes(hexadecimal: $0) } }
    guard let device = id(0), let sequence = number(1), let stream = id(3), let schema = number(5),
      let time = number(6), let recorded = number(7), let zone = number(8), let received = number(9),
      let correlation = id(11), let salt = binary(15),
      let leaf = binary(16).flatMap({ SHA256Digest(bytes: $0) }),
      let schema = UInt32(exactly: schema), let zone = Int16(exactly: zone)
    else { return nil }
    var names = [text(2), text(4), text(10)].compactMap { $0 }
    if let exact = binary(19), case .array(let texts)? = try? JSONValue(parsing: exact, as: .exchange) {
      names = texts.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    guard names.count == 3 else { return nil }
    var payload = binary(18)
    if payload == nil, let json = values[17] {
      payload = (try? JSONValue(parsing: json, as: .payload))?.encoded()
    }
    let event = ForeignEvent(
      reference: EventReference(device: device, sequence: UInt64(bitPattern: sequence)),
      time: HybridTime(rawValue: UInt64(bitPattern: time)), recordedAtMilliseconds: recorded,
      offsetMinutes: zone, stream: StreamID(kind: names[0], id: stream), seen: references(binary(14) ?? []),
      type: names[1], schema: schema, correlation: correlation,
      cause: id(12).flatMap { device in
        number(13).map { EventReference(device: device, sequence: UInt64(bitPattern: $0)) }
      }, actor: names[2], salt: salt, payload: payload, leaf: leaf)
    return (event, received)
  }

  private static func references(_ bytes: [UInt8]) -> [EventReference] {
    stride(from: 0, through: bytes.count - 24, by: 24).compactMap { start in
      UniqueID(bytes: bytes[start..<start + 16]).map { device in
        EventReference(
          device: device, sequence: bytes[start + 16..<start + 24].reduce(0) { $0 << 8 | UInt64($1) })
      }
    }
  }

  /// Returns the bytes of hexadecimal digits, or `nil`.
  static func bytes(hexadecimal text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
