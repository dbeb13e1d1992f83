internal import LedgerDomain

extension Command {
  private static let man = Option.flag("man", "Print a manual page in roff (default: all of them)")

  static let help = Command(
    path: ["help"], section: .tool, summary: "Show help for a command or topic",
    operands: [
      Operand("NAME", "A command or a topic (default: list all)", isOptional: true, repeats: true)
    ],
    options: [man], shared: [],
    run: { invocation in
      let words = invocation.arguments.operands
      if !invocation.arguments.has(man) { return try showHelp(words, invocation) }
      guard !words.isEmpty else {
        try invocation.output.write(ManualPage.all(all))
        return .ok
      }
      if let topic = HelpTopic.named(words) {
        try invocation.output.write(ManualPage.page(topic))
      } else {
        // A subcommand has no page of its own.
        try invocation.output.write(ManualPage.page(command(Array(words.prefix(1)))))
      }
      return .ok
    })

  /// Finds the topic or the command of those words and prints its help.
  private static func showHelp(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
    if let topic = HelpTopic.named(words) { return try show(HelpPage(topic), invocation) }
    return try showHelp(of: words.isEmpty ? nil : command(words), invocation)
  }

  private static func command(_ words: [String]) throws -> Command {
    var candidates = all
    var found: Command?
    for word in words {
      guard let next = candidates.first(where: { $0.word == word || $0.aliases.contains(word) }) else {
        let topics = found == nil ? HelpTopic.all.map(\.name) : []
        let advice =
          nearest(to: word, among: candidates.map(\.word) + topics).map { ["Did you mean “\($0)”?"] } ?? []
        throw Failure.usage(
          "there is no command or topic “\(words.joined(separator: " "))”", advice: advice)
      }
      found = next
      candidates = next.subcommands
    }
    return found ?? help
  }

  /// Prints a command's help, or the list of all.
  static func showHelp(of command: Command?, _ invocation: Invocation) throws -> ExitCode {
    if let command { return try show(HelpPage(command), invocation) }
    try invocation.print(HelpText.overview(all, width: width(invocation)))
    return .ok
  }

  private static func show(_ page: HelpPage, _ invocation: Invocation) throws -> ExitCode {
    try invocation.print(HelpText.of(page, width: width(invocation)))
    return .ok
  }

  private static func width(_ invocation: Invocation) -> Int { min(invocation.outputTerminal.width, 100) }
}
