internal import CLedgerSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An error of SQLite with its code, the action and the SQL. It never contains a bound value.
@usableFromInline package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The primary result code (`SQLITE_BUSY` is 5).
  package let code: Int32
  /// The extended result code. Its low byte is `code`.
  package let extendedCode: Int32
  /// The system's error number of a failed read, write or opening, or 0 if it is not known.
  package let systemCode: Int32
  /// The message of SQLite.
  package let message: String
  /// The SQL of the statement, or `nil` if the failure has no statement.
  package let sql: String?
  /// The action that failed: "open PATH", "prepare", "step".
  package let action: String

  /// Creates an error from its parts.
  package init(
    extendedCode: Int32, message: String, sql: String? = nil, action: String, systemCode: Int32 = 0
  ) {
    self.systemCode = systemCode
    code = extendedCode & 0xff
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.action = action
  }

  /// The text `cannot step: disk I/O error (code 10, extended 778), in: INSERT …`.
  @usableFromInline package var description: String {
    var text = "cannot \(action): \(message) (code \(code)"
    if extendedCode != code { text += ", extended \(extendedCode)" }
    text += ")"
    if let sql { text += ", in: \(sql)" }
    return text
  }
}

// MARK: - Kinds

extension SQLiteError {
  /// The kinds of failure that callers handle differently.
  package enum Kind: Hashable, Sendable {
    /// Another connection held the lock until the timeout.
    case busy
    /// The disk is full.
    case full
    /// The file's content is damaged.
    case corrupt
    /// The file is not a database of this application.
    case notADatabase
    /// The file or the medium cannot be written.
    case readOnly
    /// The file cannot be opened.
    case cannotOpen
    /// Reading or writing failed.
    case io
    /// A constraint or a guard of the schema refused the change.
    case constraint
    /// The operation was interrupted.
    case interrupted
    /// A value or a statement exceeds SQLite's limits.
    case tooBig
    /// There is not enough memory.
    case noMemory
    /// Anything else.
    case other
  }

  /// The kind of this failure.
  package var kind: Kind {
    // SQLite reports a full disk as such when it writes a page. When it makes the -shm or the -wal, it reports a
    // failed operation.
    if code == SQLITE_IOERR || code == SQLITE_CANTOPEN {
      if systemCode == ENOSPC || systemCode == EDQUOT { return .full }
      // The files of a locked phone cannot be read, for example.
      if systemCode == EPERM || systemCode == EACCES { return .cannotOpen }
    }
    return switch code {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .full
    case SQLITE_CORRUPT: .corrupt
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_READONLY: .readOnly
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cannotOpen
    case SQLITE_IOERR: .io
    case SQLITE_CONSTRAINT: .constraint
    case SQLITE_INTERRUPT: .interrupted
    case SQLITE_TOOBIG: .tooBig
    case SQLITE_NOMEM: .noMemory
    default: .other
    }
  }
}
