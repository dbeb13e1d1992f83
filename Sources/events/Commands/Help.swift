extension Command {
  static let help = Command(
    path: ["help"], section: .tool, summary: "Show what a command does and takes",
    operands: [Operand("COMMAND", "The command; without one, all are listed", isOptional: true, repeats: true)],
    shared: [],
    run: { try showHelp($0.arguments.operands, $0) })

  /// Finds the command of those words and prints its help.
  private static func showHelp(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
    guard !words.isEmpty else { return try showHelp(of: nil, invocation) }
    var candidates = all
    var found: Command?
    for word in words {
      guard let next = candidates.first(where: { $0.word == word || $0.aliases.contains(word) }) else {
        let advice = nearest(to: word, among: candidates.map(\.word)).map { ["Did you mean '\($0)'?"] } ?? []
        throw Failure.usage("there is no command '\(visible(words.joined(separator: " ")))'", advice: advice)
      }
      found = next
      candidates = next.subcommands
    }
    return try showHelp(of: found, invocation)
  }

  /// Prints a command's help, or the list of all.
  static func showHelp(of command: Command?, _ invocation: Invocation) throws -> ExitCode {
    let width = min(invocation.outputTerminal.width, 100)
    try invocation.print(
      command.map { HelpText.of($0, width: width) } ?? HelpText.overview(all, width: width))
    return .ok
  }
}
