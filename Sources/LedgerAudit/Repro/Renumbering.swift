internal import EventLog
internal import LedgerBytes

/// Numbers a subset of a log's events anew, per device from 1 without a gap, and lets what refers to them follow.
struct Renumbering {
  private let events: [StoredEvent]
  private var numbers: [EventReference: UInt64] = [:]
  /// Per device the old numbers that were kept, ascending.
  private var kept: [UniqueID: [UInt64]] = [:]

  /// - Parameter events: by position, so that per device the numbers ascend.
  init(_ events: [StoredEvent]) {
    self.events = events
    for event in events {
      let device = event.reference.device
      kept[device, default: []].append(event.reference.sequence)
      numbers[event.reference] = UInt64(kept[device, default: []].count)
    }
  }

  func items(_ standIns: StandIns?) throws -> [Reproduction.Item] {
    try events.map { event in
      Reproduction.Item(
        event: try renumbered(event, standIns), position: event.position, original: event.reference)
    }
  }

  private func renumbered(_ event: StoredEvent, _ standIns: StandIns?) throws -> ForeignEvent {
    var payload = event.payload
    var stream = event.stream
    if let bytes = payload, let value = try? JSONValue(parsing: bytes, as: .exchange) {
      var value = renumbered(value)
      if let standIns {
        value = standIns.replace(value)
        stream = standIns.replace(stream, original: bytes)
      }
      payload = value.encoded()
    } else if standIns != nil, payload != nil {
      payload = Array("{}".utf8)  // What is no JSON can't be looked through.
    }
    let actor = standIns?.replace(actor: event.actor) ?? event.actor
    func make(_ leaf: SHA256Digest) -> ForeignEvent {
      ForeignEvent(
        reference: renumbered(event.reference) ?? event.reference, time: event.time,
        recordedAtMilliseconds: event.recordedAtMilliseconds, offsetMinutes: event.offsetMinutes,
        stream: stream,
        seen: event.seen.compactMap(seen), type: event.type, schema: event.schema,
        correlation: event.correlation, cause: event.cause.flatMap(renumbered), actor: actor, salt: event.salt,
        payload: payload, leaf: leaf)
    }
    guard let leaf = make(event.leaf).computedLeaf else {
      throw EventLogError.damaged("event \(event.reference) can't be hashed")
    }
    return make(leaf)
  }

  private func renumbered(_ reference: EventReference) -> EventReference? {
    numbers[reference].map { EventReference(device: reference.device, sequence: $0) }
  }

  /// What was seen up to a number is what is kept up to it; nil where that is nothing.
  private func seen(_ reference: EventReference) -> EventReference? {
    guard let sequences = kept[reference.device] else { return nil }
    let count = sequences.prefix { $0 <= reference.sequence }.count
    return count == 0 ? nil : EventReference(device: reference.device, sequence: UInt64(count))
  }

  /// `{"device":…,"sequence":…}` is a reference wherever it stands, also with more beside it, as in a rule's revision.
  private func renumbered(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      var members = members.mapValues(renumbered)
      if case .string(let device)? = members["device"], case .integer(let sequence)? = members["sequence"],
        let id = UniqueID(device), sequence > 0,
        let new = renumbered(EventReference(device: id, sequence: UInt64(sequence)))
      {
        members["sequence"] = .integer(Int64(clamping: new.sequence))
      }
      return .object(members)
    case .array(let elements): return .array(elements.map(renumbered))
    case .string, .integer, .fraction, .boolean, .null: return value
    }
  }
}
