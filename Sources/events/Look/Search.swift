internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

private enum Options {
  static let limit = Option.value("limit", "N", "Maximum number of receipts (default 50)", short: "n")
}

extension Command {
  static let search = Command(
    path: ["search"], section: .look, summary: "Find receipts by words in their fields, items or paper",
    operands: [Operand("WORDS", "Words that must all occur; the last may be incomplete", repeats: true)],
    options: Filters.listed + [Options.limit], shared: Option.looking,
    run: onLedger(find))

  private static func find(_ ledger: OpenLedger) throws -> ExitCode {
    let words = ledger.arguments.operands.joined(separator: " ")
    guard
      words.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    else {
      throw Failure(.dataError, "there is no word in “\(words)”", advice: "Search for letters or digits")
    }
    var filter = try Filters.parse(ledger)
    filter.stages = [.draft, .saved]
    let limit = try ledger.arguments.number(Options.limit, in: 1...10_000) ?? 50
    let progress = ledger.invocation.progress("Indexing for the search: record")
    let hits = try ledger.book.search(words, filter: filter, limit: limit) { coverage in
      progress.update(coverage.done, of: coverage.all)
    }
    progress.finish()
    return try ledger.show(
      SearchAnswer(hits, limit: limit, filters: ledger.activeFilters()) { try emptiness(words, ledger) })
  }

  /// The reason why nothing was found: no such receipt, or only ones that the filters exclude (IE-09).
  private static func emptiness(_ words: String, _ ledger: OpenLedger) throws -> String {
    var all = TransactionFilter.everything
    all.stages = [.draft, .saved]
    let isHidden = try !ledger.book.search(words, filter: all, limit: 1).isEmpty
    // The words may be a pasted page.
    let words = truncated(words, to: 200)
    return isHidden
      ? "No receipt with “\(words)” matches these filters; without them there is one or more."
      : "No receipt has “\(words)” in vendor, tags, items, note, category, group, amount or on the paper."
  }
}
