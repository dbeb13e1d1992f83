import LedgerBytes
import LedgerSQLite
import Testing

@testable import EventLog

/// Rows in place against events that are read one by one.
@Suite("Rows") struct RowTests {
  /// A log whose streams take turns: one has more events than are read at once, others a handful, late ones too.
  private static func sample() throws -> TestLog {
    let log = try TestLog()
    var drafts: [EventDraft] = []
    // Of one length, short and long, and the long ones alike at both ends.
    let actors = [
      "user/a", "user/b", "user/anna", "user/otto", "import/a-first-of-march", "import/a-other-of-march",
    ]
    for number in 0..<5_500 {
      // Some do not fit a page.
      let payload =
        number % 700 == 5 ? "{\"text\":\"\(String(repeating: "a", count: 5_000 + number * 7))\"}" : "{}"
      drafts.append(
        draft(
          stream(number % 2 == 0 ? 1 : UInt64(2 + number % 1_500)), payload: payload,
          actor: actors[number / 7 % actors.count]))
    }
    try log.append(drafts)
    try log.log.write { try $0.redact(EventReference(device: log.device, sequence: 9)) }
    return log
  }

  @Test(
    "are those of every stream, in the order of streams and versions, whatever is read at a time, through SQLite and out of pages",
    arguments: [false, true])
  func order(isInPages: Bool) throws {
    let log = try Self.sample()
    if isInPages { try log.log.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    for last in [Position.max, 3_000, 1, 0] {
      var expected: [(KeyedStream, [StoredEvent])] = []
      try log.log.forEachStream(through: last) { expected.append(($0, $1)) }
      var found: [(KeyedStream, [Position])] = []
      try log.log.forEachRowByStream(
        through: last, stream: { found.append(($0, [])) },
        { row in
          let (keyed, events) = expected[found.count - 1]
          let event = events[found[found.count - 1].1.count]
          #expect(keyed.key == row.stream && event.position == row.position && event.time == row.time)
          #expect(event.reference == row.reference && event.schema == row.schema && event.actor == row.actor)
          #expect(event.payload == row.payload.map(Array.init) && event.seen == row.seen)
          let name = try log.log.typeName(key: row.type)
          #expect(event.type == name)
          found[found.count - 1].1.append(row.position)
        })
      #expect(found.map(\.0) == expected.map(\.0))
      #expect(found.map(\.1) == expected.map { $0.1.map(\.position) })
    }
    let isThroughSQLite = log.log.connection.preparedStatements.contains { $0.contains("ledger_keys") }
    #expect(isThroughSQLite != isInPages)
  }

  @Test("of one stream, or of a range in which not every key has an event, are those and no others")
  func ranges() throws {
    let log = try Self.sample()
    var actors = ActorNames()
    let key = try #require(try log.log.key(of: stream(1)))
    var positions: [Position] = []
    func note(_ row: EventRow) { positions.append(row.position) }
    try log.log.forEachRow(ofKeys: key...key, through: .max, actors: &actors, stream: { _ in }, note)
    #expect(positions == (try log.log.events(ofKey: key).map(\.position)))
    var keys: [StreamKey] = []
    func isKnown(_ row: EventRow) { #expect(row.position <= 90) }
    func isUnknown(_ row: EventRow) { Issue.record("no such stream") }
    try log.log.forEachRow(
      ofKeys: 3...400, through: 90, actors: &actors, stream: { keys.append($0.key) }, isKnown)
    #expect(keys == keys.sorted() && keys.first == 3 && (keys.last ?? 0) < 100)
    try log.log.forEachRow(
      ofKeys: 90_000...90_001, through: .max, actors: &actors, stream: { _ in }, isUnknown)
  }
}
