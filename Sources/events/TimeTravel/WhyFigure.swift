internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

/// The options of the command.
private enum Options {
  static let limit = Option.value(
    "limit", "N", "Show so many transactions, the last to change first; 20 unless given", short: "n")
  static let all = Option.flag("all", "Show every transaction")
}

extension Command {
  static let why = Command(
    path: ["why"], section: .travel,
    summary: "Explain a total: the transactions and events that make it up, added up",
    operands: [Operand("FIGURE", "Which total: group Berlin EUR, expense 2026-06 EUR, …", repeats: true)],
    options: [Options.limit, Options.all, .openPage], shared: Option.looking,
    run: { try $0.withLedger(explainFigure) })

  private static let redactedWords = "the total does not contain what they had"

  private static func explainFigure(_ ledger: OpenLedger) throws -> ExitCode {
    if ledger.arguments.has(Options.all), ledger.arguments.has(Options.limit) {
      throw Failure.usage("--all and --limit exclude each other", command: "why")
    }
    let limit =
      ledger.arguments.has(Options.all)
      ? nil : try ledger.arguments.number(Options.limit, in: 0...10_000) ?? 20
    let operands = ledger.arguments.operands
    // One operand is a line of words. Several operands are words, as the shell has split them.
    let words = operands.count == 1 ? try typedWords(operands[0]) : operands
    let redactions = try RedactionNotes(ledger)
    if let text = try WhyBudgetText.of(words, ledger, limit: limit) {
      if ledger.invocation.isJSON {
        try ledger.invocation.print(json: redactions.adding(to: text.why.json))
      } else {
        try text.print()
        try redactions.print(Self.redactedWords)
      }
      try ledger.openPageIfAsked(at: try ledger.pageAddress(of: text.why))
      return text.why.addsUp ? .ok : .no
    }
    let figure = try FigureName.parse(words: words, ledger).figure(ledger)
    var why = try Why.of(figure, in: ledger.book, limit: limit)
    if ledger.invocation.isJSON {
      var told = 0
      try why.forEachPart { part in
        told += 1
        try ledger.invocation.print(json: part.json(figure.currency))
      }
      let name = words.map(FigureWords.quoted).joined(separator: " ")
      try ledger.invocation.print(json: redactions.adding(to: why.json(named: name, printed: told)))
      try ledger.openPageIfAsked(at: try ledger.pageAddress(of: figure))
      return why.addsUp ? .ok : .no
    }
    try WhyText(ledger: ledger, figure: figure).print(&why)
    try redactions.print(Self.redactedWords)
    try ledger.openPageIfAsked(at: try ledger.pageAddress(of: figure))
    return why.addsUp ? .ok : .no
  }
}
