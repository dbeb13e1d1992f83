/// Runs one command line: arguments in, text out. Tests call it as the shell does, without a process.
///
/// - Parameters:
///   - arguments: What follows the tool's name.
///   - environment: What is known of the environment.
///   - standardInput: The descriptor to read from; it stays open, as the others do.
///   - standardOutput: The descriptor for results.
///   - standardError: The descriptor for what went wrong, questions and progress.
func run(
  arguments: [String], environment: Environment, standardInput: Int32, standardOutput: Int32,
  standardError: Int32
) -> ExitCode {
  let output = TextOutput(descriptor: standardOutput, name: "standard output")
  let errors = TextOutput(descriptor: standardError, name: "standard error")
  do {
    let code = try perform(
      arguments, environment, TextInput(descriptor: standardInput, name: "standard input"), output, errors)
    try output.flush()
    try? errors.flush()
    return code
  } catch OutputFailure.closed {
    return .ok
  } catch {
    // What was printed before it went wrong comes first, if it still can.
    try? output.flush()
    let failure = explanation(of: error)
    for line in failure.lines { try? errors.line(line) }
    try? errors.flush()
    return failure.code
  }
}

private func perform(
  _ words: [String], _ environment: Environment, _ input: TextInput, _ output: TextOutput, _ errors: TextOutput
) throws -> ExitCode {
  let request = try ArgumentParser(commands: Command.all).parse(words)
  func invocation(_ arguments: Arguments) -> Invocation {
    Invocation(
      arguments: arguments, environment: environment, input: input, output: output, errors: errors,
      outputTerminal: Terminal(descriptor: output.descriptor, environment: environment),
      errorTerminal: Terminal(descriptor: errors.descriptor, environment: environment),
      canAsk: System.isTerminal(input.descriptor) && System.isTerminal(errors.descriptor))
  }
  switch request {
  case .run(let command, let arguments): return try command.run(invocation(arguments))
  case .overview(let arguments): return try Command.showHelp(of: nil, invocation(arguments))
  case .help(let command): return try Command.showHelp(of: command, invocation(Arguments()))
  case .version:
    try output.line("events \(toolVersion)")
    return .ok
  }
}

/// The version that `--version` shows.
let toolVersion = "0.1.0"
