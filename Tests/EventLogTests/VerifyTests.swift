import EventLog
import LedgerBytes
import LedgerSQLite
import Testing

@Suite struct VerifyTests {
  let folder: TemporaryFolder
  let log: LedgerLog

  init() throws {
    folder = TemporaryFolder()
    log = try EventLogTests.log(folder)
    let other = try EventLogTests.log(folder, "b", device: deviceB)
    let stored = try log.append([draft(1), draft(1), draft(2)])
    _ = try log.takeIn(try other.append([draft(1), draft(3)]))
    try log.append([draft(1)])
    try log.write { writer in
      try writer.remember(command: correlation, content: [1], first: stored[0].position, count: 3)
    }
  }

  /// Does what the guards forbid, as a program that drops them could, and puts them back.
  private func tamper(_ sql: String, dropping triggers: [String]) throws {
    let connection = try raw(log)
    try connection.transaction(.immediate) {
      var texts: [String] = []
      for trigger in triggers {
        let statement = try connection.statement("SELECT sql FROM sqlite_schema WHERE name = ?1")
        try statement.bind(1, text: trigger)
        #expect(try statement.step(), "\(trigger)")
        texts.append(statement.string(0))
        statement.reset()
        try connection.execute("DROP TRIGGER \(trigger)")
      }
      try connection.execute(sql)
      for text in texts { try connection.execute(text) }
    }
  }

  @Test(
    "what was changed without the guards is found",
    arguments: [
      ("UPDATE event SET actor = 'user/eve' WHERE position = 2", "event_only_redacted", ["leaf"]),
      ("UPDATE event SET payload = x'7b7d' WHERE position = 2", "event_only_redacted", ["leaf"]),
      ("UPDATE event SET time = time + 1 WHERE position = 1", "event_only_redacted", ["leaf"]),
      ("UPDATE event SET lag = lag + 1 WHERE position = 1", "event_only_redacted", ["leaf"]),
      ("UPDATE event SET offset = offset + 1 WHERE position = 1", "event_only_redacted", ["leaf"]),
      ("UPDATE event SET schema = 2 WHERE position = 1", "event_only_redacted", ["leaf"]),
      (
        "UPDATE event SET cause_device = 1, cause_sequence = 1 WHERE position = 2", "event_only_redacted",
        ["leaf"]
      ),
      (
        "UPDATE event SET seen = x'00' WHERE position = 2", "event_only_redacted",
        ["event", "sequence"]
      ),
      ("UPDATE event SET correlation = zeroblob(16) WHERE position = 1", "event_only_redacted", ["leaf"]),
      (
        "UPDATE event SET leaf = zeroblob(32) WHERE position = 1", "event_only_redacted",
        ["leaf", "head", "anchor"]
      ),
      ("DELETE FROM event WHERE position = 6", "event_never_deleted", ["head", "anchor", "run", "turn"]),
      (
        "DELETE FROM event WHERE position = 3", "event_never_deleted",
        ["position", "sequence", "head", "anchor"]
      ),
      ("DELETE FROM run WHERE first_position = 4", "run_never_deleted", ["run"]),
      ("INSERT INTO run VALUES (1, 2, 2)", "run_inserted_once", ["run"]),
      ("DELETE FROM turn WHERE version = 2", "turn_never_deleted", ["turn"]),
      ("UPDATE device SET edge = zeroblob(31) WHERE key = 2", "device_only_grows", ["structure"]),
      ("UPDATE device SET edge = zeroblob(32) WHERE key = 2", "device_only_grows", ["head"]),
      ("UPDATE device SET root = zeroblob(32) WHERE key = 2", "device_only_grows", ["head"]),
      ("UPDATE device SET last_time = last_time + 1 WHERE key = 2", "device_only_grows", ["head"]),
      ("UPDATE command SET count = 9", "command_never_changed", ["command"]),
      ("UPDATE type SET name = 'Other' WHERE key = 1", "type_never_changed", ["leaf"]),
      ("UPDATE stream SET id = zeroblob(16) WHERE key = 2", "stream_never_changed", ["leaf"]),
      ("UPDATE kind SET name = 'group'", "kind_never_changed", ["leaf"]),
    ])
  func findings(sql: String, trigger: String, kinds: [String]) throws {
    #expect(try log.verify().findings == [])
    try tamper(sql, dropping: [trigger])
    let report = try LedgerLog.open(log.folder, mode: .readOnly).verify()
    let found = Set(report.findings.map(\.kind.rawValue))
    for kind in kinds { #expect(found.contains(kind), "\(report.findings)") }
    #expect(!report.isSound && report.findingCount == report.findings.count)
  }

  @Test(
    "a schema that is not as it was made is found",
    arguments: [
      "DROP TRIGGER event_never_deleted", "CREATE INDEX extra ON event (type)", "DROP INDEX event_by_stream",
    ])
  func schema(_ sql: String) throws {
    try raw(log).execute(sql)
    #expect(try log.verify().findings.map(\.kind) == [.schema])
  }

  @Test("a sound log reports its trees, and progress to the end") func sound() throws {
    var steps: [[Int64]] = []
    let report = try log.verify { steps.append([$0, $1]) }
    #expect(report.isSound && report.events == 6)
    #expect(report.trees == (try log.devices()))
    #expect(steps == [[6, 6]])
  }
}
