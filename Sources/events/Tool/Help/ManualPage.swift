/// Pages of help as man shows them: roff with the man macros.
///
/// Every sign outside ASCII is written by its number, so that no preprocessor is needed.
enum ManualPage {
  /// Returns all pages, one after the other. Each begins with a comment that names its file, such as `events-add.1`.
  static func all(_ commands: [Command]) -> String {
    ([overview(commands)] + commands.map(page) + HelpTopic.all.map(page)).joined()
  }

  /// Returns the page of the tool itself.
  static func overview(_ commands: [Command]) -> String {
    var text = head("events", 1, "a ledger of receipts and expenses that never overwrites anything")
    text += ".SH SYNOPSIS\n.B events\n\(escaped("[--ledger DIR] [--read-only] COMMAND …"))\n"
    text += ".SH DESCRIPTION\n\(escaped(HelpText.whereTheLedgerIs))\n"
    for section in Command.Section.allCases {
      let listed = commands.filter { $0.section == section }
      if listed.isEmpty { continue }
      text += ".SH \(escaped(section.rawValue.uppercased()))\n"
      text += terms(listed.map { .init(name: "events-\($0.name)(1)", meaning: $0.summary) })
    }
    text += ".SH TOPICS\n"
    text += terms(HelpTopic.all.map { .init(name: "events-\($0.name)(7)", meaning: $0.summary) })
    text += ".SH OPTIONS OF ALL COMMANDS\n"
    return text + terms(Option.anywhere.map { .init(name: $0.shown, meaning: $0.help) })
  }

  /// Returns the page of a command, with a part for each of its subcommands.
  static func page(_ command: Command) -> String {
    let page = HelpPage(command)
    var text = head("events-\(command.name)", 1, command.summary)
    text += ".SH SYNOPSIS\n\(usage(page.usage)).SH DESCRIPTION\n\(body(page.blocks, heading: ".SH"))"
    for subcommand in command.subcommands {
      let page = HelpPage(subcommand)
      text += ".SH \(escaped(subcommand.name.uppercased()))\n\(usage(page.usage)).PP\n"
      text += body(page.blocks, heading: ".SS")
    }
    return text + ".SH SEE ALSO\n.BR events (1)\n"
  }

  static func page(_ topic: HelpTopic) -> String {
    head("events-\(topic.name)", 7, topic.summary)
      + ".SH DESCRIPTION\n\(body(HelpPage(topic).blocks, heading: ".SH")).SH SEE ALSO\n.BR events (1)\n"
  }

  private static func head(_ name: String, _ section: Int, _ summary: String) -> String {
    """
    .\\" \(name).\(section)
    .TH \(escaped(name.uppercased())) \(section) "" "events \(toolVersion)" "events"
    .SH NAME
    \(escaped(name)) \\- \(escaped(summary))

    """
  }

  /// Returns the command line. It is not adjusted: its pieces are too long to fill a line evenly.
  private static func usage(_ words: [String]) -> String {
    let pieces = words.map { $0.split(separator: " ").map { escaped(String($0)) }.joined(separator: "\\ ") }
    return ".nh\n.ad l\n\(pieces.joined(separator: "\n"))\n.ad b\n.hy\n"
  }

  private static func body(_ blocks: [HelpPage.Block], heading: String) -> String {
    var text = ""
    for block in blocks {
      switch block {
      case .heading(let title): text += "\(heading) \(escaped(title))\n"
      case .paragraph(let paragraph): text += ".PP\n.ad l\n\(escaped(paragraph))\n.ad b\n"
      case .terms(let terms): text += self.terms(terms)
      case .code(let lines):
        text += ".PP\n.nf\n.RS 4\n\(lines.map(escaped).joined(separator: "\n"))\n.RE\n.fi\n"
      }
    }
    return text
  }

  private static func terms(_ terms: [HelpPage.Term]) -> String {
    ".ad l\n"
      + terms.map { ".TP\n\\fB\(escaped($0.name))\\fR\n\(escaped($0.meaning))\n" }.joined() + ".ad b\n"
  }

  /// Returns the text with each character that roff would interpret replaced by its escape sequence.
  static func escaped(_ text: String) -> String {
    var result = text.hasPrefix(".") ? "\\&" : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result
  }
}
