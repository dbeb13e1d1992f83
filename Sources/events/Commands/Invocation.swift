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

  /// Prints a title, and what follows it on its line; broken where the terminal is narrower, under what stands behind two
  /// spaces, where the title begins with a number or an id.
  func print(title: String, _ rest: String = "") throws {
    let width = outputTerminal.width
    if columnWidth(title + rest) <= width { return try print(outputTerminal.styled(title, .strong) + rest) }
    let head = title.firstRange(of: "  ").map { String(title[..<$0.upperBound]) } ?? ""
    let lines = wrapped(String((title + rest).dropFirst(head.count)), to: width - columnWidth(head))
    for (index, line) in lines.enumerated() {
      let start = index == 0 ? head : String(repeating: " ", count: columnWidth(head))
      try print(outputTerminal.styled(start + line, .strong))
    }
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
