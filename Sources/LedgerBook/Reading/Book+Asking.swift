internal import LedgerProjections

extension Book {
  /// Whether the first column of a SELECT's first row is true, as of the book's horizon.
  ///
  /// The SELECT reads the read models and can do nothing but read.
  ///
  /// - Throws: `QueryError`.
  package func isTrue(_ select: String) throws -> Bool { try models.read { try $0.isTrue(select) } }
}
