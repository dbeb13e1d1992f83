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
    "A turn of a device without a key is damage, and nothing is appended",
    arguments: [-1, 0, 99, .max] as [Int64])
  func turns(device: Int64) throws {
    let log = try log(damagedBy: "UPDATE turn SET device = \(device)")
    #expect(throws: EventLogError.self) { try log.append([draft()]) }
    #expect(try log.lastPosition() == 2)
  }
}
