/// A rule of style that a machine can check. The raw value is its name in `Exceptions.txt`.
enum Rule: String, CaseIterable, Comparable, Sendable {
  case wornOutWord = "worn-out-word"
  case firstWord = "first-word"
  case firstSentenceLength = "first-sentence-length"
  case sentenceLength = "sentence-length"
  case semicolon
  case nilColon = "nil-colon"
  case quotationMarks = "quotation-marks"
  case cannot
  case elseForDefault = "else-for-default"
  case outsideDocument = "outside-document"
  case unresolvedSection = "unresolved-section"
  case fileLength = "file-length"
  case functionLength = "function-length"
  case limitName = "limit-name"
  case commandLine = "command-line"

  static let sentenceWordsMax = 25
  static let firstSentenceCharactersMax = 100
  static let fileLinesMax = 300
  static let functionLinesMax = 70

  /// The rule in a sentence, as a failure prints it.
  var explanation: String {
    switch self {
    case .wornOutWord: "use the word that is meant: exists, contains, prints, after, again"
    case .firstWord:
      "begin a doc comment with a named subject or a verb, not with What, Whose, Who, Of, Where or By"
    case .firstSentenceLength:
      "the first sentence of a doc comment has at most \(Self.firstSentenceCharactersMax) characters"
    case .sentenceLength: "a sentence has at most \(Self.sentenceWordsMax) words"
    case .semicolon: "a doc comment has no semicolon: write two sentences"
    case .nilColon: "write “`nil` if …”, not “nil: …”"
    case .quotationMarks: "curly quotation marks in messages, straight ones in comments"
    case .cannot: "write “cannot”"
    case .elseForDefault: "write “default”, “otherwise” or “if not given”, not “else”"
    case .outsideDocument: "the document is not in the repository: explain, or cite an article of the catalog"
    case .unresolvedSection: "the catalog has no such article or section"
    case .fileLength: "a file of the package has at most \(Self.fileLinesMax) lines"
    case .functionLength: "a function has at most \(Self.functionLinesMax) lines"
    case .limitName:
      "name a limit after its noun and unit, then Max or Min: `pendingCommandsMax`, `lagBatchesMax`"
    case .commandLine: "name a Remedy or a Step: a library has no command line of the tool in its texts"
    }
  }

  static func < (one: Rule, other: Rule) -> Bool { one.rawValue < other.rawValue }
}

/// A place where a rule is broken.
struct Violation: Sendable {
  let rule: Rule
  let path: String
  let line: Int
  /// The offending word or measure.
  let detail: String
}
