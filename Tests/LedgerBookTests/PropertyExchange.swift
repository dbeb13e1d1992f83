import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerTestSupport

// How events travel between the devices of a history, and events that no program of ours wrote.
extension PropertyWorld {
  /// Imports a random prefix of the events that only the source has.
  ///
  /// It has no gap per device, and devices are interleaved. With `all` it is everything.
  mutating func exchange(from source: Int, to target: Int, all: Bool = false) throws {
    let known = Dictionary(
      try devices[target].book.log.devices().map { ($0.device, $0.size) }, uniquingKeysWith: max)
    var queues: [[ForeignEvent]] = []
    for head in try devices[source].book.log.devices() {
      let size = known[head.device] ?? 0
      guard head.size > size else { continue }
      let missing = Int(head.size - size)
      let count = all ? missing : random.number(0...missing)
      let events = try devices[source].book.log.events(of: head.device, after: size, limit: count)
      if !events.isEmpty { queues.append(events.map(\.envelope)) }
    }
    guard !queues.isEmpty else { return }
    let events = interleave(queues)
    counts.lateArrivals += try late(events, on: devices[target].book.log)
    let now = devices[target].clock.now.milliseconds
    let position = try devices[target].book.log.lastPosition()
    let result = try devices[target].book.log.takeIn(events, receivedAtMilliseconds: now)
    try devices[target].book.checkRecords(after: position)
    guard result.taken == events.count else {
      throw PropertyFailure("\(result.taken) of \(events.count) taken in")
    }
    journal.append("\(devices[target].name) takes in \(events.count) of \(devices[source].name)")
  }

  /// Everybody learns everything.
  mutating func exchangeEverything() throws {
    for index in devices.indices.dropFirst() { try exchange(from: index, to: 0, all: true) }
    for index in devices.indices.dropFirst() { try exchange(from: 0, to: index, all: true) }
  }

  /// The queues in one, each in its own order.
  mutating func interleave(_ queues: [[ForeignEvent]]) -> [ForeignEvent] {
    var queues = queues.map { $0[...] }
    var merged: [ForeignEvent] = []
    while !queues.isEmpty {
      let index = Int.random(in: queues.indices, using: &random)
      // Runs, so that batches often stay together and sometimes do not.
      for _ in 0..<random.number(1...6) {
        guard let event = queues[index].popFirst() else { break }
        merged.append(event)
      }
      if queues[index].isEmpty { queues.remove(at: index) }
    }
    return merged
  }

  /// How many of them belong, in the fold, before an event of the same stream that is there already.
  private func late(_ events: [ForeignEvent], on log: LedgerLog) throws -> Int {
    var last: [StreamID: HybridTime] = [:]
    var count = 0
    for event in events {
      if last[event.stream] == nil {
        last[event.stream] = try log.events(of: event.stream).map(\.time).max() ?? HybridTime(rawValue: 0)
      }
      if let time = last[event.stream], event.time < time { count += 1 }
      last[event.stream] = max(last[event.stream] ?? event.time, event.time)
    }
    return count
  }

  /// An event as another program might write it: of an unknown type, of a newer shape, unreadable, or a machine's.
  mutating func writeAsAnotherProgram(on index: Int) throws {
    let device = devices[index]
    let streams = try device.book.log.streams(kind: "transaction")
    guard !streams.isEmpty, case .own = device.book.log.identity else { return }
    moveClock(of: device)
    let stream = random.one(of: streams)
    let clock = device.clock.now
    let draft = foreignDraft(on: stream)
    let correlation = UniqueID.random(using: &random)
    _ = try device.book.log.write { writer in
      try writer.append([draft], correlation: correlation, clock: clock, salts: LedgerLog.randomSalt)
    }
    journal.append("\(device.name): another program writes \(draft.type) to \(stream)")
  }

  private mutating func foreignDraft(on stream: StreamID) -> EventDraft {
    func draft(_ type: String, _ payload: String, schema: UInt32 = 1, actor: String = "user/zoe") -> EventDraft
    {
      EventDraft(stream: stream, type: type, schema: schema, payload: Array(payload.utf8), actor: actor)
    }
    switch random.weighted([(15, 0), (15, 1), (4, 2), (20, 3), (10, 4), (10, 5)]) {
    case 0: return draft("BudgetAssigned", #"{"name":"Brot"}"#)
    case 1:
      let later = EventType.fieldCorrected.schema + 1
      return draft("FieldCorrected", #"{"place":"vendor","value":"New"}"#, schema: later)
    case 2:
      hasUnreadable = true
      return draft("FieldCorrected", #"{"to":"nameless"}"#)
    case 3:
      // Often the one that only its bytes tell from another.
      let vendor = random.one(
        of: PropertyValues.vendors + PropertyValues.vendors[1...2] + PropertyValues.vendors[1...2])
      return draft(
        "FieldCorrected", #"{"field":"vendor","to":"\#(vendor)","new":[1]}"#,
        actor: random.one(of: ["rule", "import/csv"]))
    case 4:
      let tag = random.one(of: ["caf\u{e9}", "cafe\u{301}"])
      return draft("TagsChanged", #"{"added":["\#(tag)"],"removed":[]}"#)
    default: return draft("TransactionDeleted", "{}", actor: "rule")
    }
  }
}
