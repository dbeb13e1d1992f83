import EventLog
import LedgerBytes
import LedgerSQLite
import Testing

/// Rows of a damaged log with numbers that the program never gives.
@Suite("Impossible numbers in a log") struct ImpossibleKeyTests {
  private let (one, two): (TestLog, TestLog)

  init() throws { (one, two) = (try TestLog(device: 1), try TestLog(device: 2)) }

  /// Opens a log with events of two devices in one stream and a command, in which that SQL has changed something.
  private func log(damagedBy sql: String) throws -> LedgerLog {
    try one.append(draft())
    _ = try two.takeIn(try one.envelopes())
    try two.log.write { writer in
      let events = try two.append([draft()], with: writer)
      try writer.remember(command: id(5), content: [1], first: events[0].position, count: 1)
    }
    try two.log.close()
    let connection = try two.tool()
    var guards: [String] = []
    try connection.statement("SELECT name FROM sqlite_schema WHERE type = 'trigger'").forEachRow {
      guards.append($0.string(0))
    }
    for name in guards { try connection.execute("DROP TRIGGER \(name)") }
    try connection.execute(sql)
    #expect(connection.totalChanges > 0)
    try connection.close()
    return try two.reopened()
  }

  @Test(
    "A command with an impossible number of events is damage", arguments: [-1, 0, 1 << 40, .max] as [Int64])
  func commands(count: Int64) throws {
    let log = try log(damagedBy: "UPDATE command SET count = \(count)")
    #expect(throws: EventLogError.self) {
      if let command = try log.command(id(5)) { _ = try log.positions(of: command) }
    }
  }

  @Test(
    "An event at an impossible position, or of an impossible version, is damage",
    arguments: ["position", "version"], [.min, -1, 0, 1 << 48, .max] as [Int64])
  func events(column: String, value: Int64) throws {
    let log = try log(damagedBy: "UPDATE event SET \(column) = \(value) WHERE position = 2")
    if column == "version" {
      #expect(throws: EventLogError.self) { try log.forEachEvent { _ in } }
      return
    }
    let stream = try #require(try log.event(at: 1)).stream
    #expect(throws: EventLogError.self) { try log.events(of: stream) }
    #expect(throws: EventLogError.self) { try log.forEachRowByStream(stream: { _ in }, { _ in }) }
    // One below the others is not the last, and nothing is appended either way.
    if value > 0 { #expect(throws: EventLogError.self) { try log.lastPosition() } }
    #expect(throws: EventLogError.self) { try log.append([draft()]) }
  }

  @Test("A stream with an impossible key is damage", arguments: [.min, -1, 1 << 40, .max] as [Int64])
  func streams(key: Int64) throws {
    let log = try log(damagedBy: "UPDATE stream SET key = \(key)")
    #expect(throws: EventLogError.self) { try log.lastStreamKey() }
    #expect(throws: EventLogError.self) { try log.append([draft()]) }
  }

  @Test("The stream of an event with an impossible key is damage", arguments: [.min, -1, 0, .max] as [Int64])
  func touchedStreams(key: Int64) throws {
    let log = try log(damagedBy: "UPDATE event SET stream = \(key) WHERE position = 2")
    #expect(throws: EventLogError.self) { try log.keyRanges(touchedAfter: 0, through: .max) }
    #expect(throws: EventLogError.self) { try log.streams(touchedAfter: 0, through: .max) }
  }

  @Test("Times that are as far apart as can be have a difference", arguments: [.min, -1, .max] as [Int64])
  func times(value: Int64) throws {
    for column in ["lag", "received"] {
      let log = try ImpossibleKeyTests().log(damagedBy: "UPDATE event SET \(column) = \(value)")
      try log.forEachEvent { event in
        guard let ahead = event.aheadMilliseconds else { return }
        #expect(
          ahead == -(-ahead) && (ahead > 0) == (event.recordedAtMilliseconds > event.receivedAtMilliseconds))
      }
    }
  }

  @Test(
    "A turn of a device without a key is damage, and nothing is appended",
    arguments: [-1, 0, 99, .max] as [Int64])
  func turns(device: Int64) throws {
    let log = try log(damagedBy: "UPDATE turn SET device = \(device)")
    #expect(throws: EventLogError.self) { try log.append([draft()]) }
    #expect(try log.lastPosition() == 2)
  }
}
