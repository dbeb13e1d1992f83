import EventLog
import LedgerBytes
import LedgerTestSupport
import Testing

/// The events of its stream that an event's author had seen from others, as the event names them.
@Suite("Seen, of many devices") struct SeenModelTests {
  static func seen(_ pairs: [(UInt64, UInt64)]) -> [EventReference] {
    pairs.map { EventReference(device: id($0.0), sequence: $0.1) }.sorted()
  }

  @Test("as of an earlier version, only what existed there was seen")
  func earlier() throws {
    let one = try TestLog()
    let two = try TestLog(device: 2)
    let three = try TestLog(device: 3)
    try two.append(draft(), draft(stream(9)), draft())
    try three.append(draft(), draft())
    try one.append(draft())  // version 1
    try one.takeIn(try two.envelopes())  // 2, 3
    try one.append(draft())  // 4
    try one.takeIn(try three.envelopes())  // 5, 6
    let expected: [[(UInt64, UInt64)]] = [
      [], [], [(2, 1)], [(2, 3)], [(2, 3)], [(2, 3), (3, 1)], [(2, 3), (3, 2)], [(2, 3), (3, 2)],
    ]
    let drafts = (0..<expected.count).map { draft(basedOn: StreamVersion($0)) }
    #expect(try one.append(drafts).map(\.seen) == expected.map { Self.seen($0) })
    #expect(try one.append(draft(), draft(basedOn: -1), draft(basedOn: .max)).map(\.seen.count) == [2, 0, 2])
  }

  @Test("within one write, what it imports is seen by what it appends after")
  func withinAWrite() throws {
    let one = try TestLog()
    let two = try TestLog(device: 2)
    try two.append(draft())
    try one.append(draft())
    let foreign = try two.envelopes()
    let seen = try one.log.write { writer in
      var seen = try one.append([draft()], with: writer).map(\.seen)
      _ = try writer.takeIn(foreign, receivedAtMilliseconds: noon)
      seen += try one.append([draft(), draft()], with: writer).map(\.seen)
      return seen
    }
    #expect(seen == [[], Self.seen([(2, 1)]), Self.seen([(2, 1)])])
  }

  @Test("a folder that goes on as a new device has seen the old one")
  func adopted() throws {
    let one = try TestLog()
    try one.append(draft(), draft())
    let seen = try one.log.write { writer in
      let before = try one.append([draft()], with: writer).map(\.seen)
      try writer.adopt(device: id(5))
      return try before + one.append([draft(), draft()], with: writer).map(\.seen)
    }
    #expect(seen == [[], Self.seen([(1, 3)]), Self.seen([(1, 3)])])
  }

  @Test("agrees with counting by hand, whatever comes from many devices in whatever order", arguments: 1...6)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let own = try TestLog()
    let others = try (2...6).map { try TestLog(device: $0) }
    for other in others {
      for _ in 0..<8 { try other.append(draft(stream(UInt64.random(in: 1...3, using: &generator)))) }
    }
    var waiting = try others.map { try $0.envelopes() }
    /// Per stream, the reference at every version.
    var model: [StreamID: [EventReference]] = [:]
    while waiting.contains(where: { !$0.isEmpty }) {
      let index = Int.random(in: 0..<waiting.count, using: &generator)
      let count = min(waiting[index].count, Int.random(in: 1...3, using: &generator))
      try own.takeIn(Array(waiting[index].prefix(count)))
      for event in waiting[index].prefix(count) { model[event.stream, default: []].append(event.reference) }
      waiting[index].removeFirst(count)

      let stream = stream(UInt64.random(in: 1...3, using: &generator))
      let known = model[stream, default: []]
      let based =
        Bool.random(using: &generator) ? nil : StreamVersion(Int.random(in: 0...known.count, using: &generator))
      var latest: [UniqueID: EventReference] = [:]
      for reference in known.prefix(based.map { Int($0.rawValue) } ?? known.count)
      where reference.device != own.device {
        latest[reference.device] = reference
      }
      let event = try #require(try own.append(draft(stream, basedOn: based)).first)
      #expect(event.seen == latest.values.sorted(), "seed \(seed)")
      model[stream, default: []].append(event.reference)
    }
    #expect(try own.reopened().verify().findings == [], "seed \(seed)")
  }
}
