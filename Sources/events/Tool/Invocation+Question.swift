internal import LedgerAnswers
internal import LedgerBook

extension OpenLedger {
  /// Shows the answer to a question, and the progress to it.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - words: The words of the progress, such as `Comparing: record`.
  func answer(_ question: LedgerQuestion, _ words: String) throws -> ExitCode {
    let progress = invocation.progress(words)
    defer { progress.finish() }
    var code = ExitCode.ok
    func report(_ done: Int64, _ total: Int64) { progress.update(done, of: total) }
    try book.answer(question, progress: report) { answer in
      progress.finish()
      let shown = try show(answer)
      if code == .ok { code = shown }
    }
    return code
  }
}
