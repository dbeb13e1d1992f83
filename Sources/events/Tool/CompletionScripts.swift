internal import LedgerAnswers

extension Command {
  static let completions = Command(
    path: ["completions"], section: .tool, summary: "Print completions for a shell",
    operands: [Operand("SHELL", "bash, zsh or fish")], shared: [],
    run: { invocation in
      let shell = invocation.arguments.operands[0]
      guard Completions.shells.contains(shell) else {
        throw Failure.usage(
          "there are completions for \(alternatives(Completions.shells)), not for “\(shell)”",
          command: "completions")
      }
      try invocation.output.write(Completions.script(for: shell, commands: all))
      return .ok
    })
}
