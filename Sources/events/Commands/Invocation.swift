internal import EventLog

/// One run of a command: what it was given, and where its text goes.
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
  /// The clock on the wall.
  let clock: @Sendable () -> WallClock
}

extension Invocation {
  /// The same with those arguments.
  func with(_ arguments: Arguments) -> Invocation {
    var invocation = self
    invocation.arguments = arguments
    return invocation
  }

  /// Whether programs read the output.
  var isJSON: Bool { arguments.has(.json) }

  /// Prints a table.
  func print(_ table: Table) throws {
    for line in table.lines(for: outputTerminal) { try output.line(line) }
  }

  /// Prints lines.
  func print(_ lines: [String]) throws {
    for line in lines { try output.line(line) }
  }

  /// Prints a paragraph, broken to the width.
  func print(paragraph text: String) throws {
    try print(wrapped(text, to: min(outputTerminal.width, 100)))
  }

  /// Prints a line.
  func print(_ line: String = "") throws { try output.line(line) }

  /// A remark for the person, beside the output.
  func remark(_ line: String) {
    // Standard error is where failures are told; when it fails, nobody can be told.
    try? errors.line(line)
    try? errors.flush()
  }
}
