internal import LedgerAnswers
internal import LedgerAudit

/// The reason why a command failed: what is wrong, where, and what to do next, for a person.
struct Failure: Error, Equatable {
  let code: ExitCode
  /// The problem and its place, in one sentence without its full stop.
  let message: String
  /// The next steps, one line each.
  var advice: [String] = []

  init(_ code: ExitCode, _ message: String, advice: [String] = []) {
    self.code = code
    self.message = message
    self.advice = advice
  }

  init(_ code: ExitCode, _ message: String, advice: String) {
    self.init(code, message, advice: [advice])
  }

  /// Wrong usage of a command, with the way to its help.
  static func usage(_ message: String, command: String? = nil, advice: [String] = []) -> Failure {
    let help = command.map { "Usage: events help \($0)" } ?? "All commands: events help"
    return Failure(.usage, message, advice: advice + [help])
  }

  /// Returns the failure with the ledger's folder in every command of its advice.
  func about(_ ledger: String?) -> Failure {
    guard let ledger else { return self }
    var failure = self
    failure.advice = advice.map { line in
      let command = "events --ledger \(FigureWords.quoted(ledger)) "
      let line = line.hasPrefix("events ") ? command + line.dropFirst(7) : line
      return line.replacing(": events ", with: ": " + command).replacing(", events ", with: ", " + command)
        .replacing(command + "help", with: "events help").replacing(
          command + "--ledger", with: "events --ledger")
    }
    return failure
  }

  /// The message and the advice in one line, for one of several lines of input.
  var summary: String { ([message] + advice).joined(separator: ". ") }

  /// The lines for standard error.
  var lines: [String] { ["events: \(visible(message))"] + advice.map { "  \(visible($0))" } }
}
