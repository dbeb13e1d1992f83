/// Pages of help as a terminal shows them.
enum HelpText {
  /// Returns the lines of `events help`: every command and every topic.
  static func overview(_ commands: [Command], width: Int) -> [String] {
    var lines = ["usage: events [--ledger DIR] [--read-only] COMMAND …", ""]
    lines += ["A ledger of receipts and expenses that never overwrites anything."]
    for section in Command.Section.allCases {
      let listed = commands.filter { $0.section == section }
      if listed.isEmpty { continue }
      lines += ["", section.rawValue]
      lines += definitions(listed.map { .init(name: $0.name, meaning: $0.summary) }, width: width)
    }
    lines += ["", "Topics"]
    lines += definitions(HelpTopic.all.map { .init(name: $0.name, meaning: $0.summary) }, width: width)
    lines += ["", "Before or after any command"]
    lines += definitions(Option.anywhere.map { .init(name: $0.shown, meaning: $0.help) }, width: width)
    lines += [""] + wrapped(whereTheLedgerIs, to: width)
    return lines + ["More about a command or a topic: events help NAME"]
  }

  static let whereTheLedgerIs =
    "The ledger is --ledger or EVENTS_LEDGER. The default is events/ledger in the XDG data folder (~/.local/share)."

  /// Returns the lines of `events help COMMAND`.
  static func of(_ command: Command, width: Int) -> [String] { of(HelpPage(command), width: width) }

  /// Returns the lines of `events help NAME`.
  static func of(_ page: HelpPage, width: Int) -> [String] {
    var lines = page.usage.isEmpty ? [page.title] : usage(page.usage, width: width)
    var isAfterHeading = false
    for block in page.blocks {
      if !isAfterHeading { lines.append("") }
      isAfterHeading = false
      switch block {
      case .heading(let text):
        lines.append(text)
        isAfterHeading = true
      case .paragraph(let text): lines += wrapped(text, to: width)
      case .terms(let terms): lines += definitions(terms, width: width)
      case .code(let code): lines += code.map { $0.isEmpty ? "" : "  \($0)" }
      }
    }
    if page.hasSubcommands { lines += ["", "More about one: events help \(page.name) COMMAND"] }
    return lines
  }

  private static func usage(_ words: [String], width: Int) -> [String] {
    let head = "usage: events "
    // Brackets keep together: their spaces are put back after wrapping.
    let joined = words.dropFirst().map { $0.split(separator: " ").joined(separator: "\u{a0}") }
      .joined(separator: " ")
    let lines = wrapped(joined, to: width - head.count).map { line in
      String(line.map { $0 == "\u{a0}" ? " " : $0 })
    }
    return lines.enumerated().map { index, line in
      (index == 0 ? head : String(repeating: " ", count: head.count)) + line
    }
  }

  /// Terms and their meanings in two columns.
  private static func definitions(_ terms: [HelpPage.Term], width: Int) -> [String] {
    let indent = min(26, (terms.map { columnWidth($0.name) }.max() ?? 0) + 4)
    return terms.flatMap { term -> [String] in
      let meaning = wrapped(term.meaning, to: max(20, width - indent))
      let first = "  " + term.name
      let padding = indent - columnWidth(first)
      let blank = String(repeating: " ", count: indent)
      if padding < 2 { return [first] + meaning.map { blank + $0 } }
      let head = first + String(repeating: " ", count: padding) + meaning[0]
      return [head] + meaning.dropFirst().map { blank + $0 }
    }
  }
}
