public import LedgerBook
internal import LedgerProjections

// Where the courses of figures come from.
extension Book {
  /// The course of a figure up to a position.
  ///
  /// - Complexity: O(events) where it has to be folded.
  public func course(
    of figure: AskedFigure, through last: Int64, progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> FigureCourse {
    try FigureCourse.folded(figure, in: log, through: last, progress: progress)
  }
}
