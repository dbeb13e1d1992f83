internal import EventLog
internal import LedgerAnswers
internal import LedgerPlatform

/// Runs one command line: arguments in, text out. Tests call it as the shell does, without a process.
///
/// - Parameters:
///   - arguments: The words after the tool's name.
///   - environment: The environment variables.
///   - standardInput: The descriptor to read from. It stays open, as the others do.
///   - standardOutput: The descriptor for results.
///   - standardError: The descriptor for errors, questions and progress.
///   - clock: The wall clock.
///   - startBackup: Starts the automatic backup of a ledger's folder, after everything was printed.
func run(
  arguments: [String], environment: Environment, standardInput: Int32, standardOutput: Int32,
  standardError: Int32, clock: @escaping @Sendable () -> WallClock = WallClock.now,
  startBackup: (String) -> Void = { _ in }
) -> ExitCode {
  let invocation = Invocation(
    environment: environment,
    input: TextInput(descriptor: standardInput, name: "standard input"),
    output: TextOutput(descriptor: standardOutput, name: "standard output"),
    errors: TextOutput(descriptor: standardError, name: "standard error"),
    outputTerminal: Terminal(descriptor: standardOutput, environment: environment),
    errorTerminal: Terminal(descriptor: standardError, environment: environment),
    canAsk: System.isTerminal(standardInput) && System.isTerminal(standardError),
    clock: clock)
  defer { if let folder = invocation.aftermath.dueBackup { startBackup(folder) } }
  do {
    let code = try perform(ArgumentParser().parse(arguments), invocation, words: arguments)
    try invocation.output.flush()
    try? invocation.errors.flush()
    return code
  } catch OutputFailure.closed {
    return .ok
  } catch {
    // Output from before the failure comes first, if it can still be written.
    try? invocation.output.flush()
    var failure = explanation(of: error)
    let recorded = Int(clamping: invocation.aftermath.recorded)
    if error is OutputFailure, recorded > 0 {
      // A person who saw no output may give the command again.
      failure.advice.append("Recorded before that, and kept: \(counted(recorded, "event"))")
    }
    for line in failure.lines { invocation.remark(line) }
    return failure.code
  }
}

private func perform(
  _ request: ArgumentParser.Request, _ invocation: Invocation, words: [String]
) throws -> ExitCode {
  switch request {
  case .run(let command, let arguments):
    do {
      return try command.run(invocation.with(arguments))
    } catch OutputFailure.closed {
      throw OutputFailure.closed
    } catch let several as SeveralFit {
      guard invocation.with(arguments).asks, !arguments.has(.yes), invocation.aftermath.recorded == 0 else {
        throw several.failure(words)
      }
      return try perform(.run(command, several.chosen(arguments, invocation)), invocation, words: words)
    } catch  where arguments.has(.ledger) {
      throw explanation(of: error).about(arguments[.ledger])
    }
  case .overview(let arguments): return try Command.showState(invocation.with(arguments))
  case .help(let command): return try Command.showHelp(of: command, invocation)
  case .version:
    try invocation.print("events \(toolVersion)")
    return .ok
  }
}

/// The version that `--version` shows.
let toolVersion = "0.1.0"
