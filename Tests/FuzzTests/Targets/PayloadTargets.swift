import EventLog
import LedgerBytes
import LedgerDomain

extension FuzzTarget {
  /// A type's name on a line, and the payload of an event of that type, folded and shown if it can be read.
  static let payload = FuzzTarget(name: "payload") { input in
    let line = input.prefix { $0 != UInt8(ascii: "\n") }
    // A name of no type stands for any type.
    let types = EventType.allCases
    let type =
      EventType(rawValue: String(decoding: line, as: UTF8.self))
      ?? types[line.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff } % types.count]
    let payload = Array(input.dropFirst(line.count + 1))
    let codec = EventCodec.current
    let decoded = codec.decode(
      type: type.rawValue, schema: codec.schema(of: type), streamKind: type.streamKind.rawValue,
      payload: payload)
    let isRead = EventDetail.allCases.map { detail in
      payload.withUnsafeBytes { bytes in
        let event = try? codec.event(
          type, schema: type.schema, kind: type.streamKind, id: .zero, bytes: bytes, texts: nil, detail)
        return event != nil
      }
    }
    guard Set(isRead).count == 1 else {
      fuzzFinding("a payload is readable as a whole or in parts, and not the other way")
    }
    guard case .event(let event) = decoded else { return }
    let written = codec.encode(event)
    let again = codec.decode(
      type: type.rawValue, schema: codec.schema(of: type), streamKind: type.streamKind.rawValue,
      payload: written)
    guard again == .event(event) else { fuzzFinding("an event is another when it is written and read") }
    guard codec.encode(event) == written else { fuzzFinding("an event is written in two ways") }
    fold(event)
  }

  /// evolve and row are total: whatever can be read can be folded, twice and in any order, and shown.
  private static func fold(_ event: LedgerEvent) {
    let device = UniqueID(high: 1, low: 2)
    let contexts = (1...2).map { number in
      EventContext(
        reference: EventReference(device: device, sequence: UInt64(number)),
        time: HybridTime(milliseconds: UInt64(number), counter: 0), seen: [], actor: "user/anna")
    }
    switch event {
    case .transaction(let event):
      var state = TransactionState()
      for context in contexts { state.evolve(event, context) }
      _ = TransactionRow(TransactionID(device), state)
      _ = state.provenance
    case .group(let event):
      var state = GroupState()
      for context in contexts { state.evolve(event, context) }
    case .category(let event):
      var state = CategoryState()
      for context in contexts { state.evolve(event, context) }
    case .rule(let event):
      var state = RuleState()
      for context in contexts { state.evolve(event, context) }
    case .account(let event):
      var state = AccountState()
      for context in contexts { state.evolve(event, context) }
      _ = AccountRow(state)
    case .budget(let event):
      var state = BudgetState()
      for context in contexts { state.evolve(event, context) }
      _ = state.rows
    case .goal(let event):
      var state = GoalState()
      for context in contexts { state.evolve(event, context) }
      _ = GoalRow(GoalID(device), state)
    case .copy(let event):
      var state = CopyState()
      for context in contexts { state.evolve(event, context) }
      _ = CopyRow(CopyID(device), state)
    case .ledger(let event):
      var state = LedgerState()
      for context in contexts { state.evolve(event, context) }
    }
  }

  /// Any JSON, as our payloads' and as others'.
  static let json = FuzzTarget(name: "json") { input in
    for dialect in [JSONDialect.payload, .exchange] {
      guard let value = try? JSONValue(parsing: input, as: dialect) else { continue }
      let written = value.encoded()
      guard let again = try? JSONValue(parsing: written, as: .exchange), again == value,
        again.encoded() == written
      else { fuzzFinding("JSON is another when it is written and read") }
    }
    input.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      _ = try? reader.skipValue()
    }
  }

  /// The envelope of an event that comes from another device.
  static let envelope = FuzzTarget(name: "envelope") { input in
    var bytes = FuzzBytes(input)
    func reference() -> EventReference {
      EventReference(device: UniqueID(high: bytes.integer(), low: bytes.integer()), sequence: bytes.integer())
    }
    func made() -> (SHA256Digest) -> ForeignEvent {
      let own = reference()
      let time = HybridTime(rawValue: bytes.integer())
      let recorded = Int64(bitPattern: bytes.integer())
      let offset = Int16(truncatingIfNeeded: Int64(bitPattern: bytes.integer()))
      let stream = StreamID(kind: bytes.text(), id: UniqueID(high: bytes.integer(), low: bytes.integer()))
      let seen = (0..<Int(bytes.byte() % 4)).map { _ in reference() }
      let type = bytes.text()
      let schema = UInt32(truncatingIfNeeded: bytes.integer())
      let correlation = UniqueID(high: bytes.integer(), low: bytes.integer())
      let cause = bytes.byte() % 2 == 0 ? nil : reference()
      let actor = bytes.text()
      let salt = bytes.byte() % 4 == 0 ? bytes.bytes() : [UInt8](repeating: bytes.byte(), count: 16)
      let payload = bytes.byte() % 8 == 0 ? nil : bytes.remaining
      return { leaf in
        ForeignEvent(
          reference: own, time: time, recordedAtMilliseconds: recorded, offsetMinutes: offset, stream: stream,
          seen: seen, type: type, schema: schema, correlation: correlation, cause: cause, actor: actor,
          salt: salt,
          payload: payload, leaf: leaf)
      }
    }
    let make = made()
    let event = make(SHA256.hash([]))
    guard let leaf = event.computedLeaf, let hashed = event.hashedBytes else { return }
    // The leaf does not go into what is hashed.
    guard make(leaf).computedLeaf == leaf, SHA256.hash([0] + hashed) == leaf else {
      fuzzFinding("an event's leaf is not the hash of its bytes")
    }
    _ = EventCodec.current.decode(
      type: event.type, schema: event.schema, streamKind: event.stream.kind, payload: event.payload)
  }
}
