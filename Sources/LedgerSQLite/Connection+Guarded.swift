internal import CLedgerSQLite

extension Connection {
  /// Prepares one statement from outside, and refuses it unless it only reads.
  ///
  /// While the statement is prepared, SQLite's authorizer refuses everything but SELECT, columns and functions. So no
  /// write, ATTACH, PRAGMA or transaction can pass. The statement is not cached.
  ///
  /// - Throws: An error with `isRefusal` if the statement does more than read, or is more than one statement. An error
  ///   of kind `.other` with SQLite's message if it is not SQL.
  package func readingStatement(_ sql: String) throws(SQLiteError) -> Statement {
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
        // The only built-in function that does more than compute.
        return second.map { String(cString: $0) == "load_extension" } ?? true ? SQLITE_DENY : SQLITE_OK
      default: return SQLITE_DENY
      }
    }
}

extension Statement {
  /// Whether the column is true in SQL's sense: it is a number other than 0, and not NULL.
  package func isTrue(_ column: Int32) -> Bool { sqlite3_column_double(pointer, column) != 0 }
}

extension SQLiteError {
  /// Whether a statement from outside was refused, because it does more than read or is not a single one.
  package var isRefusal: Bool {
    // SQLite reports a refused function by its message alone.
    code == SQLITE_AUTH || code == SQLITE_MISUSE || message.hasPrefix("not authorized")
  }
}
