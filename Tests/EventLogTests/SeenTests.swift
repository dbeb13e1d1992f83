import EventLog
import LedgerBytes
import LedgerTestSupport
import Testing

@Suite struct SeenTests {
  let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  @Test("in streams of one's own there is nothing of others to have seen")
  func alone() throws {
    let one = try log(folder, "one")
    let two = try log(folder, "two", device: deviceB)
    _ = try one.takeIn(try two.append([draft(1)]))
    #expect(try one.append([draft(2), draft(2)]).allSatisfy { $0.seen.isEmpty })
    #expect(
      try one.append([draft(1), draft(2)]).map(\.seen) == [[EventReference(device: deviceB, sequence: 1)], []])
  }

  @Test("a command from a screen had seen what existed at the version the person looked at")
  func basedOn() throws {
    let one = try log(folder, "one")
    let two = try log(folder, "two", device: deviceB)
    try one.append([draft(1)])  // version 1
    _ = try one.takeIn(try two.append([draft(1), draft(9), draft(1)]))  // versions 2 (B:1) and 3 (B:3)
    let seen: [(StreamVersion?, UInt64?)] = [(0, nil), (1, nil), (2, 1), (3, 3), (99, 3), (nil, 3)]
    for (version, last) in seen {
      let event = try one.append([draft(1, basedOn: version)])[0]
      let expected = last.map { [EventReference(device: deviceB, sequence: $0)] } ?? []
      #expect(event.seen == expected, "based on \(String(describing: version))")
    }
  }

  @Test("seen is what a plain walk over the stream finds, for any history", arguments: [UInt64(1), 2, 3, 4, 5])
  func property(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let own = try log(folder, "own")
    let others = try [deviceB, deviceC].map { try log(folder, "\($0)", device: $0) }
    for _ in 0..<120 {
      let number = UInt64.random(in: 1...3, using: &generator)
      if Bool.random(using: &generator) {
        let other = others[Int.random(in: 0..<2, using: &generator)]
        _ = try own.takeIn(
          try other.append([draft(number), draft(UInt64.random(in: 1...3, using: &generator))]))
        continue
      }
      let history = try own.events(of: stream(number))
      let version = StreamVersion(Int.random(in: -1...history.count, using: &generator))
      let basedOn = version < 0 ? nil : version
      var last: [UniqueID: UInt64] = [:]
      for event in history where event.version <= basedOn ?? .max && event.reference.device != deviceA {
        last[event.reference.device] = event.reference.sequence
      }
      let expected = last.map { EventReference(device: $0.key, sequence: $0.value) }.sorted()
      // Twice in one batch: what is remembered between the two must be the same.
      let stored = try own.append([draft(number, basedOn: basedOn), draft(number, basedOn: basedOn)])
      #expect(stored.map(\.seen) == [expected, expected], "seed \(seed)")
    }
    #expect(try own.verify().findings == [])
  }

  @Test("in one write: importing, appending and adopting are seen at once")
  func withinAWrite() throws {
    let one = try log(folder, "one")
    let two = try log(folder, "two", device: deviceB)
    let theirs = try two.append([draft(1), draft(1), draft(1)])
    try one.write { writer in
      func append() throws -> [EventReference] {
        try writer.append([draft(1)], correlation: correlation, clock: june, salts: salts())[0].seen
      }
      _ = try writer.takeIn([theirs[0].envelope], receivedAtMilliseconds: 1)
      #expect(try append().map(\.sequence) == [1])
      _ = try writer.takeIn([theirs[1].envelope], receivedAtMilliseconds: 1)
      _ = try writer.takeIn([theirs[2].envelope], receivedAtMilliseconds: 1)
      #expect(try append().map(\.sequence) == [3])
      try writer.adopt(device: deviceC)
      #expect(
        try append() == [
          EventReference(device: deviceA, sequence: 2), EventReference(device: deviceB, sequence: 3),
        ])
    }
    #expect(one.identity == .own(deviceC))
    #expect(try one.verify().findings == [])
  }
}
