internal import LedgerAnswers

/// A page of help as blocks: a terminal, man and the documentation render the same page.
struct HelpPage: Equatable {
  /// A part of a page, from top to bottom.
  enum Block: Equatable {
    case heading(String)
    case paragraph(String)
    case terms([Term])
    /// Lines that are kept unchanged: command lines and their output.
    case code([String])
  }

  /// A name and its meaning: an option, an exit code, a command of several.
  struct Term: Equatable {
    let name: String
    let meaning: String
  }

  /// The words after `events help`.
  let name: String
  let title: String
  /// The command line in pieces that stay together. It is empty for a topic.
  var usage: [String] = []
  var hasSubcommands = false
  var blocks: [Block]
}

// MARK: - A command's page

extension HelpPage {
  /// Creates the page of a command with its subcommands by name.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - listed: Options that are listed elsewhere and are left out.
  init(_ command: Command, excluding listed: [Option] = []) {
    self.init(
      name: command.name, title: command.summary, usage: Self.usage(of: command),
      hasSubcommands: command.needsSubcommand,
      blocks: [.paragraph(command.summary + ".")] + command.discussion)
    if !command.aliases.isEmpty {
      blocks.append(.paragraph("Also called: \(command.aliases.joined(separator: ", "))"))
    }
    if !command.subcommands.isEmpty {
      blocks.append(.terms(command.subcommands.map { Term(name: $0.name, meaning: $0.summary) }))
    }
    guard !command.needsSubcommand else { return }
    if !command.operands.isEmpty {
      blocks.append(.terms(command.operands.map { Term(name: $0.name, meaning: $0.help) }))
    }
    let options = command.allOptions.filter { !listed.contains($0) }
    if !options.isEmpty { blocks += [.heading("Options"), .terms(Self.terms(of: options))] }
    let examples = command.examples
    if !examples.isEmpty { blocks += [.heading("Examples"), .code(examples)] }
  }

  private static func usage(of command: Command) -> [String] {
    var words = ["events"] + command.path
    words += command.options.map { option in
      let shown = "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
      return option.repeats ? "[\(shown)]…" : "[\(shown)]"
    }
    words += command.operands.map(\.shown)
    return command.needsSubcommand ? words + ["COMMAND …"] : words
  }

  /// Creates the page of options that commands share.
  init(options: [Option]) {
    self.init(name: "options", title: "Options of many commands", blocks: [.terms(Self.terms(of: options))])
  }

  private static func terms(of options: [Option]) -> [Term] {
    options.map { Term(name: $0.shown, meaning: explained($0)) }
  }

  private static func explained(_ option: Option) -> String {
    var text = option.help
    if !option.choices.isEmpty { text += ": \(alternatives(option.choices))" }
    if option.repeats { text += " (may be repeated)" }
    return text
  }
}

// MARK: - A topic's page

extension HelpPage {
  init(_ topic: HelpTopic) {
    self.init(name: topic.name, title: topic.title, blocks: Self.blocks(of: topic.text))
  }

  /// Returns the blocks of a text in the part of Markdown that topics are written in.
  ///
  /// Paragraphs, `## headings`, code that is indented by four spaces, and lists of `- name: meaning`. Blank lines
  /// separate blocks. The marks around code are removed.
  static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var isNew = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy({ $0 == " " }) {
        isNew = true
        continue
      }
      defer { isNew = false }
      if line.hasPrefix("## ") {
        blocks.append(.heading(String(line.dropFirst(3))))
      } else if line.hasPrefix("    ") {
        append(code: String(line.dropFirst(4)), to: &blocks, isNew)
      } else if line.hasPrefix("- "), let colon = firstColon(in: line) {
        let meaning = line[colon...].dropFirst().drop { $0 == " " }
        let term = Term(name: plain(line[..<colon].dropFirst(2)), meaning: plain(meaning))
        append(term: term, to: &blocks, isNew)
      } else {
        append(text: plain(line.drop { $0 == " " }), to: &blocks, isNew)
      }
    }
    return blocks
  }

  /// Returns the text without the marks around code.
  private static func plain(_ text: Substring) -> String { String(text.filter { $0 != "`" }) }

  /// Returns the colon that ends a term, which is not in code.
  private static func firstColon(in line: Substring) -> Substring.Index? {
    var isCode = false
    return line.indices.first { index in
      if line[index] == "`" { isCode.toggle() }
      return !isCode && line[index] == ":"
    }
  }

  private static func append(code line: String, to blocks: inout [Block], _ isNew: Bool) {
    guard case .code(let lines) = blocks.last else { return blocks.append(.code([line])) }
    blocks[blocks.count - 1] = .code(lines + (isNew ? ["", line] : [line]))
  }

  private static func append(term: Term, to blocks: inout [Block], _ isNew: Bool) {
    guard !isNew, case .terms(let terms) = blocks.last else { return blocks.append(.terms([term])) }
    blocks[blocks.count - 1] = .terms(terms + [term])
  }

  /// Continues the paragraph or the meaning that the line before belongs to.
  private static func append(text: String, to blocks: inout [Block], _ isNew: Bool) {
    guard !isNew, let last = blocks.last else { return blocks.append(.paragraph(text)) }
    switch last {
    case .paragraph(let before): blocks[blocks.count - 1] = .paragraph("\(before) \(text)")
    case .terms(let terms):
      let term = terms[terms.count - 1]
      let whole = Term(name: term.name, meaning: "\(term.meaning) \(text)")
      blocks[blocks.count - 1] = .terms(terms.dropLast() + [whole])
    case .heading, .code: blocks.append(.paragraph(text))
    }
  }
}
