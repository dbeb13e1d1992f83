internal import CLedgerSQLite

extension Connection {
  /// Prepares one statement that comes from outside, and only if it reads: while it is prepared, SQLite's authorizer
  /// refuses everything but SELECT, columns and functions, so neither a write nor ATTACH, PRAGMA or a transaction passes,
  /// whatever the statement looks like. It is not kept.
  ///
  /// Errors: one that `isRefusal` where it would do anything else, or is more than one statement; `.other` with SQLite's
  /// words where it is no SQL.
  public func readingStatement(_ sql: String) throws(SQLiteError) -> Statement {
    sqlite3_set_authorizer(handle.pointer, Self.allowsReading, nil)
    defer { sqlite3_set_authorizer(handle.pointer, nil, nil) }
    let statement = try Statement(sql, on: handle)
    guard sqlite3_stmt_readonly(statement.pointer) != 0, statement.columnCount > 0 else {
      throw SQLiteError(
        extendedCode: SQLITE_AUTH, message: "not a statement that reads", sql: sql, action: "prepare")
    }
    return statement
  }

  private static let allowsReading:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?
    ) -> Int32 = { _, action, _, second, _, _ in
      switch action {
      case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
      case SQLITE_FUNCTION:
        // The one function of the library itself that does more than compute.
        return second.map { String(cString: $0) == "load_extension" } ?? true ? SQLITE_DENY : SQLITE_OK
      default: return SQLITE_DENY
      }
    }
}

extension Statement {
  /// Whether the column is true as SQL understands it: a number other than 0; NULL is not.
  public func isTrue(_ column: Int32) -> Bool { sqlite3_column_double(pointer, column) != 0 }
}

extension SQLiteError {
  /// Whether a statement from outside was refused: it does more than read, or is more than one.
  public var isRefusal: Bool {
    // Of a function it is said in words alone.
    code == SQLITE_AUTH || code == SQLITE_MISUSE || message.hasPrefix("not authorized")
  }
}
