import Foundation
import LedgerSQLite
import LedgerTestSupport
import Testing

@Suite struct ConnectionTests {
  let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  func open(_ mode: Connection.Mode = .create, _ name: String = "a.sqlite") throws -> Connection {
    try Connection(path: folder.file(name), mode: mode, busyTimeoutMilliseconds: 200)
  }

  func value(_ sql: String, _ connection: Connection) throws -> String {
    let statement = try connection.statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.string(0) : "no row"
  }

  @Test(
    "every setting of the checklist holds",
    arguments: [
      ("PRAGMA journal_mode", "wal"), ("PRAGMA page_size", "8192"), ("PRAGMA synchronous", "2"),
      ("PRAGMA foreign_keys", "1"), ("PRAGMA recursive_triggers", "1"), ("PRAGMA cell_size_check", "1"),
      ("PRAGMA temp_store", "2"), ("PRAGMA mmap_size", "0"), ("PRAGMA trusted_schema", "0"),
    ])
  func settings(sql: String, expected: String) throws {
    #expect(try value(sql, try open()) == expected)
  }

  @Test("models wait for less")
  func normal() throws {
    let connection = try Connection(path: folder.file("m.sqlite"), mode: .create, synchronous: .normal)
    #expect(try value("PRAGMA synchronous", connection) == "1")
  }

  @Test("a database cannot be made to write its own schema table, load code or read a name in quotes as text")
  func defensive() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t (x); PRAGMA writable_schema = ON;")
    #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM sqlite_schema") }
    #expect(throws: SQLiteError.self) { try connection.execute("SELECT load_extension('x')") }
    #expect(throws: SQLiteError.self) { try connection.execute("SELECT \"no such column\"") }
  }

  @Test("a new file and its -wal belong to their owner alone")
  func permissions() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t (x)")
    for name in ["a.sqlite", "a.sqlite-wal", "a.sqlite-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test("a file that is a symbolic link is refused, in a folder that is one it is not")
  func symbolicLinks() throws {
    try open().close()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.sqlite"), withDestinationPath: folder.file("a.sqlite"))
    for mode in [Connection.Mode.create, .readWrite, .readOnly] {
      #expect(throws: SQLiteError.self) { try open(mode, "link.sqlite") }
    }
    try FileManager.default.createDirectory(atPath: folder.file("real"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("alias"), withDestinationPath: folder.file("real"))
    _ = try open(.create, "alias/b.sqlite")
  }

  @Test("what is missing is only made when asked for")
  func missing() throws {
    for mode in [Connection.Mode.readWrite, .readOnly, .immutable] {
      let error = try #require(throws: SQLiteError.self) { try open(mode, "missing.sqlite") }
      #expect(error.kind == .cannotOpen)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("missing.sqlite")))
  }

  @Test("something else than a database is reported as such")
  func notADatabase() throws {
    try Data(repeating: 65, count: 10_000).write(to: URL(fileURLWithPath: folder.file("text.sqlite")))
    let error = try #require(throws: SQLiteError.self) { try open(.readWrite, "text.sqlite") }
    #expect(error.kind == .notADatabase)
  }

  @Test("an immutable file is read, whatever its path, and makes no other")
  func immutable() throws {
    let name = "a %?#é.sqlite"
    let writer = try open(.create, name)
    try writer.execute("CREATE TABLE t (x); INSERT INTO t VALUES (7);")
    try writer.close()
    let reader = try open(.immutable, name)
    #expect(try value("SELECT x FROM t", reader) == "7")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
    #expect(throws: SQLiteError.self) { try reader.execute("INSERT INTO t VALUES (8)") }
  }

  @Test("a read-only connection cannot write")
  func readOnly() throws {
    try open().execute("CREATE TABLE t (x)")
    let reader = try open(.readOnly)
    let error = try #require(throws: SQLiteError.self) { try reader.execute("INSERT INTO t VALUES (8)") }
    #expect(error.kind == .readOnly)
  }

  @Test("a connection that reads while others write cannot write, sees what they commit, and leaves no file")
  func readOnlyWithWriters() throws {
    let maker = try open()
    try maker.execute("CREATE TABLE t (x)")
    try maker.close()
    let reader = try open(.readOnlyWithWriters)
    let error = try #require(throws: SQLiteError.self) { try reader.execute("INSERT INTO t VALUES (8)") }
    #expect(error.kind == .readOnly)
    let writer = try open(.readWrite)
    try writer.execute("INSERT INTO t VALUES (7)")
    try writer.checkpoint(.truncate)
    try writer.close()
    #expect(try value("SELECT x FROM t", reader) == "7")
    try reader.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.sqlite"])
  }

  @Test("a transaction commits what it did, and takes it back when its body throws")
  func transactions() throws {
    struct Stop: Error {}
    let connection = try open()
    try connection.execute("CREATE TABLE t (x)")
    let result = try connection.transaction(.immediate) {
      try connection.execute("INSERT INTO t VALUES (1)")
      return 42
    }
    #expect(result == 42)
    #expect(throws: Stop.self) {
      try connection.transaction(.immediate) {
        try connection.execute("INSERT INTO t VALUES (2)")
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try value("SELECT group_concat(x) FROM t", connection) == "1")
  }

  @Test("a guard that rolls back leaves no transaction, and the error is the guard's")
  func guardsRollBack() throws {
    let connection = try open()
    try connection.execute(
      """
      CREATE TABLE t (x);
      CREATE TRIGGER never BEFORE DELETE ON t BEGIN SELECT RAISE(ROLLBACK, 'never deleted'); END;
      INSERT INTO t VALUES (1);
      """)
    let error = try #require(throws: SQLiteError.self) {
      try connection.transaction(.immediate) {
        try connection.execute("INSERT INTO t VALUES (2)")
        try connection.execute("DELETE FROM t")
      }
    }
    #expect(error.kind == .constraint)
    #expect(error.message == "never deleted")
    #expect(!connection.isInTransaction)
    #expect(try value("SELECT count(*) FROM t", connection) == "1")
  }

  @Test("a second writer waits, then is told that someone else is busy")
  func busy() throws {
    let one = try open()
    let two = try open()
    let error = try #require(throws: SQLiteError.self) {
      try one.transaction(.immediate) { try two.transaction(.immediate) {} }
    }
    #expect(error.kind == .busy)
    try two.transaction(.immediate) {}
  }

  @Test("sixteen first opens at once all succeed", arguments: 0..<5)
  func race(round: Int) async throws {
    let path = folder.file("race-\(round).sqlite")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          let connection = try Connection(path: path, mode: .create)
          try connection.execute("CREATE TABLE IF NOT EXISTS t (x); INSERT INTO t VALUES (1);")
        }
      }
      try await group.waitForAll()
    }
    #expect(try value("SELECT count(*) FROM t", try open(.readOnly, "race-\(round).sqlite")) == "16")
  }

  @Test("a backup is the whole database as of one moment, and never over a file that is there")
  func backup() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2);")
    try connection.backup(to: folder.file("copy.sqlite"))
    try connection.execute("INSERT INTO t VALUES (3)")
    #expect(try value("SELECT count(*) FROM t", try open(.readWrite, "copy.sqlite")) == "2")
    #expect(throws: SQLiteError.self) { try connection.backup(to: folder.file("copy.sqlite")) }
  }

  @Test("a sound database has no findings, and another's change is noticed without reading")
  func upkeep() throws {
    let one = try open()
    try one.execute("CREATE TABLE t (x)")
    #expect(try one.integrityCheck() == [])
    let version = try one.dataVersion()
    try one.execute("INSERT INTO t VALUES (1)")
    #expect(try one.dataVersion() == version)
    try open().execute("INSERT INTO t VALUES (2)")
    #expect(try one.dataVersion() != version)
    try one.checkpoint(.truncate)
    let size = try FileManager.default.attributesOfItem(atPath: folder.file("a.sqlite-wal"))[.size] as? Int
    #expect(size == 0)
  }

  @Test("a closed connection answers with errors")
  func closed() throws {
    let connection = try open()
    let statement = try connection.statement("SELECT 1")
    try connection.close()
    try connection.close()
    #expect(throws: SQLiteError.self) { try statement.step() }
    #expect(throws: SQLiteError.self) { try connection.statement("SELECT 1") }
    #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1") }
  }
}
