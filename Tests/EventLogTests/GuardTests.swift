import EventLog
import LedgerBytes
import LedgerSQLite
import Testing

/// What anyone with another program could try on the file itself.
@Suite struct GuardTests {
  let folder: TemporaryFolder
  let log: EventLog
  let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    log = try EventLogTests.log(folder)
    let other = try EventLogTests.log(folder, "b", device: deviceB)
    let stored = try log.append([draft(1), draft(1), draft(2)])
    _ = try log.takeIn(try other.append([draft(1)]))
    try log.write { writer in
      try writer.remember(command: correlation, content: [1], first: stored[0].position, count: 3)
    }
    connection = try raw(log)
  }

  static let columns =
    "type, schema, device, sequence, time, payload, lag, offset, received, cause_device, cause_sequence, seen, "
    + "actor, correlation, salt, leaf"

  @Test(
    "the schema refuses",
    arguments: [
      "DELETE FROM event", "DELETE FROM event WHERE position = 4",
      "UPDATE event SET actor = 'x' WHERE position = 1",
      "UPDATE event SET position = 9 WHERE position = 4",
      "UPDATE event SET payload = x'7b7d' WHERE position = 1",
      "UPDATE event SET payload = NULL WHERE position = 1",
      "UPDATE event SET payload = NULL, salt = zeroblob(32), leaf = zeroblob(32) WHERE position = 1",
      "UPDATE event SET payload = NULL, salt = zeroblob(32), time = time + 1 WHERE position = 1",
      "UPDATE event SET payload = NULL, salt = zeroblob(32), seen = x'' WHERE position = 1",
      "UPDATE event SET payload = NULL, salt = zeroblob(31) WHERE position = 1",
      "INSERT OR REPLACE INTO event (position, stream, version, \(columns)) "
        + "SELECT position, stream, version, \(columns) FROM event WHERE position = 4",
      "INSERT OR REPLACE INTO event (position, stream, version, \(columns)) "
        + "SELECT 5, stream, version, \(columns) FROM event WHERE position = 4",
      "INSERT INTO event (position, stream, version, \(columns)) "
        + "SELECT 6, stream, 4, \(columns) FROM event WHERE position = 4",
      "INSERT INTO event (position, stream, version, \(columns)) "
        + "SELECT 5, stream, 5, \(columns) FROM event WHERE position = 4",
      "INSERT INTO event (stream, version, \(columns)) "
        + "SELECT stream, 4, \(columns) FROM event WHERE position = 4",
      "DELETE FROM command", "UPDATE command SET count = 1",
      "INSERT OR REPLACE INTO command SELECT id, digest, 2, 1 FROM command",
      "DELETE FROM run", "UPDATE run SET first_position = 2",
      "INSERT OR REPLACE INTO run SELECT device, first_sequence, 9 FROM run LIMIT 1",
      "DELETE FROM turn", "UPDATE turn SET sequence = 7",
      "INSERT OR REPLACE INTO turn SELECT stream, version, device, 9 FROM turn LIMIT 1",
      "DELETE FROM stream", "UPDATE stream SET kind = 2", "INSERT INTO stream VALUES (9, 1, zeroblob(16))",
      "UPDATE device SET root = zeroblob(32) WHERE key = 2",
      "UPDATE device SET edge = zeroblob(32) WHERE key = 1",
      "INSERT OR REPLACE INTO stream SELECT 3, kind, id FROM stream WHERE key = 1",
      "DELETE FROM kind", "UPDATE kind SET name = 'x'", "INSERT OR REPLACE INTO kind VALUES (1, 'x')",
      "DELETE FROM type", "UPDATE type SET name = 'x'", "INSERT OR REPLACE INTO type VALUES (1, 'x')",
      "DELETE FROM ledger", "UPDATE ledger SET created = 1", "INSERT INTO ledger VALUES (2, zeroblob(16), 1)",
      "INSERT OR REPLACE INTO ledger VALUES (1, zeroblob(16), 1)",
      "DELETE FROM device", "UPDATE device SET id = zeroblob(16) WHERE key = 1", "UPDATE device SET size = 0",
      "UPDATE device SET last_time = 0", "UPDATE device SET key = 9 WHERE key = 1",
      "INSERT OR REPLACE INTO device SELECT key, zeroblob(16), size, root, edge, last_time FROM device LIMIT 1",
    ])
  func refuses(_ sql: String) throws {
    let error = try #require(throws: SQLiteError.self) { try connection.execute(sql) }
    #expect(error.kind == .constraint, "\(error)")
    try log.append([draft(3)])
    #expect(try log.verify().findings == [])
  }

  @Test("it allows the one change there is")
  func redaction() throws {
    try connection.execute(
      "UPDATE event SET payload = NULL, salt = zeroblob(32) WHERE position = 2")
    let error = try #require(throws: SQLiteError.self) {
      try connection.execute("UPDATE event SET payload = NULL, salt = zeroblob(32) WHERE position = 2")
    }
    #expect(error.kind == .constraint)
    // Made up, not computed: the guard can't tell, but verification can.
    #expect(try log.verify().findings.map(\.kind) == [.leaf])
  }

  @Test("a guard ends the whole transaction it was tried in")
  func rollsBack() throws {
    try connection.begin(.immediate)
    try connection.execute("INSERT INTO type VALUES (9, 'x')")
    #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM event") }
    #expect(!connection.isInTransaction)
    #expect(try connection.statement("SELECT count(*) FROM type WHERE key = 9").firstInt64() == 0)
  }
}
