internal import LedgerBytes
internal import LedgerMigrations
internal import LedgerSQLite

/// The log's schema: whose it is, which version it has, and whether it is as it was made.
enum LogSchema {
  static let applicationID: Int64 = 1_279_607_879  // "LEDG"

  /// The version that this program writes: the number of the last migration.
  static let version = Migrations.log.last?.number ?? 0

  /// True for a ledger's log that this program can read, false for a database with nothing in it.
  static func check(_ connection: Connection, path: String) throws -> Bool {
    let application = try number("PRAGMA application_id", connection)
    let found = try number("PRAGMA user_version", connection)
    if application == 0, found == 0, try number("SELECT count(*) FROM sqlite_schema", connection) == 0 {
      return false
    }
    guard application == applicationID else { throw EventLogError.notALedger(path: path) }
    guard found <= version else { throw EventLogError.newerVersion(found: found, known: version) }
    return true
  }

  /// Brings an older log to this program's version. Each migration sets its number itself.
  static func migrate(_ connection: Connection) throws {
    guard try number("PRAGMA user_version", connection) < version else { return }
    try connection.transaction(.exclusive) {
      let found = try number("PRAGMA user_version", connection)
      for file in Migrations.log where (file.number ?? 0) > found { try connection.execute(file.sql) }
      let reached = try number("PRAGMA user_version", connection)
      precondition(
        found >= version || reached == version, "the last migration sets the version of this program")
    }
  }

  /// SHA-256 over the text of everything in the schema. Quoted: a text that has become a blob is another.
  static func fingerprint(_ connection: Connection) throws -> SHA256Digest {
    var hasher = SHA256Hasher()
    let statement = try connection.statement(
      "SELECT quote(type), quote(name), quote(tbl_name), quote(sql) FROM sqlite_schema ORDER BY type, name")
    try statement.forEachRow { row in
      for column in Int32(0)..<4 {
        row.withBytes(column) { hasher.update($0) }
        hasher.update([0])
      }
    }
    return hasher.finalize()
  }

  /// Returns the fingerprint of a log that was made with the migrations up to a version.
  static func expectedFingerprint(version: Int64) throws -> SHA256Digest {
    let fresh = try Connection(path: "", mode: .memory)
    for file in Migrations.log where file.number ?? 0 <= version { try fresh.execute(file.sql) }
    return try fingerprint(fresh)
  }

  /// Whether a table or an index is as this program makes it, by the statement that SQLite keeps of it.
  ///
  /// The statement is looked up in the migrations. Making a log to compare with takes fifty times as long.
  static func isAsMade(_ statement: String) -> Bool {
    let line = Array("\n\(statement);".utf8)
    return Migrations.log.contains { file in
      let text = Array(file.sql.utf8)
      return text.indices.contains { text[$0] == line[0] && text[$0...].starts(with: line) }
    }
  }

  static func number(_ sql: String, _ connection: Connection) throws -> Int64 {
    try connection.statement(sql).firstInt64() ?? 0
  }
}
