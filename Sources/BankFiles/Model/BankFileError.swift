/// The reason why a whole file is refused. Nothing of it is imported.
package enum BankFileError: Error, Hashable, Sendable {
  case empty
  case tooLarge(bytesMax: Int)
  /// The file is not one of the formats, or of a format but without movements to find.
  case notRecognized(reason: String)
  /// The file ends within something that was begun.
  case truncated(line: Int, reason: String)
  case malformed(line: Int, reason: String)
  /// The file can be read once these questions are answered.
  case undecided([BankFileQuestion])

  /// The reason in a sentence without a full stop at the end.
  package var message: String {
    switch self {
    case .empty: "the file is empty"
    case .tooLarge(let bytesMax): "the file is larger than \(bytesMax >> 20) MiB"
    case .notRecognized(let reason): "this is no statement that can be read: \(reason)"
    case .truncated(let line, let reason): "line \(line): the file is cut off: \(reason)"
    case .malformed(let line, let reason): "line \(line): \(reason)"
    case .undecided(let questions): questions.map { "line \($0.line): \($0.text)" }.joined(separator: "\n")
    }
  }
}
