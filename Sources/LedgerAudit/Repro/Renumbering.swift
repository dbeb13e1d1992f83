internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

/// Renumbers a subset of a log's events per device without gaps, and updates the references to them.
struct Renumbering {
  private let events: [StoredEvent]
  private var numbers: [EventReference: UInt64] = [:]
  /// The old numbers of the subset by device, ascending.
  private var kept: [UniqueID: [UInt64]] = [:]
  /// The keys of categories and accounts, by stream.
  private var keys: [StreamID: String] = [:]

  /// Numbers a subset of events.
  ///
  /// - Parameter events: The events in the order of positions, so that the numbers of each device ascend.
  init(_ events: [StoredEvent]) {
    self.events = events
    for event in events {
      let device = event.reference.device
      kept[device, default: []].append(event.reference.sequence)
      numbers[event.reference] = UInt64(kept[device, default: []].count)
      noteKey(event)
    }
    // The fixed categories have the same streams in every ledger.
    for fixed in FixedCategories.all { keys[CategoryStream.of(key: fixed.key)] = fixed.key }
  }

  private mutating func noteKey(_ event: StoredEvent) {
    guard let kind = StreamKind(rawValue: event.stream.kind), kind.hasKeys, let payload = event.payload,
      case .string(let key)? = (try? JSONValue(parsing: payload, as: .exchange))?["key"],
      kind.stream(key: key) == event.stream
    else { return }
    keys[event.stream] = key
  }

  func items(_ standIns: StandIns?) throws -> [Reproduction.Item] {
    try events.map { event in
      Reproduction.Item(
        event: try renumbered(event, standIns), position: event.position, original: event.reference)
    }
  }

  private func renumbered(_ event: StoredEvent, _ standIns: StandIns?) throws -> ForeignEvent {
    var copy = event.envelope
    if let bytes = event.payload, let value = try? JSONValue(parsing: bytes, as: .exchange) {
      var value = renumbered(value)
      if let standIns {
        value = standIns.replace(value)
      }
      copy.payload = value.encoded()
    } else if standIns != nil, event.payload != nil {
      copy.payload = Array("{}".utf8)  // Texts in anything but JSON cannot be replaced.
    }
    copy.reference = renumbered(event.reference) ?? event.reference
    copy.seen = event.seen.compactMap(seen)
    copy.cause = event.cause.flatMap(renumbered)
    if let standIns {
      copy.stream = standIns.replace(event.stream, key: keys[event.stream])
      copy.correlation = standIns.replace(derived: event.correlation)
      copy.actor = standIns.replace(actor: event.actor)
    }
    guard let leaf = copy.computedLeaf else {
      throw EventLogError.damaged("event \(event.reference) cannot be hashed")
    }
    copy.leaf = leaf
    return copy
  }

  private func renumbered(_ reference: EventReference) -> EventReference? {
    numbers[reference].map { EventReference(device: reference.device, sequence: $0) }
  }

  /// Returns the new number up to which events were seen, or `nil` if the subset has no such events.
  private func seen(_ reference: EventReference) -> EventReference? {
    guard let sequences = kept[reference.device] else { return nil }
    let count = sequences.prefix { $0 <= reference.sequence }.count
    return count == 0 ? nil : EventReference(device: reference.device, sequence: UInt64(count))
  }

  /// Updates all references in a payload.
  ///
  /// Each object with `device` and `sequence` is one, also with other members, as in a rule's revision.
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
