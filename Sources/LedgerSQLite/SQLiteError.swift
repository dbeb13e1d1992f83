internal import CLedgerSQLite

/// What SQLite refused: the code, what was being done, and the SQL; never a bound value.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The primary result code (`SQLITE_BUSY` is 5).
  public let code: Int32
  /// The extended result code; its low byte is `code`.
  public let extendedCode: Int32
  /// SQLite's own words.
  public let message: String
  /// The statement, where there is one.
  public let sql: String?
  /// What was being done: "open PATH", "prepare", "step".
  public let action: String

  /// An error from its parts.
  public init(extendedCode: Int32, message: String, sql: String? = nil, action: String) {
    code = extendedCode & 0xff
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.action = action
  }

  /// `can't step: disk I/O error (code 10, extended 778), in: INSERT …`.
  public var description: String {
    var text = "can't \(action): \(message) (code \(code)"
    if extendedCode != code { text += ", extended \(extendedCode)" }
    text += ")"
    if let sql { text += ", in: \(sql)" }
    return text
  }
}

// MARK: - Kinds

extension SQLiteError {
  /// The codes a caller may want to tell apart.
  public enum Kind: Hashable, Sendable {
    /// Someone else holds the lock, and the time to wait is over.
    case busy
    /// The disk is full.
    case full
    /// The file's content is damaged.
    case corrupt
    /// The file is something else.
    case notADatabase
    /// The file or the medium can't be written.
    case readOnly
    /// The file can't be opened.
    case cannotOpen
    /// Reading or writing failed.
    case io
    /// A constraint or a guard of the schema.
    case constraint
    /// Someone asked to stop.
    case interrupted
    /// A value or a statement over SQLite's limits.
    case tooBig
    /// No memory.
    case noMemory
    /// Anything else.
    case other
  }

  /// Which kind of failure it is.
  public var kind: Kind {
    switch code {
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
