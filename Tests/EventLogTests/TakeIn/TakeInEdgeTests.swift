import EventLog
import LedgerBytes
import LedgerTestSupport
import Testing

@Suite("Importing, at the edges") struct TakeInEdgeTests {
  /// Three devices' events on shared streams, as each recorded them.
  static func devices(_ count: Int = 6) throws -> [[ForeignEvent]] {
    try (2...4 as ClosedRange<UInt64>).map { number in
      let other = try TestLog(device: number)
      for round in 0..<count { try other.append(draft(stream(UInt64(round % 3)), type: "T\(round)")) }
      return try other.envelopes()
    }
  }

  @Test("any order between devices gives the same events and trees", arguments: 1...8)
  func anyOrder(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let devices = try Self.devices()
    let log = try TestLog()
    try log.append(draft(stream(0)))
    var waiting = devices
    while let index = waiting.indices.filter({ !waiting[$0].isEmpty }).randomElement(using: &generator) {
      let count = Int.random(in: 1...waiting[index].count, using: &generator)
      let result = try log.takeIn(Array(waiting[index].prefix(count)))
      #expect(result.taken == count && result.known == 0 && result.positions?.count == count)
      waiting[index].removeFirst(count)
    }
    for events in devices {
      let device = events[0].reference.device
      #expect(try log.log.events(of: device, after: 0).map(\.envelope) == events, "seed \(seed)")
      let root = try log.log.devices().first { $0.device == device }?.root
      #expect(root == MerkleTree.root(of: events.map(\.leaf)), "seed \(seed)")
    }
    #expect(try log.events().dropFirst().allSatisfy { $0.receivedAtMilliseconds == noon })
    #expect(try log.events()[0].receivedAtMilliseconds == 0)
    #expect(try log.reopened().verify().findings == [], "seed \(seed)")
  }

  @Test("an event whose parts don't give its leaf is refused, whichever part it is")
  func badLeaf() throws {
    let event = try Self.devices()[0][0]
    let log = try TestLog()
    let changed = [
      event.changed(time: HybridTime(milliseconds: 1), keepingLeaf: true),
      event.changed(stream: stream(77), keepingLeaf: true),
      event.changed(seen: [EventReference(device: id(8), sequence: 1)], keepingLeaf: true),
      event.changed(type: "Other", keepingLeaf: true), event.changed(cause: event.reference, keepingLeaf: true),
      event.changed(actor: "user/other", keepingLeaf: true), event.changed(salt: salt(5), keepingLeaf: true),
      event.changed(payload: Array("[]".utf8), keepingLeaf: true),
      event.changed(salt: Array(event.leaf.bytes), payload: .some(nil), keepingLeaf: true),
    ]
    for other in changed {
      guard case .invalidEvent(event.reference, _) = refusal({ try log.takeIn([other]) }) else {
        Issue.record("taken: \(other)")
        continue
      }
    }
    #expect(try log.log.lastPosition() == 0)
  }

  @Test("an event that no device of ours would write is refused, its leaf right or not")
  func malformed() throws {
    let event = try Self.devices()[0][0]
    let log = try TestLog()
    let seen = [EventReference(device: id(8), sequence: 1), EventReference(device: id(9), sequence: 1)]
    let malformed = [
      event.changed(reference: EventReference(device: event.reference.device, sequence: 0)),
      event.changed(reference: EventReference(device: event.reference.device, sequence: 1 << 63)),
      event.changed(reference: EventReference(device: .zero, sequence: 1)), event.changed(type: ""),
      event.changed(stream: StreamID(kind: "", id: id(1))), event.changed(seen: seen.reversed()),
      event.changed(seen: [seen[0], seen[0]]),
      event.changed(seen: [
        EventReference(device: id(8), sequence: 1), EventReference(device: id(8), sequence: 2),
      ]),
      event.changed(seen: [EventReference(device: .zero, sequence: 1)]),
      event.changed(seen: [EventReference(device: id(8), sequence: 0)]), event.changed(seen: [event.reference]),
      event.changed(cause: EventReference(device: .zero, sequence: 0)),
      event.changed(cause: EventReference(device: id(8), sequence: 0)), event.changed(salt: [1, 2, 3]),
      event.changed(salt: salt(1), payload: .some(nil)), event.changed(salt: event.leaf.bytes),
      event.changed(type: String(repeating: "x", count: 65_536)),
    ]
    for (index, other) in malformed.enumerated() {
      guard case .invalidEvent = refusal({ try log.takeIn([other]) }) else {
        Issue.record("number \(index) was taken")
        continue
      }
    }
    #expect(
      try log.log.lastPosition() == 0 && contents(of: log.tool()).filter { $0.hasPrefix("device ") }.isEmpty)
  }

  @Test("an event over 1 MiB is refused")
  func size() throws {
    let event = try Self.devices()[0][0]
    let log = try TestLog()
    let big = event.changed(payload: [UInt8](repeating: 32, count: EventLimits.eventBytes))
    guard case .tooLarge = refusal({ try log.takeIn([big]) }) else {
      Issue.record("it was taken")
      return
    }
  }

  @Test(
    "a payload that nothing can read is kept as it came, and passed on",
    arguments: [
      [], [0], Array("not JSON".utf8), [0xFF, 0xFE, 0x00], Array(#"{"a":null}"#.utf8),
      Array(repeating: 0x5B, count: 5_000),
    ] as [[UInt8]])
  func undecodable(payload: [UInt8]) throws {
    let event = try Self.devices()[0][0].changed(type: "Unheard", payload: payload)
    let log = try TestLog()
    try log.takeIn([event])
    let next = try TestLog(device: 9)
    try next.takeIn(try log.envelopes())
    #expect(try next.events()[0].payload == payload)
    #expect(try next.envelopes() == [event] && next.log.verify().isSound)
  }

  @Test(
    "an event without its payload is imported only with its redaction, or as a copy; the whole one heals it")
  func redacted() throws {
    let event = try Self.devices()[0][0]
    let commitment = try #require(event.commitment)
    let redacted = event.changed(salt: commitment.bytes, payload: .some(nil), keepingLeaf: true)
    let log = try TestLog()
    try log.takeIn([redacted], stripped: .accept)
    #expect(try log.events()[0].payload == nil)
    #expect(try log.log.verify().findings.map(\.kind) == [.redaction])
    let result = try log.takeIn([event])
    #expect(result.known == 1 && result.healed == [event.reference])
    #expect(try log.envelopes() == [event] && log.log.verify().isSound)
    let other = try TestLog()
    try other.takeIn([event])
    #expect(try other.takeIn([redacted]).known == 1)
    #expect(try other.events()[0].payload == event.payload)
  }

  @Test("names that only look alike stay the names they were hashed with")
  func normalization() throws {
    let events = try Self.devices()[0]
    let log = try TestLog()
    let names = ["re\u{301}sume\u{301}", "r\u{e9}sum\u{e9}"]
    try log.takeIn(
      (0..<4).map {
        events[$0].changed(stream: stream(1, names[$0 % 2]), type: names[$0 % 2], actor: names[$0 % 2])
      })
    #expect(try log.log.verify().findings == [])
    #expect(try log.log.streams(kind: names[0]).count == 1 && log.log.streams(kind: names[1]).count == 1)
  }

  @Test("a write that swallows a refusal cannot commit what it left half done")
  func swallowed() throws {
    let events = try Self.devices()[0]
    let log = try TestLog()
    #expect(throws: EventLogError.self) {
      try log.log.write { writer in
        _ = try? writer.takeIn([events[0], events[2]], receivedAtMilliseconds: noon)
      }
    }
    #expect(try log.log.lastPosition() == 0)
  }
}
