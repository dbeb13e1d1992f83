internal import LedgerAnswers
internal import LedgerBook
internal import LedgerProjections

private enum Options {
  static let all = Option.flag("all", "List all receipts on one page, with drafts and deleted ones")
  static let counts = Option.flag("counts", "Show the number of matches for each value of every filter")
  static let after = Option.value("after", "CURSOR", "Continue after this cursor, which the last page printed")
  static let limit = Option.value("limit", "N", "Receipts per page (default 50)", short: "n")
}

extension Command {
  static let receipts = Command(
    path: ["receipts"], section: .look, summary: "List receipts by month and date, newest first",
    aliases: ["transactions"],
    operands: [Operand("WORDS", "Words of the vendor", isOptional: true, repeats: true)],
    options: Filters.listed + [Options.all, Options.counts, Options.after, Options.limit, .names, .ids],
    shared: Option.looking,
    run: { invocation in
      var arguments = invocation.arguments
      // Words are a filter like any other, so that the names of totals have it.
      if !arguments.operands.isEmpty {
        arguments.add(Filters.vendor.name, arguments.operands.joined(separator: " "))
      }
      return try invocation.with(arguments).withLedger { try listReceipts($0.throughDay()) }
    })

  private static func listReceipts(_ ledger: OpenLedger) throws -> ExitCode {
    try ledger.notation.readAccountNames()
    var filter = try Filters.parse(ledger)
    for whole in [Options.all, Options.counts] where ledger.arguments.has(whole) {
      if ledger.namesFigures {
        throw Failure.usage("--\(whole.name) shows no totals, so leave --names out", command: "receipts")
      }
      if let other = [Options.after, Options.limit].first(where: { ledger.arguments.has($0) }) {
        throw Failure.usage(
          "--\(whole.name) has no pages, so leave --\(other.name) out", command: "receipts")
      }
    }
    if ledger.arguments.has(Options.all) { filter.stages = [] }
    if ledger.arguments.has(Options.counts) { return try listCounts(ledger, filter) }
    if ledger.arguments.has(Options.all) { return try listAll(ledger, filter) }
    filter.asOf = ledger.book.day
    let limit = try ledger.arguments.number(Options.limit, in: 1...10_000) ?? 50
    let list = try ledger.book.list(
      filter, page: PageRequest(limit: limit, after: ledger.arguments[Options.after]))
    return try ledger.show(
      ReceiptsAnswer(list, filter, filters: ledger.activeFilters(), names: try ledger.figureNames()) {
        try emptiness(ledger, .init())
      })
  }

  /// Returns the reason for an empty list: no data, or no data that matches (IE-09).
  private static func emptiness(_ ledger: OpenLedger, _ all: TransactionFilter) throws -> String {
    guard Filters.areGiven(ledger.arguments) else {
      return all.stages.isEmpty
        ? "There are no receipts yet. Take one in: events capture SCAN --text FILE"
        : "There are no saved receipts yet. Drafts: events drafts"
    }
    let count = try ledger.book.transactions(all, page: PageRequest(limit: 1)).matching
    return count == 0
      ? "No receipt matches. There are no receipts yet."
      : "No receipt matches these filters; without them there \(count == 1 ? "is" : "are") \(grouped(Int64(count)))."
  }

  private static func listCounts(_ ledger: OpenLedger, _ filter: TransactionFilter) throws -> ExitCode {
    let counts = try ledger.book.filterCounts(filter)
    return try ledger.show(
      FilterCountsAnswer(counts, filters: ledger.activeFilters()) { try emptiness(ledger, .init()) })
  }

  private static func listAll(_ ledger: OpenLedger, _ filter: TransactionFilter) throws -> ExitCode {
    _ = try ledger.show(CommandAnswer(nil) { _ in Block.filters(ledger.activeFilters()) })
    var isEmpty = true
    var chunk: [ListedTransaction] = []
    try ledger.book.forEachTransaction(filter) { listed in
      isEmpty = false
      chunk.append(listed)
      if chunk.count == FlatReceiptsAnswer.rowsMax {
        _ = try ledger.show(FlatReceiptsAnswer(chunk, filter))
        chunk.removeAll(keepingCapacity: true)
      }
    }
    _ = try ledger.show(FlatReceiptsAnswer(chunk, filter))
    return try ledger.show(
      CommandAnswer(nil) { _ in isEmpty ? [.line(Line(try emptiness(ledger, .everything)))] : [] })
  }
}
