/// Writes help from the same data that the parser uses.
enum HelpText {
  /// The text of `events help`.
  static func overview(_ commands: [Command], width: Int) -> [String] {
    var lines = ["usage: events [--ledger DIR] [--read-only] COMMAND …", ""]
    lines += ["A ledger of receipts and expenses that never overwrites anything."]
    for section in Command.Section.allCases {
      let listed = commands.filter { $0.section == section }
      if listed.isEmpty { continue }
      lines += ["", section.rawValue]
      lines += definitions(listed.map { ($0.name, $0.summary) }, width: width)
    }
    lines += ["", "Before or after any command"]
    lines += definitions(Option.anywhere.map { ($0.shown, $0.help) }, width: width)
    lines += [""] + wrapped(whereTheLedgerIs, to: width)
    return lines + ["More about a command: events help COMMAND"]
  }

  private static let whereTheLedgerIs =
    "The ledger is --ledger or EVENTS_LEDGER. The default is events/ledger in the XDG data folder (~/.local/share)."

  /// The text of `events help COMMAND`.
  static func of(_ command: Command, width: Int) -> [String] {
    var lines = usage(of: command, width: width) + [""]
    lines += wrapped(command.summary + ".", to: width)
    for paragraph in command.discussion { lines += [""] + wrapped(paragraph, to: width) }
    if !command.aliases.isEmpty { lines += ["", "Also called: \(command.aliases.joined(separator: ", "))"] }
    if !command.subcommands.isEmpty {
      lines += [""] + definitions(command.subcommands.map { ($0.name, $0.summary) }, width: width)
      return lines + ["", "More about one: events help \(command.name) COMMAND"]
    }
    if !command.operands.isEmpty {
      lines += [""] + definitions(command.operands.map { ($0.name, $0.help) }, width: width)
    }
    lines += ["", "Options"]
    lines += definitions(command.allOptions.map { ($0.shown, explained($0)) }, width: width)
    if !command.examples.isEmpty { lines += ["", "Examples"] + command.examples.map { "  \($0)" } }
    return lines
  }

  private static func usage(of command: Command, width: Int) -> [String] {
    var words = command.path
    words += command.options.map { option in
      let shown = "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
      return option.repeats ? "[\(shown)]…" : "[\(shown)]"
    }
    words += command.operands.map(\.shown)
    if !command.subcommands.isEmpty { words.append("COMMAND …") }
    let head = "usage: events "
    // No line breaks inside brackets: their spaces are restored after wrapping.
    let joined = words.map { $0.split(separator: " ").joined(separator: "\u{a0}") }.joined(separator: " ")
    let lines = wrapped(joined, to: width - head.count).map { line in
      String(line.map { $0 == "\u{a0}" ? " " : $0 })
    }
    return lines.enumerated().map { index, line in
      (index == 0 ? head : String(repeating: " ", count: head.count)) + line
    }
  }

  private static func explained(_ option: Option) -> String {
    var text = option.help
    if !option.choices.isEmpty { text += ": \(alternatives(option.choices))" }
    if option.repeats { text += " (may be repeated)" }
    return text
  }

  /// Terms with their meanings in two columns.
  private static func definitions(_ entries: [(term: String, meaning: String)], width: Int) -> [String] {
    let indent = min(26, (entries.map { columnWidth($0.term) }.max() ?? 0) + 4)
    return entries.flatMap { entry -> [String] in
      let meaning = wrapped(entry.meaning, to: max(20, width - indent))
      let first = "  " + entry.term
      let padding = indent - columnWidth(first)
      let blank = String(repeating: " ", count: indent)
      if padding < 2 { return [first] + meaning.map { blank + $0 } }
      let head = first + String(repeating: " ", count: padding) + meaning[0]
      return [head] + meaning.dropFirst().map { blank + $0 }
    }
  }
}
