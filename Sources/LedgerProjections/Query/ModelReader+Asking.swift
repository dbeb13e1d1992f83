internal import LedgerSQLite

extension ModelReader {
  /// What a SELECT of somebody's own says, as SQL understands truth: the first column of the first row is a number other
  /// than 0; NULL, and no row, are false. It can do nothing but read.
  ///
  /// - Throws: `QueryError` where it is no single SELECT, or fails.
  public func isTrue(_ select: String) throws -> Bool {
    do throws(SQLiteError) {
      let statement = try connection.readingStatement(select)
      defer { statement.reset() }
      return try statement.step() && statement.isTrue(0)
    } catch {
      if error.isRefusal { throw QueryError.writes }
      switch error.kind {
      // What is wrong is the question, or what it asks for is too much.
      case .other, .tooBig, .constraint, .noMemory: throw QueryError.wrong(error.message)
      case .busy, .full, .corrupt, .notADatabase, .readOnly, .cannotOpen, .io, .interrupted: throw error
      }
    }
  }
}

/// Why a SELECT of somebody's own could not be asked.
public enum QueryError: Error, Hashable, Sendable {
  /// It would do more than read, or is more than one statement.
  case writes
  /// It is no SQL, or asks for what is not there: in SQLite's words.
  case wrong(String)
}
