internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

// The one place where answers become text. Every text is made safe to print here.
extension Invocation {
  /// Prints an answer: its document for programs, or its blocks for people. Remarks follow on standard error.
  ///
  /// A long list is shown as several answers. Nothing is held back between two calls.
  @discardableResult
  func show(_ answer: some Answer, _ notation: Notation) throws -> ExitCode {
    try present(document: { try answer.document(notation) }, blocks: { try answer.blocks(notation) }, notation)
    return try finish(answer)
  }

  /// Prints an answer that needs no notation of a ledger.
  @discardableResult
  func show(_ answer: some PlainAnswer) throws -> ExitCode {
    try present(document: { answer.document }, blocks: { answer.blocks })
    return try finish(answer)
  }

  /// Prints the document for programs, or draws the blocks for people. Only one of the two is computed.
  func present(
    document: () throws -> Document, blocks: () throws -> [Block], _ notation: Notation? = nil
  ) throws {
    guard isJSON else { return try draw(blocks(), notation) }
    switch try document() {
    case .none: break
    case .value(let value): try print(json: value)
    case .lines(let values): for value in values { try print(json: value) }
    case .encoded(let lines): for line in lines { try print(encoded: line) }
    }
  }

  /// Prints the remarks of an answer, and returns the exit status that is its verdict.
  private func finish(_ answer: some Answer) throws -> ExitCode {
    if !answer.remarks.isEmpty { try output.flush() }
    for remark in answer.remarks {
      switch remark {
      case .text(let text): self.remark(text)
      case .line(let line): self.remark(line.commands().text)
      }
    }
    return switch answer.verdict {
    case .yes: .ok
    case .no: .no
    case .unhealthy: .unhealthy
    }
  }

  /// Prints one encoded value for programs.
  func print(encoded json: [UInt8]) throws {
    try output.write(bytes: PrintedJSON.escaped(json))
    try output.line()
  }

  /// Draws blocks one below the other.
  func draw(_ blocks: [Block], _ notation: Notation?) throws {
    for block in blocks { try draw(block, notation) }
  }

  /// Draws a block.
  ///
  /// - Parameter notation: The notation of amounts in bars, which only an answer about a ledger has.
  private func draw(_ block: Block, _ notation: Notation?) throws {
    let locale = notation?.locale
    switch block {
    case .title(let line): try print(title: line)
    case .line(let line): try print(line.commands(in: locale))
    case .fitted(let line): try print(fitted: line.commands(in: locale))
    case .paragraph(let line): try print(paragraph: line.commands(in: locale))
    case .indented(let line):
      let columns = min(outputTerminal.width, 100) - 2
      for text in wrapped(outputTerminal.styled(line.commands(in: locale)), to: columns) {
        try output.line("  " + text)
      }
    case .table(let table): try print(table)
    case .bars(let bars):
      guard let notation else { preconditionFailure("bars need the notation of a ledger") }
      try print(BarChart(bars: bars, notation: notation, terminal: outputTerminal).tables())
    case .remedy(let title, let remedy):
      try print(Line(remedy.commandLine(in: locale).map { "\(title): \($0)" } ?? title))
    case .gap: try output.line("")
    }
  }

  // MARK: Parts

  private func print(_ tables: [AnswerTable]) throws {
    for table in tables {
      try output.line("")
      try print(table)
    }
  }

  func print(_ table: AnswerTable) throws {
    for line in TableLayout(table).lines(for: outputTerminal) { try output.line(line) }
  }

  /// Prints a title and the rest of its line, all of it emphasized if it needs several lines.
  func print(title line: Line) throws {
    let plain = visible(line.text)
    let lines = fitted(plain, to: outputTerminal.width)
    if lines.count == 1 { return try output.line(outputTerminal.styled(line)) }
    for line in lines { try output.line(outputTerminal.styled(line, .strong)) }
  }

  /// Prints a title and the rest of its line, wrapped if the terminal is narrower.
  func print(title: String, _ rest: String = "") throws {
    try print(title: rest.isEmpty ? Line(title, .strong) : Line(title, .strong) + Line(rest))
  }

  func print(_ lines: [String]) throws { for line in lines { try print(line) } }

  /// Prints a paragraph, broken to the width.
  func print(paragraph line: Line) throws {
    let width = min(outputTerminal.width, 100)
    guard line.parts.count == 1 else {
      for line in wrapped(outputTerminal.styled(line), to: width) { try output.line(line) }
      return
    }
    // Each line of the paragraph has the emphasis.
    for text in wrapped(visible(line.text), to: width) {
      try output.line(outputTerminal.styled(text, line.parts[0].emphasis))
    }
  }

  /// Prints a line with names or texts in it, wrapped to the terminal or to 80 columns.
  func print(fitted line: Line) throws {
    for line in fitted(outputTerminal.styled(line), to: outputTerminal.width) { try output.line(line) }
  }

  /// Prints a line, wrapped only on a terminal. Scripts read whole lines.
  func print(_ line: Line) throws {
    guard outputTerminal.isInteractive else { return try output.line(outputTerminal.styled(line)) }
    try print(fitted: line)
  }

  func print(paragraph text: String) throws { try print(paragraph: Line(text)) }
  func print(_ text: String = "") throws { try print(Line(text)) }
}

extension Line {
  /// Returns the line with a command line in place of each step.
  func commands(in locale: LedgerLocale? = nil) -> Line {
    replacingSteps { $0.commandLine(in: locale) ?? $0.title }
  }
}

extension Terminal {
  /// Returns a line that is safe to print, with its emphasis if colour may be used.
  func styled(_ line: Line) -> String {
    line.parts.map { styled(visible($0.text), $0.emphasis) }.joined()
  }
}
