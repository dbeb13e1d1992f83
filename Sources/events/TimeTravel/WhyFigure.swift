internal import LedgerAnswers
internal import LedgerAudit

private enum Options {
  static let limit = Option.value(
    "limit", "N", "Number of transactions, last changed first (default 20)", short: "n")
  static let all = Option.flag("all", "Show every transaction")
}

extension Command {
  static let why = Command(
    path: ["why"], section: .travel,
    summary: "Explain a total by its transactions and events",
    operands: [Operand("FIGURE", "The total: group Berlin EUR, expense 2026-06 EUR, …", repeats: true)],
    options: [Options.limit, Options.all, .through, .openPage], shared: Option.looking,
    run: onLedger { try explainFigure($0.throughDay()) })

  private static func explainFigure(_ ledger: OpenLedger) throws -> ExitCode {
    if ledger.arguments.has(Options.all), ledger.arguments.has(Options.limit) {
      throw Failure.usage("--all and --limit exclude each other", command: "why")
    }
    let limit =
      ledger.arguments.has(Options.all)
      ? nil : try ledger.arguments.number(Options.limit, in: 0...10_000) ?? 20
    let operands = ledger.arguments.operands
    // One operand is a line of words. Several operands are words, as the shell has split them.
    let words = operands.count == 1 ? try FigureWords.words(operands[0]) : operands
    let redactions = try RedactionNotes(ledger.book)
    let figure = try FigureReader(ledger.book, ledger.settings).figure(words)
    let name = words.map(FigureWords.quoted).joined(separator: " ")
    let code = try ledger.book.why(figure, limit: limit).show(named: name, limit: limit, redactions) {
      try ledger.show($0)
    }
    try ledger.openPageIfAsked(at: try ledger.pageAddress(of: figure))
    return code
  }
}
