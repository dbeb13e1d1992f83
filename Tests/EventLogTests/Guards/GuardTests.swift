import EventLog
import LedgerBytes
import LedgerSQLite
import Testing

/// The guards in the schema, against raw SQL of a second connection.
///
/// Each statement is tried with `recursive_triggers` on, as our connections have it, and off, as a foreign tool has it.
/// Off, everything here still holds: `REPLACE` then deletes without asking the delete guards, but every insert guard
/// refuses a row that would replace one. A tool that drops the guards first cannot be stopped. `verify` finds that by
/// the schema's fingerprint.
@Suite("Guards") struct GuardTests {
  struct Attempt: CustomTestStringConvertible {
    let sql: String
    let words: String
    init(_ sql: String, _ words: String) {
      self.sql = sql
      self.words = words
    }
    var testDescription: String { sql }
  }

  /// A log of three streams and three devices, with runs, turns and a command.
  static func sample() throws -> TestLog {
    let one = try TestLog()
    let two = try TestLog(device: 2)
    try one.append(draft(), draft(stream(2)))
    try two.takeIn(try one.envelopes())
    try two.append(draft(), draft(stream(3, "group")))
    try one.takeIn(try two.envelopes())
    try one.log.write { writer in
      let stored = try one.append([draft()], with: writer)
      try writer.remember(command: id(70), content: [1], first: stored[0].position, count: 1)
    }
    return one
  }

  static func insert(
    _ verb: String = "INSERT", position: String = "6", stream: Int = 2, version: Int = 2
  ) -> String {
    """
    \(verb) INTO event VALUES (\(position), \(stream), \(version), 1, 1, 1, 4, 1, x'7b7d', 0, 0, 0, NULL, NULL, NULL,
    'user', zeroblob(16), zeroblob(16), zeroblob(32))
    """
  }

  static let changed = "events are never changed, only redacted"
  static let end =
    "an event is appended at the next position, as the next version of its stream"
  static let attempts: [Attempt] =
    [
      Attempt("DELETE FROM event", "events are never deleted"),
      Attempt("DELETE FROM event WHERE position = 5", "events are never deleted"),
      Attempt(insert(position: "7"), end), Attempt(insert(position: "5"), end),
      Attempt(insert(position: "0"), end),
      Attempt(insert(position: "-1"), end), Attempt(insert(position: "NULL"), end),
      Attempt(insert("INSERT OR REPLACE", position: "5"), end), Attempt(insert("REPLACE", position: "1"), end),
      Attempt(insert("INSERT OR IGNORE", position: "5"), end),
      Attempt(insert(version: 1), end),
      Attempt(insert(version: 3), end),
      Attempt(insert(stream: 9, version: 2), end),
      Attempt(insert("INSERT OR REPLACE", version: 1), end),
    ]
    + [
      "position = 9", "stream = 2", "version = 9", "type = 2", "schema = 2", "device = 2", "sequence = 9",
      "time = 9",
      "lag = 9", "offset = 9", "received = 9", "cause_device = 1", "cause_sequence = 1", "seen = zeroblob(24)",
      "actor = 'x'", "correlation = zeroblob(16)", "salt = zeroblob(16)", "leaf = zeroblob(32)",
      "payload = x'7b7d'",
      "position = position", "payload = NULL", "salt = zeroblob(32)", "payload = NULL, salt = zeroblob(31)",
      "payload = NULL, salt = zeroblob(32), leaf = zeroblob(32)",
      "payload = NULL, salt = zeroblob(32), time = 9",
      "payload = x'', salt = zeroblob(32)",
    ].map { Attempt("UPDATE event SET \($0) WHERE position = 1", changed) }
    + [
      Attempt("UPDATE OR REPLACE event SET position = 2 WHERE position = 1", changed),
      Attempt("DELETE FROM device", "devices are never deleted"),
      Attempt(
        "INSERT OR REPLACE INTO device VALUES (1, zeroblob(16), 0, zeroblob(32), x'', 0)",
        "devices are never replaced"),
      Attempt(
        "INSERT OR REPLACE INTO device SELECT 9, id, 0, root, x'', 0 FROM device WHERE key = 1",
        "devices are never replaced"),
      Attempt("UPDATE device SET size = size - 1 WHERE key = 1", "a device changes only by growing"),
      Attempt("UPDATE device SET last_time = last_time - 1 WHERE key = 1", "a device changes only by growing"),
      Attempt("UPDATE device SET id = zeroblob(16) WHERE key = 1", "a device changes only by growing"),
      Attempt("UPDATE device SET key = 9 WHERE key = 1", "a device changes only by growing"),
      Attempt("UPDATE device SET root = zeroblob(32) WHERE key = 1", "a device changes only by growing"),
      Attempt("UPDATE device SET edge = zeroblob(32) WHERE key = 1", "a device changes only by growing"),
      Attempt("DELETE FROM stream", "streams are never deleted"),
      Attempt("UPDATE stream SET id = zeroblob(16) WHERE key = 1", "streams are never changed"),
      Attempt("INSERT INTO stream VALUES (9, 1, zeroblob(16))", "a stream gets the next key, once"),
      Attempt("REPLACE INTO stream VALUES (1, 1, zeroblob(16))", "a stream gets the next key, once"),
      Attempt("INSERT INTO stream (kind, id) VALUES (1, zeroblob(16))", "a stream gets the next key, once"),
      Attempt(
        "REPLACE INTO stream SELECT 4, kind, id FROM stream WHERE key = 1", "a stream gets the next key, once"),
      Attempt("DELETE FROM kind", "kinds are never deleted"),
      Attempt("UPDATE kind SET name = 'x' WHERE key = 1", "kinds are never changed"),
      Attempt("REPLACE INTO kind VALUES (1, 'x')", "kinds are never replaced"),
      Attempt("REPLACE INTO kind VALUES (9, 'group')", "kinds are never replaced"),
      Attempt("DELETE FROM type", "types are never deleted"),
      Attempt("UPDATE type SET name = 'x' WHERE key = 1", "types are never changed"),
      Attempt("REPLACE INTO type VALUES (1, 'x')", "types are never replaced"),
      Attempt("REPLACE INTO type VALUES (9, 'Noted')", "types are never replaced"),
      Attempt("DELETE FROM run", "runs are never deleted"),
      Attempt("UPDATE run SET first_position = 9", "runs are never changed"),
      Attempt("REPLACE INTO run VALUES (1, 1, 9)", "runs are never replaced"),
      Attempt("DELETE FROM turn", "turns are never deleted"),
      Attempt("UPDATE turn SET sequence = 9", "turns are never changed"),
      Attempt("REPLACE INTO turn SELECT stream, version, 9, 9 FROM turn", "turns are never replaced"),
      Attempt("DELETE FROM command", "commands are never deleted"),
      Attempt("UPDATE command SET first = 1", "commands are never changed"),
      Attempt("REPLACE INTO command SELECT id, digest, 1, 1 FROM command", "commands are never replaced"),
      Attempt("DELETE FROM ledger", "the ledger is never deleted"),
      Attempt("UPDATE ledger SET id = zeroblob(16)", "the ledger is never changed"),
      Attempt("REPLACE INTO ledger VALUES (1, zeroblob(16), 0)", "a log belongs to one ledger"),
    ]

  @Test("is refused, whatever the tool's settings, and leaves everything as it was", arguments: attempts)
  func refused(_ attempt: Attempt) throws {
    let log = try Self.sample()
    let before = try contents(of: log.tool())
    for recursive in [true, false] {
      let tool = try log.tool(recursiveTriggers: recursive)
      let error = #expect(throws: SQLiteError.self) { try tool.execute(attempt.sql) }
      #expect(error?.message == attempt.words)
      try tool.close()
    }
    #expect(try contents(of: log.tool()) == before)
    #expect(try log.log.verify().findings == [])
  }

  @Test("every table has its guards")
  func complete() throws {
    let log = try TestLog()
    let tool = try log.tool()
    let tables = try tool.statement("SELECT name FROM sqlite_schema WHERE type = 'table'")
    var names: [String] = []
    try tables.forEachRow { names.append($0.string(0)) }
    #expect(names.count == 10)
    for name in names {
      for verb in ["INSERT", "UPDATE", "DELETE"] {
        let triggers = try tool.statement(
          """
          SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = '\(name)'
          AND sql LIKE '%BEFORE \(verb) ON%RAISE(ROLLBACK%'
          """)
        #expect(try triggers.firstInt64() ?? 0 > 0, "\(verb) \(name)")
      }
    }
  }

  @Test("a guard takes the whole transaction back, what came before it included")
  func rollsBack() throws {
    let log = try Self.sample()
    let before = try contents(of: log.tool())
    let tool = try log.tool()
    try tool.execute("BEGIN IMMEDIATE")
    try tool.execute(Self.insert())
    #expect(throws: SQLiteError.self) { try tool.execute("DELETE FROM event WHERE position = 1") }
    #expect(!tool.isInTransaction)
    try tool.close()
    #expect(try contents(of: log.tool()) == before)
  }

  @Test("redaction passes in its one form, once, and verify reports whether it was the right commitment")
  func redactionForm() throws {
    let log = try Self.sample()
    let event = try #require(try log.log.event(at: 1))
    let commitment = try #require(event.envelope.commitment)
    let tool = try log.tool()
    let redact = try tool.statement("UPDATE event SET payload = NULL, salt = ?1 WHERE position = ?2")
    try redact.bind(1, blob: commitment.bytes)
    try redact.bind(2, 1)
    try redact.run()
    #expect(try log.log.verify().findings.map(\.kind) == [.redaction])
    #expect(throws: SQLiteError.self) {
      try tool.execute("UPDATE event SET payload = x'7b7d' WHERE position = 1")
    }
    #expect(throws: SQLiteError.self) {
      try tool.execute("UPDATE event SET salt = zeroblob(32) WHERE position = 1")
    }
    try tool.execute("UPDATE event SET payload = NULL, salt = zeroblob(32) WHERE position = 2")
    #expect(try log.log.verify().findings.map(\.kind) == [.redaction, .redaction, .leaf])
  }

  @Test(
    "what a tool writes that no guard can see, verify finds",
    arguments: [
      // A row in its place and with nothing true in it.
      (insert(), VerificationReport.Finding.Kind.leaf),
      ("DROP TRIGGER event_never_deleted; DELETE FROM event WHERE position = 5", .schema),
      ("DROP TRIGGER event_only_redacted; UPDATE event SET version = 7 WHERE position = 5", .version),
      (
        """
        DROP TRIGGER event_only_redacted; UPDATE event SET version = -version WHERE stream = 1;
        UPDATE event SET version = 4 + version WHERE stream = 1
        """, .version
      ),
      ("DROP TRIGGER event_only_redacted; UPDATE event SET schema = schema + 4294967296", .event),
      ("DROP TRIGGER event_only_redacted; UPDATE event SET offset = offset + 65536", .event),
      ("DROP TRIGGER device_only_grows; UPDATE device SET size = 1 WHERE key = 1", .structure),
      ("INSERT INTO device VALUES (9, zeroblob(16), 0, zeroblob(32), x'', 0)", .event),
      ("DROP TRIGGER run_never_changed; UPDATE run SET first_position = 4 WHERE first_position = 3", .run),
      ("DROP TRIGGER turn_never_changed; UPDATE turn SET sequence = 9 WHERE version = 1", .turn),
      ("INSERT INTO turn VALUES (2, 1, 2, 1)", .turn), ("INSERT INTO turn VALUES (9, 1, 2, 1)", .turn),
      ("DROP TRIGGER stream_never_deleted; DELETE FROM stream WHERE key = 2", .position),
      ("INSERT INTO stream VALUES (4, 1, zeroblob(16))", .stream),
      ("INSERT INTO command VALUES (zeroblob(16), zeroblob(32), 6, 1)", .command),
      ("DROP TRIGGER command_never_changed; UPDATE command SET first = 4", .command),
      ("DROP TRIGGER command_never_changed; UPDATE command SET count = 2, first = 4", .command),
      ("DROP TRIGGER ledger_never_changed; UPDATE ledger SET id = zeroblob(16)", .anchor),
      (
        "DROP TRIGGER ledger_inserted_once; PRAGMA ignore_check_constraints = 1; INSERT INTO ledger VALUES (2, zeroblob(16), 0)",
        .structure
      ),
    ])
  func found(sql: String, kind: VerificationReport.Finding.Kind) throws {
    let log = try Self.sample()
    let tool = try log.tool()
    try tool.execute(sql)
    let report = try log.reopened().verify()
    #expect(report.findings.contains { $0.kind == kind }, "\(report.findings)")
  }

  @Test(
    "a name that was changed under an open log is found by that log too",
    arguments: ["type", "kind"])
  func renamed(table: String) throws {
    let log = try Self.sample()
    #expect(try log.log.verify().isSound)
    try log.tool().execute(
      "DROP TRIGGER \(table)_never_changed; UPDATE \(table) SET name = 'Other' WHERE key = 1")
    #expect(try log.log.verify().findings.contains { $0.kind == .leaf })
  }
}
