internal import EventLog
internal import LedgerAnswers
internal import LedgerBytes

/// One run of a command: its arguments and its inputs and outputs.
struct Invocation {
  var arguments = Arguments()
  let environment: Environment
  let input: TextInput
  let output: TextOutput
  let errors: TextOutput
  let outputTerminal: Terminal
  let errorTerminal: Terminal
  /// Whether a question can be asked and answered.
  let canAsk: Bool
  let clock: @Sendable () -> WallClock
  /// The facts about the command that matter after it.
  let aftermath = Aftermath()

  /// The facts that a command leaves.
  final class Aftermath {
    /// The ledger whose automatic backup is due.
    var dueBackup: String?
    /// The number of events that it recorded.
    var recorded: Int64 = 0
  }

  func with(_ arguments: Arguments) -> Invocation {
    var invocation = self
    invocation.arguments = arguments
    return invocation
  }

  /// Whether programs read the output.
  var isJSON: Bool { arguments.has(.json) }

  /// Whether a question of a dialogue is asked. Programs are not asked.
  var asks: Bool { canAsk && !isJSON }

  /// Prints a remark for the person on standard error, wrapped only on a terminal.
  func remark(_ line: String) {
    // Failures are reported on standard error, so a failure to write there cannot be reported.
    let line = visible(line)
    for line in errorTerminal.isInteractive ? fitted(line, to: errorTerminal.width) : [line] {
      try? errors.line(line)
    }
    try? errors.flush()
  }

  /// Prints a document for programs on standard error, in one line.
  func remark(json value: JSONValue) {
    try? errors.write(bytes: PrintedJSON.escaped(value.encoded()))
    try? errors.line()
    try? errors.flush()
  }

  /// Returns a question with the mark before its answer, wrapped on a terminal.
  func question(_ words: String, _ mark: String) -> String {
    let words = visible(words)
    guard errorTerminal.isInteractive else { return words + mark }
    return wrapped(words + mark, to: errorTerminal.width - 1).joined(separator: "\n") + " "
  }
}
