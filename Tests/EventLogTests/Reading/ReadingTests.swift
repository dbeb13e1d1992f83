import EventLog
import LedgerBytes
import LedgerSQLite
import LedgerTestSupport
import Testing

@Suite("Reading") struct ReadingTests {
  /// A log in which four devices come in turns of random length, on three streams of two kinds.
  static func interleaved(seed: UInt64) throws -> TestLog {
    var generator = SeededGenerator(seed: seed)
    let log = try TestLog()
    var waiting = try (2...4).map { number in
      let other = try TestLog(device: UInt64(number))
      for _ in 0..<15 {
        try other.append(
          draft(
            stream(UInt64.random(in: 1...3, using: &generator)),
            type: "T\(Int.random(in: 1...2, using: &generator))"))
      }
      return try other.envelopes()
    }
    while let index = waiting.indices.filter({ !waiting[$0].isEmpty }).randomElement(using: &generator) {
      let count = min(waiting[index].count, Int.random(in: 1...4, using: &generator))
      try log.takeIn(Array(waiting[index].prefix(count)))
      waiting[index].removeFirst(count)
      if Bool.random(using: &generator) {
        try log.append(
          (0..<Int.random(in: 1...3, using: &generator)).map {
            draft(stream(UInt64($0), "group"), type: "T3")
          })
      }
    }
    return log
  }

  @Test("every event is found by device and number, and nothing else is", arguments: 1...5)
  func positions(seed: UInt64) throws {
    let log = try Self.interleaved(seed: seed)
    for event in try log.events() {
      #expect(try log.log.position(of: event.reference) == event.position, "seed \(seed)")
      #expect(try log.log.event(event.reference) == event)
    }
    for head in try log.log.devices() {
      for sequence in [0, head.size + 1, head.size + 100, 1 << 63, .max] {
        #expect(try log.log.position(of: EventReference(device: head.device, sequence: sequence)) == nil)
      }
    }
    #expect(try log.log.position(of: EventReference(device: id(99), sequence: 1)) == nil)
    // A single row where the device changes.
    let events = try log.events()
    let changes =
      zip(events, events.dropFirst()).filter { $0.reference.device != $1.reference.device }.count + 1
    #expect(try log.tool().statement("SELECT count(*) FROM run").firstInt64() == Int64(changes))
  }

  @Test("by position, backwards, by type, by stream and by device: as filtering all of them", arguments: 1...5)
  func selections(seed: UInt64) throws {
    let log = try Self.interleaved(seed: seed)
    let all = try log.events()
    let count = Position(all.count)
    #expect(all.map(\.position) == Array(1...count))
    func collect(_ read: ((StoredEvent) throws -> Void) throws -> Void) throws -> [StoredEvent] {
      var events: [StoredEvent] = []
      try read { events.append($0) }
      return events
    }
    for (after, through) in [(0, nil), (5, nil), (5, 9), (0, 0), (9, 5), (count, nil), (-3, 2), (0, count + 5)]
      as [(Position, Position?)]
    {
      let expected = all.filter { $0.position > after && $0.position <= through ?? .max }
      #expect(try collect { try log.log.forEachEvent(after: after, through: through, $0) } == expected)
      for type in ["T1", "T2", "T3", "T4"] {
        #expect(
          try collect { try log.log.ofType(type, after: after, through: through, $0) }
            == expected.filter { $0.type == type })
      }
      let touched = try log.log.streams(touchedAfter: after, through: through ?? .max).map(\.stream)
      #expect(Set(touched) == Set(expected.map(\.stream)) && touched.count == Set(touched).count)
    }
    for (from, limit) in [(nil, 3), (7, 3), (2, 10), (count + 9, .max), (0, 5), (7, 0)] as [(Position?, Int)] {
      let expected = all.filter { $0.position <= from ?? .max }.reversed().prefix(limit)
      #expect(try log.log.backwards(from: from, limit: limit) == Array(expected))
    }
    for (kind, number) in [("transaction", 1), ("transaction", 2), ("group", 0), ("group", 9), ("none", 1)]
      as [(String, UInt64)]
    {
      let stream = stream(number, kind)
      let expected = all.filter { $0.stream == stream }
      #expect(try log.log.events(of: stream) == expected)
      #expect(try log.log.events(of: stream, after: 2) == Array(expected.dropFirst(2)))
      #expect(try log.log.version(of: stream) == StreamVersion(expected.count))
      let key = try log.log.key(of: stream)
      #expect((key == nil) == expected.isEmpty)
      if let key {
        #expect(try log.log.stream(key: key) == stream)
        #expect(try log.log.events(ofKey: key, through: 20) == expected.filter { $0.position <= 20 })
      }
    }
    for kind in ["transaction", "group", "none"] {
      var expected: [StreamID] = []
      for event in all where event.stream.kind == kind && !expected.contains(event.stream) {
        expected.append(event.stream)
      }
      #expect(try log.log.streams(kind: kind) == expected)
      let between = try log.log.streams(kind: kind, from: stream(1).id, through: stream(2).id, limit: 9).map(
        \.stream)
      #expect(
        between == expected.filter { $0.id >= stream(1).id && $0.id <= stream(2).id }.sorted { $0.id < $1.id })
    }
    for head in try log.log.devices() {
      let own = all.filter { $0.reference.device == head.device }
      #expect(own.count == Int(head.size) && head.lastTime == own.map(\.time).max())
      #expect(try log.log.leaves(of: head.device) == own.map(\.leaf))
      #expect(try log.log.leaves(of: head.device, size: 4) == own.prefix(4).map(\.leaf))
      for (after, limit) in [(0, .max), (3, .max), (3, 4), (14, .max), (15, 3), (.max, 1), (0, 0)]
        as [(UInt64, Int)]
      {
        let expected = own.filter { $0.reference.sequence > after }.prefix(limit)
        #expect(try log.log.events(of: head.device, after: after, limit: limit) == Array(expected))
      }
    }
    var streams: [KeyedStream: [StoredEvent]] = [:]
    try log.log.forEachStream(through: 30) { streams[$0] = $1 }
    #expect(streams.values.reduce(0) { $0 + $1.count } == 30)
    #expect(
      streams.allSatisfy { stream, events in
        events == all.filter { $0.stream == stream.stream && $0.position <= 30 }
      })
  }

  @Test("an empty log reads as nothing")
  func empty() throws {
    let log = try TestLog()
    #expect(try log.events() == [] && log.log.backwards() == [] && log.log.devices() == [])
    #expect(try log.log.event(at: 1) == nil && log.log.event(at: 0) == nil)
    #expect(throws: EventLogError.self) { try log.log.stream(key: 1) }
    #expect(try log.log.events(of: log.device, after: 0) == [] && log.log.leaves(of: log.device) == [])
    #expect(try log.log.streams(kind: "transaction") == [] && log.log.verify().isSound)
    try log.log.forEachStream(through: .max) { _, _ in Issue.record("a stream") }
  }

  @Test("a reading sees one state of the log, and what others add after it next time")
  func snapshot() throws {
    let log = try TestLog()
    try log.append(draft())
    let reader = try log.reopened(.readOnly)
    let counter = try reader.changeCounter()
    try reader.reading {
      #expect(try reader.lastPosition() == 1)
      try log.append(draft(stream(7, "new"), type: "New"))
      #expect(try reader.lastPosition() == 1)
      let inner = try reader.reading { try reader.event(at: 2) }
      #expect(inner == nil)
    }
    #expect(try reader.event(at: 2)?.type == "New")
    #expect(try reader.changeCounter() != counter)
  }

  @Test("a body that throws stops the reading, and the log goes on")
  func stopping() throws {
    struct Stop: Error {}
    let log = try TestLog()
    try log.append((0..<10).map { _ in draft() })
    var seen = 0
    #expect(throws: Stop.self) {
      try log.log.forEachEvent { _ in
        seen += 1
        if seen == 3 { throw Stop() }
      }
    }
    #expect(seen == 3)
    try log.append(draft())
    #expect(try log.events().count == 11)
  }

  @Test("reading within reading is fine, also of the same kind")
  func nested() throws {
    let log = try Self.interleaved(seed: 3)
    var count = 0
    try log.log.forEachEvent(through: 5) { outer in
      try log.log.forEachEvent(through: 5) { _ in count += 1 }
      #expect(try log.log.event(outer.reference) == outer)
    }
    #expect(count == 25)
  }
}
