internal import LedgerProjections

extension Book {
  /// What a SELECT over the read models says, as of the book's horizon: whether the first column of its first row is
  /// true. It can do nothing but read.
  ///
  /// - Throws: `QueryError`.
  public func isTrue(_ select: String) throws -> Bool { try models.read { try $0.isTrue(select) } }
}
