internal import LedgerBytes
internal import LedgerSQLite

/// The names of streams, devices and types, by the integer keys in the rows of the log.
///
/// Each name is in a table and in the table's unique index, so that it outlives the loss of either. A key may have several
/// candidates. The leaf hash of an event decides which of them it had.
struct SalvagedNames {
  /// Names of kinds and types, for keys that have lost theirs.
  var knownNames: [String] = []
  /// Devices for keys that have lost theirs.
  var knownDevices: [UniqueID] = []
  /// The ids of streams of the ledger's own kind, in which verified events are.
  private(set) var ledgers: [UniqueID] = []

  private var texts: [Int64: [String]] = [:]
  private var kinds: [Int64: String] = [:]
  private var types: [Int64: String] = [:]
  private var devices: [Int64: [UniqueID]] = [:]
  private var streams: [Int64: [(kind: Int64, id: UniqueID)]] = [:]

  /// A record's evidence of the size of the log.
  enum Found {
    /// A device has recorded so many events.
    case device(UniqueID, UInt64)
    /// The log has given a position.
    case position(Position)
  }

  static let eventColumns = 19

  /// Whether a record has the form of an event's row.
  static func isEvent(_ record: FoundRecord) -> Bool {
    guard record.values.count == eventColumns, let key = record.key, key > 0 else { return false }
    return record.values[0] == .null && record.values[18].blob?.count == 32
  }

  /// Returns the content of a row of `ledger`, or `nil` for another record.
  static func ledger(_ record: FoundRecord) -> (id: UniqueID, created: Int64)? {
    guard record.values.count == 3, record.key == 1, record.values[0] == .null,
      let id = id(record.values[1]), let created = record.values[2].integer
    else { return nil }
    return (id, created)
  }

  private static func id(_ value: FoundRecord.Value) -> UniqueID? {
    guard let bytes = value.blob, bytes.count == 16 else { return nil }
    return UniqueID(bytes: bytes)
  }

  /// Notes what a record names.
  mutating func add(_ record: FoundRecord) -> Found? {
    let values = record.values
    switch (values.count, record.key) {
    case (2, let key?):  // kind, type
      if values[0] == .null, let text = values[1].text { add(text, key) }
    case (2, nil):  // their indexes, and that of device
      guard let key = values[1].integer else { return nil }
      if let text = values[0].text { add(text, key) }
      if let id = Self.id(values[0]) { add(id, key) }
    case (3, let key?):  // stream
      if let kind = values[1].integer, let id = Self.id(values[2]) { add(kind, id, key) }
    case (3, nil):  // the indexes of stream and event
      if let kind = values[0].integer, let id = Self.id(values[1]), let key = values[2].integer {
        add(kind, id, key)
      } else if values[0].integer != nil, values[1].integer != nil, let position = values[2].integer,
        position > 0
      {
        return .position(Position(position))
      }
    case (6, let key?):  // device
      guard let id = Self.id(values[1]), let size = values[2].integer, size >= 0, values[3].blob?.count == 32
      else { return nil }
      add(id, key)
      return .device(id, UInt64(size))
    // Rows are told apart by their number of cells. The others are of tables without names.
    case (_, _): break
    }
    return nil
  }

  private mutating func add(_ text: [UInt8], _ key: Int64) {
    let name = String(decoding: text, as: UTF8.self)
    if texts[key]?.contains(name) != true { texts[key, default: []].append(name) }
  }

  private mutating func add(_ id: UniqueID, _ key: Int64) {
    if devices[key]?.contains(id) != true { devices[key, default: []].append(id) }
  }

  private mutating func add(_ kind: Int64, _ id: UniqueID, _ key: Int64) {
    let isKnown = streams[key]?.contains { $0.kind == kind && $0.id == id } ?? false
    if !isKnown { streams[key, default: []].append((kind, id)) }
  }
}

// MARK: - Events

extension SalvagedNames {
  /// Returns the event of a row, or `nil` if its parts do not give its leaf hash.
  mutating func event(_ record: FoundRecord) -> ForeignEvent? {
    guard let row = EventParts(record) else { return nil }
    for stream in streams[row.stream] ?? [] {
      for device in candidates(row.device) {
        for cause in row.cause.map({ candidates($0.device) }) ?? [.zero] {
          for kind in kinds[stream.kind].map({ [$0] }) ?? texts[stream.kind] ?? knownNames {
            for type in types[row.type].map({ [$0] }) ?? texts[row.type] ?? knownNames {
              let event = row.event(
                device: device, stream: StreamID(kind: kind, id: stream.id), type: type, causeDevice: cause)
              guard event.computedLeaf == event.leaf else { continue }
              (kinds[stream.kind], types[row.type]) = (kind, type)
              if kind == PassedOverEvents.ledgerKind, !ledgers.contains(stream.id) {
                ledgers.append(stream.id)
              }
              return event
            }
          }
        }
      }
    }
    return nil
  }

  private func candidates(_ key: Int64) -> [UniqueID] { devices[key] ?? knownDevices }

  /// Returns the event of a row of `branch_event`, or `nil` for another record.
  static func branchEvent(_ record: FoundRecord) -> ForeignEvent? {
    let values = record.values
    guard let device = id(values[0]), let sequence = values[1].integer, let leaf = digest(values[2]),
      let time = values[4].integer, let lag = values[5].integer, let offset = values[6].integer,
      let kind = values[8].text, let stream = id(values[9]), let seen = references(values[10]),
      let type = values[11].text, let schema = values[12].integer.flatMap({ UInt32(exactly: $0) }),
      let correlation = id(values[13]), let actor = values[16].text, let salt = values[17].blob
    else { return nil }
    let instant = HybridTime(rawValue: UInt64(bitPattern: time))
    var event = ForeignEvent(
      reference: EventReference(device: device, sequence: UInt64(bitPattern: sequence)), time: instant,
      recordedAtMilliseconds: Int64(bitPattern: instant.milliseconds) &- lag,
      offsetMinutes: Int16(truncatingIfNeeded: offset),
      stream: StreamID(kind: String(decoding: kind, as: UTF8.self), id: stream), seen: seen,
      type: String(decoding: type, as: UTF8.self), schema: schema, correlation: correlation,
      cause: id(values[14]).map {
        EventReference(device: $0, sequence: UInt64(bitPattern: values[15].integer ?? 0))
      },
      actor: String(decoding: actor, as: UTF8.self), salt: salt, payload: values[18].blob, leaf: leaf)
    event.previousLeaf = digest(values[3])
    return event
  }

  static func digest(_ value: FoundRecord.Value) -> SHA256Digest? {
    guard let bytes = value.blob, bytes.count == 32 else { return nil }
    return SHA256Digest(bytes: bytes)
  }

  static func references(_ value: FoundRecord.Value) -> [EventReference]? {
    value == .null ? [] : value.blob.flatMap { bytes in bytes.withUnsafeBytes { LogReader.references($0) } }
  }

  /// The parts of an event's row, with keys instead of names.
  private struct EventParts {
    let stream: Int64
    let type: Int64
    let device: Int64
    let cause: (device: Int64, sequence: UInt64)?
    private let values: [FoundRecord.Value]
    private let sequence: Int64
    private let time: Int64
    private let lag: Int64
    private let offset: Int16
    private let schema: UInt32
    private let seen: [EventReference]
    private let correlation: UniqueID
    private let leaf: SHA256Digest

    init?(_ record: FoundRecord) {
      values = record.values
      guard SalvagedNames.isEvent(record), let stream = values[1].integer, let type = values[3].integer,
        let schema = values[4].integer.flatMap({ UInt32(exactly: $0) }), let device = values[5].integer,
        let sequence = values[6].integer, let time = values[7].integer, let lag = values[9].integer,
        let offset = values[10].integer.flatMap({ Int16(exactly: $0) }),
        let seen = SalvagedNames.references(values[14]), values[15].text != nil,
        let correlation = SalvagedNames.id(values[16]), values[17].blob != nil,
        let leaf = SalvagedNames.digest(values[18])
      else { return nil }
      (self.stream, self.type, self.device, self.sequence, self.time) = (stream, type, device, sequence, time)
      (self.lag, self.offset, self.schema, self.seen) = (lag, offset, schema, seen)
      (self.correlation, self.leaf) = (correlation, leaf)
      cause = values[12].integer.map { ($0, UInt64(bitPattern: record.values[13].integer ?? 0)) }
    }

    func event(device: UniqueID, stream: StreamID, type: String, causeDevice: UniqueID) -> ForeignEvent {
      let time = HybridTime(rawValue: UInt64(bitPattern: time))
      return ForeignEvent(
        reference: EventReference(device: device, sequence: UInt64(bitPattern: sequence)), time: time,
        recordedAtMilliseconds: Int64(bitPattern: time.milliseconds) &- lag, offsetMinutes: offset,
        stream: stream, seen: seen, type: type, schema: schema, correlation: correlation,
        cause: cause.map { EventReference(device: causeDevice, sequence: $0.sequence) },
        actor: String(decoding: values[15].text ?? [], as: UTF8.self), salt: values[17].blob ?? [],
        payload: values[8].blob, leaf: leaf)
    }
  }
}
