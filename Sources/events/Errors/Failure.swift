/// Why a command could not do what was asked: what is wrong, where, and what to do next, in words for a person.
struct Failure: Error, Equatable {
  /// What the shell is told.
  let code: ExitCode
  /// What is wrong and where, in one sentence without its full stop.
  let message: String
  /// What to do next: one line each.
  var advice: [String] = []

  init(_ code: ExitCode, _ message: String, advice: [String] = []) {
    self.code = code
    self.message = message
    self.advice = advice
  }

  init(_ code: ExitCode, _ message: String, advice: String) {
    self.init(code, message, advice: [advice])
  }
}

extension Failure {
  /// Wrong usage of a command, with the way to its help.
  static func usage(_ message: String, command: String? = nil, advice: [String] = []) -> Failure {
    let help = command.map { "Usage: events help \($0)" } ?? "All commands: events help"
    return Failure(.usage, message, advice: advice + [help])
  }

  /// The lines for standard error.
  var lines: [String] { ["events: \(visible(message))"] + advice.map { "  \(visible($0))" } }
}
