internal import CLedgerSQLite

/// The open database, shared by a connection and its statements so that it outlives both.
package final class Handle {
  package private(set) var pointer: OpaquePointer?

  /// Whether SQLite has failed here in a way that a sound file of this program cannot cause.
  package private(set) var hasFoundDamage = false

  init(_ pointer: OpaquePointer?) { self.pointer = pointer }

  /// Notes that the program's own SQL does not fit the schema in the file.
  func noteDamagedSchema() { hasFoundDamage = true }

  deinit { sqlite3_close_v2(pointer) }

  /// Closes at once. Statements that still exist keep their memory, and their use is an error.
  func close() -> Int32 {
    let code = sqlite3_close_v2(pointer)
    pointer = nil
    return code
  }

  /// Returns the error with SQLite's message for its last failure on this database.
  package func error(_ code: Int32, action: String, sql: String? = nil) -> SQLiteError {
    // A damaged row may look too large, or be refused because another one has its key.
    if [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CONSTRAINT, SQLITE_TOOBIG].contains(code & 0xff) {
      hasFoundDamage = true
    }
    guard let pointer else {
      return SQLiteError(extendedCode: code, message: "the connection is closed", sql: sql, action: action)
    }
    let extended = sqlite3_extended_errcode(pointer)
    let known = extended & 0xff == code & 0xff
    let message = known ? sqlite3_errmsg(pointer) : sqlite3_errstr(code)
    let isAboutFile = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xff)
    return SQLiteError(
      extendedCode: known ? extended : code, message: message.map { String(cString: $0) } ?? "unknown",
      sql: sql, action: action, systemCode: isAboutFile && known ? sqlite3_system_errno(pointer) : 0)
  }
}
