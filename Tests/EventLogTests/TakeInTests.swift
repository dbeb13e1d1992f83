import EventLog
import LedgerBytes
import Testing

@Suite struct TakeInTests {
  let folder: TemporaryFolder
  let one: LedgerLog
  let two: LedgerLog

  init() throws {
    folder = TemporaryFolder()
    one = try log(folder, "one")
    two = try log(folder, "two", device: deviceB)
  }

  @Test("events of another device arrive whole, once, with places of their own here")
  func takeIn() throws {
    let mine = try one.append([draft(1), draft(2)])
    let theirs = try two.append([draft(2), draft(1), draft(3)])
    let result = try one.takeIn(theirs)
    #expect(result.taken == 3 && result.known == 0 && result.positions == 3...5)
    let again = try one.takeIn(theirs)
    #expect(again.taken == 0 && again.known == 3 && again.positions == nil)
    let all = try one.all()
    #expect(all.map(\.envelope) == (mine + theirs).map(\.envelope))
    #expect(all.map(\.version) == [1, 1, 2, 2, 1])
    #expect(all.map(\.receivedAtMilliseconds) == [0, 0] + [Int64](repeating: june.milliseconds + 1, count: 3))
    #expect(try one.event(theirs[1].reference)?.position == 4)
    #expect(try one.events(of: deviceB, after: 1).map(\.envelope) == theirs.dropFirst().map(\.envelope))
    #expect(try one.devices().map(\.root).last == two.devices().first?.root)
    #expect(try one.verify().findings == [])
  }

  @Test("references are found through many changes of device")
  func runs() throws {
    var expected: [EventReference: Position] = [:]
    for _ in 0..<5 {
      for event in try one.append([draft(1), draft(2)]) { expected[event.reference] = event.position }
      let theirs = try two.append([draft(1), draft(2), draft(3)])
      let positions = try #require(try one.takeIn(theirs).positions)
      for (event, position) in zip(theirs, positions) { expected[event.reference] = position }
    }
    for (reference, position) in expected {
      #expect(try one.position(of: reference) == position)
      #expect(try one.event(reference)?.reference == reference)
    }
    #expect(try one.events(of: deviceB, after: 0).map(\.reference.sequence) == Array(1...15))
    #expect(try one.events(of: deviceA, after: 3, limit: 4).map(\.reference.sequence) == [4, 5, 6, 7])
    #expect(try one.position(of: EventReference(device: deviceA, sequence: 0)) == nil)
    #expect(try one.position(of: EventReference(device: deviceB, sequence: 16)) == nil)
    #expect(try one.position(of: EventReference(device: deviceB, sequence: .max)) == nil)
  }

  @Test("what is missing in between is named, and nothing of the batch is taken")
  func gaps() throws {
    let theirs = try two.append([draft(1), draft(2), draft(3), draft(4)])
    #expect(throws: EventLogError.gap(theirs[1].reference, expected: 1)) { try one.takeIn([theirs[1]]) }
    #expect(throws: EventLogError.gap(theirs[3].reference, expected: 3)) {
      try one.takeIn([theirs[0], theirs[1], theirs[3]])
    }
    #expect(try one.lastPosition() == 0)
  }

  @Test("two different events of one number are a fork, and named as one")
  func forks() throws {
    let theirs = try two.append([draft(1), draft(2)])
    _ = try one.takeIn(theirs)
    let twin = try log(folder, "twin", device: deviceB)
    let other = try twin.append([draft(1), draft(2)])
    let result = try one.takeIn([theirs[0], other[1]])
    #expect(result.known == 1 && result.leftOut == 1 && result.forks == [theirs[1].reference])
    #expect(try one.all().map(\.leaf) == theirs.map(\.leaf))
    #expect(one.identity == .own(deviceA))
  }

  @Test("what follows a fork on the other branch is left out, and events of other devices go on coming")
  func afterFork() throws {
    let theirs = try two.append([draft(1), draft(2)])
    _ = try one.takeIn(theirs)
    let twin = try log(folder, "twin", device: deviceB)
    let other = try twin.append([draft(1), draft(2), draft(3)])
    let three = try log(folder, "three", device: deviceC).append([draft(4)])
    let result = try one.takeIn(other + three)
    #expect(result.leftOut == 3 && result.taken == 1 && result.forks == [theirs[0].reference])
    #expect(try one.verify().findings == [])
  }

  private func altered(
    _ event: StoredEvent, time: HybridTime? = nil, seen: [EventReference]? = nil, type: String? = nil,
    salt: [UInt8]? = nil, payload: [UInt8]? = nil, sequence: UInt64? = nil, leaf: SHA256Digest? = nil
  ) -> ForeignEvent {
    func with(_ leaf: SHA256Digest) -> ForeignEvent {
      ForeignEvent(
        reference: EventReference(
          device: event.reference.device, sequence: sequence ?? event.reference.sequence),
        time: time ?? event.time, recordedAtMilliseconds: event.recordedAtMilliseconds,
        offsetMinutes: event.offsetMinutes, stream: event.stream, seen: seen ?? event.seen,
        type: type ?? event.type, schema: event.schema, correlation: event.correlation, cause: event.cause,
        actor: event.actor, salt: salt ?? event.salt, payload: payload ?? event.payload, leaf: leaf)
    }
    return with(leaf ?? with(event.leaf).computedLeaf ?? event.leaf)
  }

  @Test("an event whose parts don't give its leaf is refused, whichever part was changed")
  func tampered() throws {
    let event = try two.append([draft(1)])[0]
    let tampered = [
      altered(event, time: HybridTime(rawValue: event.time.rawValue + 1), leaf: event.leaf),
      altered(event, type: "Other", leaf: event.leaf), altered(event, payload: [1], leaf: event.leaf),
      altered(event, salt: [UInt8](repeating: 7, count: 16), leaf: event.leaf),
      altered(event, seen: [EventReference(device: deviceC, sequence: 1)], leaf: event.leaf),
      altered(event, salt: [1]), altered(event, sequence: 0), altered(event, type: ""),
      altered(event, salt: [UInt8](repeating: 7, count: 32)),
      altered(event, seen: [deviceC, deviceA].map { EventReference(device: $0, sequence: 1) }),
      altered(event, seen: [deviceC, deviceC].map { EventReference(device: $0, sequence: 1) }),
    ]
    for event in tampered {
      let error = try #require(throws: EventLogError.self) {
        try one.takeIn([event], receivedAtMilliseconds: 1)
      }
      guard case .invalidEvent = error else {
        Issue.record("\(error)")
        continue
      }
    }
    #expect(try one.lastPosition() == 0)
  }

  @Test("a time past 2200 is refused, and one past 2199 unless it follows what is known")
  func lateTimes() throws {
    let event = try two.append([draft(1)])[0]
    let late = HybridTime(milliseconds: EventLimits.latestMilliseconds)
    #expect(
      throws: EventLogError.timeTooLate(event.reference, milliseconds: EventLimits.latestMilliseconds)
    ) {
      try one.takeIn([altered(event, time: late)], receivedAtMilliseconds: 1)
    }
    let last = altered(event, time: HybridTime(rawValue: late.rawValue - 1))
    #expect(throws: EventLogError.self) { try one.takeIn([last], receivedAtMilliseconds: 1) }
    let limit = HybridTime(milliseconds: EventLimits.latestForeignMilliseconds)
    let first = altered(event, time: HybridTime(rawValue: limit.rawValue - 1))
    #expect(try one.takeIn([first], receivedAtMilliseconds: 1).taken == 1)
    let own = try one.append([draft(1)])
    #expect(own[0].time == limit)
    let three = try log(folder, "c", device: deviceC)
    #expect(try three.takeIn([first] + own.map(\.envelope), receivedAtMilliseconds: 1).taken == 2)
    #expect(try one.verify().findings == [])
  }

  @Test("a payload that cannot be read is imported as it is")
  func undecodable() throws {
    let event = try two.append([draft(1)])[0]
    let broken = altered(event, payload: [0xff, 0x00])
    #expect(try one.takeIn([broken], receivedAtMilliseconds: 1).taken == 1)
    #expect(try one.event(at: 1)?.payload == [0xff, 0x00])
  }

  @Test("a redacted event is imported, and equals the whole one")
  func redacted() throws {
    let events = try two.append([draft(1), draft(1)])
    try two.write { try $0.redact(events[0].reference) }
    #expect(throws: EventLogError.self) { try one.takeIn(two.all()) }
    try two.append([redaction(of: events[0].reference, ledgerA)])
    let redacted = try two.all()
    #expect(try one.takeIn(redacted).taken == 3)
    #expect(try one.event(at: 1)?.payload == nil)
    #expect(try one.takeIn(events).known == 2)
    #expect(try one.verify().redacted == 1)
    #expect(try one.verify().findings == [])
  }
}
