public import LedgerBook

/// An answer that was read, which can be drawn and printed anywhere.
public struct GivenAnswer: PlainAnswer, Sendable {
  /// The facts for programs.
  public let document: Document
  /// The facts for people, from top to bottom.
  public let blocks: [Block]
  /// The remarks about the answer, which are no part of it.
  public let remarks: [Remark]
  /// The answer to a question that can be answered with yes or no.
  public let verdict: Verdict

  /// The facts as lines of JSON, as the tool prints them with `--json`.
  public var jsonLines: String { document.jsonLines }
}

extension AsyncBook {
  /// Answers a question to the log, as of one position.
  ///
  /// Commands and screens go on meanwhile. Nothing is written, so nothing is left of an answer that is cancelled.
  ///
  ///     let difference = try await book.answer(.difference(from: first, through: last)).value
  ///     let rows = difference.jsonLines
  ///
  /// - Parameter question: The question.
  /// - Throws: The errors of `Book.answer(_:progress:)`.
  public nonisolated func answer(_ question: LedgerQuestion) -> LongWork<WorkProgress, GivenAnswer> {
    exporting { book, tell in
      try book.read { book in
        let answer = try book.answer(question) { try? tell(WorkProgress(done: $0, all: $1)) }
        let notation = Notation(book)
        return GivenAnswer(
          document: try answer.document(notation), blocks: try answer.blocks(notation), remarks: answer.remarks,
          verdict: answer.verdict)
      }
    }
  }
}
