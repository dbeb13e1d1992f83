internal import LedgerAnswers
internal import LedgerAudit

/// Returns a command line of the tool that a person can copy into a shell.
///
/// Names come from papers, banks and other devices. One that begins with a dash comes after `--`, or after `=` if it is
/// the value of an option. Options then come before the names.
///
///     printedCommand("account close", "-x", options: [("to", "ACCOUNT")]) // events account close --to ACCOUNT -- -x
///
/// - Parameters:
///   - command: The command, which may be several words or empty.
///   - operands: The operands, such as names.
///   - options: The options by name, with a value each, or `nil` for a flag.
///   - ledger: The folder of the ledger, or `nil` for the one that the tool finds.
func printedCommand(
  _ command: String, _ operands: String..., options: [(name: String, value: String?)] = [],
  ledger: String? = nil
) -> String {
  let options = options.map { option($0.name, $0.value) }
  let names = operands.map { FigureWords.quoted($0) }
  let rest = operands.contains(where: ArgumentParser.isOption) ? options + ["--"] + names : names + options
  return
    (["events"] + (ledger.map { [option("ledger", $0)] } ?? []) + (command.isEmpty ? [] : [command]) + rest)
    .joined(separator: " ")
}

private func option(_ name: String, _ value: String?) -> String {
  guard let value else { return "--\(name)" }
  return "--\(name)\(ArgumentParser.isOption(value) ? "=" : " ")\(FigureWords.quoted(value))"
}
