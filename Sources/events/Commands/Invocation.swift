/// One run of a command: what it was given, and where its text goes.
struct Invocation {
  let arguments: Arguments
  let environment: Environment
  let input: TextInput
  let output: TextOutput
  let errors: TextOutput
  let outputTerminal: Terminal
  let errorTerminal: Terminal
  /// Whether a question can be asked and answered.
  let canAsk: Bool
}

extension Invocation {
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

  /// Prints a line.
  func print(_ line: String = "") throws { try output.line(line) }

  /// A remark for the person, beside the output.
  func remark(_ line: String) {
    // Standard error is where failures are told; when it fails, nobody can be told.
    try? errors.line(line)
    try? errors.flush()
  }
}
