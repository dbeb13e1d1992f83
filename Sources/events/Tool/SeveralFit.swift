internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerDomain

/// A name in a command line that several records have, in the notation of their ledger.
struct SeveralFit: Error, Explained {
  let text: String
  let candidates: [BookError.Candidate]
  let locale: LedgerLocale
  let error: BookError

  func refusal(in locale: LedgerLocale?) -> Refusal { error.refusal(in: self.locale) }

  /// Returns the failure with a command line for each record, made of the words that were typed.
  func failure(_ words: [String]) -> Failure {
    let failure = Failure(refusal(in: locale), in: locale)
    guard let place = words.firstIndex(of: text) else { return failure }
    let lines = candidates.map { candidate in
      var words = words
      words[place] = candidate.key
      return "events \(words.map(FigureWords.quoted).joined(separator: " "))  # \(candidate.words(in: locale))"
    }
    return Failure(failure.code, failure.message, advice: lines + failure.advice.dropFirst(lines.count + 1))
  }

  /// Returns the arguments with the record that a person chooses by its number or its id.
  func chosen(_ arguments: Arguments, _ invocation: Invocation) throws -> Arguments {
    guard let changed = arguments.replacing(text, with: candidates[0].key), changed != arguments else {
      throw self
    }
    let lines = candidates.enumerated().map { "  \($0 + 1)  \($1.words(in: locale))  \($1.key)" }
    try invocation.output.flush()
    invocation.remark("\(refusal(in: locale).sentence):")
    for line in lines { invocation.remark(line) }
    let failure = Failure(.noInput, "no record was chosen, and nothing was done")
    while true {
      guard let answer = try invocation.ask("Which one, 1 to \(candidates.count)?"), !answer.isEmpty else {
        throw failure
      }
      let number = Int(answer).map { $0 - 1 }.flatMap { candidates.indices.contains($0) ? $0 : nil }
      if let index = number ?? candidates.firstIndex(where: { $0.key == answer }) {
        return arguments.replacing(text, with: candidates[index].key) ?? arguments
      }
      invocation.remark(
        "Please answer with a number from 1 to \(candidates.count); an empty line ends the command.")
    }
  }
}
