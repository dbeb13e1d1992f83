internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerScreens

/// The options of the command.
private enum Options {
  static let limit = Option.value("limit", "N", "How many at the most; 50 unless given", short: "n")
}

extension Command {
  static let search = Command(
    path: ["search"], section: .look, summary: "Find receipts by words in their fields, items or on the paper",
    operands: [Operand("WORDS", "Words that must all be there; the last may be a beginning", repeats: true)],
    options: Filters.listed + [Options.limit], shared: Option.looking,
    discussion: [
      "Drafts are found too. Case and accents make no difference. What the vendor is called comes first, then tags, "
        + "line items, notes, then category, group and amount, and the text on the paper; within each the latest "
        + "captured. An amount is found by its value, with a point or a comma: 84.50 or 84,50.",
      "The first search indexes all words, which takes some seconds for a hundred thousand papers. If it is interrupted, "
        + "the next one goes on from there.",
      Filters.explanation,
    ],
    examples: ["events search rewe", "events search hotel gen --category hotel"],
    run: { try $0.withLedger(find) })

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
    if ledger.invocation.isJSON {
      for hit in hits { try ledger.invocation.print(json: try hit.json()) }
    } else {
      try ledger.printFilters()
      if hits.isEmpty {
        try ledger.invocation.print(paragraph: try emptiness(words, ledger))
      } else {
        try printHits(hits, ledger)
      }
    }
    if hits.count == limit {
      try ledger.invocation.output.flush()
      ledger.invocation.remark("There may be more than \(counted(limit, "receipt")): --limit N shows them")
    }
    return .ok
  }

  /// The reason why nothing was found: no such receipt, or only ones that the filters exclude (IE-09).
  private static func emptiness(_ words: String, _ ledger: OpenLedger) throws -> String {
    var all = TransactionFilter.everything
    all.stages = [.draft, .saved]
    let isHidden = try !ledger.book.search(words, filter: all, limit: 1).isEmpty
    // The words may be a pasted page.
    let words = truncated(visible(words), to: 200)
    return isHidden
      ? "No receipt with “\(words)” matches these filters; without them there is one or more."
      : "No receipt has “\(words)” in vendor, tags, items, note, category, group, amount or on the paper."
  }

  private static func printHits(_ hits: [SearchHit], _ ledger: OpenLedger) throws {
    let terminal = ledger.invocation.outputTerminal
    var table = TextTable([
      .left(), .left(), .left(), .name(), .name(shrinksTo: 8), .right(minimum: 12),
    ])
    for hit in hits {
      let row = hit.transaction.row
      table.row([
        .init(try ledger.short(row.id), .quiet),
        .init(row.stage == .saved ? "" : row.stage.rawValue, .attention),
        .init(ledger.words(row.date ?? row.on)), .init(ledger.vendor(row)),
        .init(ledger.group(hit.transaction), .quiet), .init(ledger.listedAmount(row)),
      ])
    }
    for (lines, hit) in zip(table.rows(for: terminal), hits) {
      try ledger.invocation.print(lines)
      try ledger.invocation.print("  " + snippet(hit, terminal))
    }
  }

  /// Returns the excerpt, `paper: … SUMME EUR 84,50 …`, with the match in bold on a terminal.
  private static func snippet(_ hit: SearchHit, _ terminal: Terminal) -> String {
    let label = hit.place == "several" ? "" : "\(hit.place): "
    let bytes = Array(hit.snippet.utf8)
    var room = terminal.width - 2 - columnWidth(label)
    var line = terminal.styled(label, .quiet)
    func add(_ range: Range<Int>, _ style: Style) {
      guard room > 0, !range.isEmpty else { return }
      let text = visible(squeezed(String(decoding: bytes[range], as: UTF8.self)))
      let cut = truncated(text, to: room)
      line += terminal.styled(cut, style)
      room = cut == text ? room - columnWidth(text) : 0
    }
    var end = 0
    for match in hit.matches {
      add(end..<match.lowerBound, .plain)
      add(match, .strong)
      end = match.upperBound
    }
    add(end..<bytes.count, .plain)
    return line
  }

  /// Replaces several blanks by one, because the columns of the paper are lost here.
  private static func squeezed(_ text: String) -> String {
    var result = ""
    for character in text where character != " " || result.last != " " { result.append(character) }
    return result
  }
}
