internal import LedgerSQLite

extension ModelReader {
  /// Whether a caller's SELECT is true, as SQL defines it.
  ///
  /// It is true if the first column of the first row is a number other than 0. NULL and no row are false. The statement
  /// cannot write.
  ///
  /// - Throws: `QueryError` if the text is no single SELECT, or fails.
  package func isTrue(_ select: String) throws -> Bool {
    do throws(SQLiteError) {
      let statement = try connection.readingStatement(select)
      defer { statement.reset() }
      return try statement.step() && statement.isTrue(0)
    } catch {
      if error.isRefusal { throw QueryError.writes }
      switch error.kind {
      // The query is wrong, or its result is too large.
      case .other, .tooBig, .constraint, .noMemory: throw QueryError.wrong(error.message)
      case .busy, .full, .corrupt, .notADatabase, .readOnly, .cannotOpen, .io, .interrupted: throw error
      }
    }
  }
}

/// The reason why a caller's SELECT could not be run.
package enum QueryError: Error, Hashable, Sendable {
  /// It would write, or is more than one statement.
  case writes
  /// It is not SQL, or refers to something that does not exist: SQLite's message.
  case wrong(String)
}
