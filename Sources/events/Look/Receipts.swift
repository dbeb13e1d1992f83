internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExchange
internal import LedgerProjections
internal import LedgerScreens

/// The options of the command.
private enum Options {
  static let all = Option.flag("all", "Everything, drafts and deleted ones included, without paging")
  static let counts = Option.flag("counts", "Instead of receipts, how many match per value of every filter")
  static let after = Option.value("after", "CURSOR", "Go on behind this place of the last page")
  static let limit = Option.value("limit", "N", "How many to a page; 50 unless given", short: "n")
}

extension Command {
  static let receipts = Command(
    path: ["receipts"], section: .look, summary: "List receipts by month and date, newest first",
    aliases: ["transactions"],
    options: Filters.listed + [Options.all, Options.counts, Options.after, Options.limit, .ids],
    shared: Option.looking,
    discussion: [
      Filters.explanation,
      "Saved receipts, a page at a time. Totals of months count all that match, not only this page.",
      "--counts leaves a filter's own choice out of its counts: they say what each value would show beside the other "
        + "filters.",
    ],
    examples: ["events receipts --category food --from 2026-06-01", "events receipts --all --json"],
    run: { try $0.withLedger(listReceipts) })

  private static func listReceipts(_ ledger: OpenLedger) throws -> ExitCode {
    try ledger.readAccountNames()
    var filter = try Filters.parse(ledger)
    for whole in [Options.all, Options.counts] where ledger.arguments.has(whole) {
      if FigureNames.areAsked(ledger) {
        throw Failure.usage("--\(whole.name) shows no totals, so --ids says nothing", command: "receipts")
      }
      if let other = [Options.after, Options.limit].first(where: { ledger.arguments.has($0) }) {
        throw Failure.usage(
          "--\(whole.name) has no pages, so --\(other.name) says nothing", command: "receipts")
      }
    }
    if ledger.arguments.has(Options.all) { filter.stages = [] }
    if ledger.arguments.has(Options.counts) { return try listCounts(ledger, filter) }
    if ledger.arguments.has(Options.all) { return try listAll(ledger, filter) }
    let limit = try ledger.arguments.number(Options.limit, in: 1...10_000) ?? 50
    let list = try ledger.book.list(
      filter, page: PageRequest(limit: limit, after: ledger.arguments[Options.after]))
    let page = list.page
    if ledger.invocation.isJSON {
      let names = try FigureNames.areAsked(ledger) ? FigureNames(ledger) : nil
      for listed in page.rows {
        guard let names else {
          try ledger.invocation.print(json: ledger.naming(listed))
          continue
        }
        try ledger.invocation.print(
          json: names.adding(to: .object(try TransactionJSON.members(listed)), listed.row))
      }
    } else if page.rows.isEmpty {
      try ledger.printFilters()
      try ledger.invocation.print(try emptiness(ledger, .init()))
    } else {
      try ledger.printFilters()
      try ReceiptList(ledger: ledger, filter: filter, showsGroup: true).printSections(list)
      if FigureNames.areAsked(ledger) { try printNames(list, filter, ledger) }
    }
    if let next = page.next {
      try ledger.invocation.output.flush()
      ledger.invocation.remark("More of \(counted(page.matching, "receipt")): --after \(visible(next))")
    }
    return .ok
  }

  /// The names of the months' totals that the page shows, and of all that matches.
  private static func printNames(
    _ list: ModelReader.List, _ filter: TransactionFilter, _ ledger: OpenLedger
  ) throws {
    var names = try FigureNames(ledger)
    names.add("all that match", ["receipts"], try ledger.book.totalsThatFit(filter).totals)
    let shown = Set(list.page.rows.compactMap { $0.row.date?.civilMonth })
    for section in list.sections where shown.contains(section.month) {
      names.add(ledger.locale.month(section.month), ["receipts", section.month.iso], section.totals)
    }
    try names.print()
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
      ? "No receipt matches; there are none yet."
      : "No receipt matches these filters; without them there \(count == 1 ? "is" : "are") \(grouped(Int64(count)))."
  }

  private static func listCounts(_ ledger: OpenLedger, _ filter: TransactionFilter) throws -> ExitCode {
    let counts = try ledger.book.filterCounts(filter)
    if ledger.invocation.isJSON {
      for count in counts {
        try ledger.invocation.print(json: count.json)
      }
      return .ok
    }
    try ledger.printFilters()
    if counts.isEmpty { try ledger.invocation.print(try emptiness(ledger, .init())) }
    var table = TextTable([.left(), .name(shrinksTo: 16), .right()], indent: 2)
    var facet: FilterFacet?
    for count in counts {
      table.row([
        .init(count.facet == facet ? "" : count.facet.rawValue, .quiet),
        .init(visible(count.name ?? count.value ?? "")), .init(grouped(Int64(count.count))),
      ])
      facet = count.facet
    }
    try ledger.invocation.print(table)
    return .ok
  }

  private static func listAll(_ ledger: OpenLedger, _ filter: TransactionFilter) throws -> ExitCode {
    if ledger.invocation.isJSON {
      try ledger.book.forEachTransaction(filter) { try ledger.invocation.print(json: $0) }
      return .ok
    }
    try ledger.printFilters()
    var isEmpty = true
    var chunk: [ListedTransaction] = []
    let list = ReceiptList(ledger: ledger, filter: filter, showsGroup: true)
    try ledger.book.forEachTransaction(filter) { listed in
      isEmpty = false
      chunk.append(listed)
      if chunk.count == 1_000 {
        try list.printFlat(chunk)
        chunk.removeAll(keepingCapacity: true)
      }
    }
    try list.printFlat(chunk)
    if isEmpty { try ledger.invocation.print(try emptiness(ledger, .everything)) }
    return .ok
  }
}

/// Receipts as people read them.
struct ReceiptList {
  let ledger: OpenLedger
  let filter: TransactionFilter
  let showsGroup: Bool

  /// Under their months and dates, with the months' totals.
  func printSections(_ list: ModelReader.List) throws {
    // A header covers its whole month.
    let names = try ledger.categoryNames()
    let months = Dictionary(list.sections.map { ($0.month, $0) }, uniquingKeysWith: { $1 })
    var table = TextTable(
      [.left(), .name(), .left(), .left(), .name(shrinksTo: 8), .right(minimum: 12)], indent: 2)
    var date: CivilDate?
    for listed in list.page.rows {
      let row = listed.row
      if let next = row.date, next != date {
        if next.civilMonth != date?.civilMonth {
          addMonth(next.civilMonth, months[next.civilMonth], to: &table)
        }
        table.span(.init(ledger.locale.longDate(next), .quiet))
        date = next
      }
      table.row([
        .init(try ledger.short(row.id), .quiet), .init(ledger.vendor(row)),
        .init(names[row, filter.categories]),
        .init(row.payment?.rawValue ?? ""),
        .init(showsGroup ? ledger.groupOrOrigin(listed) : ledger.origin(row), .quiet),
        .init(ledger.listedAmount(row, in: filter.categories)),
      ])
    }
    try ledger.invocation.print(table)
  }

  private func addMonth(_ month: CivilMonth, _ section: MonthSection?, to table: inout TextTable) {
    if !table.isEmpty || !showsGroup { table.span("") }
    guard let section else { return table.span(.init(ledger.locale.month(month), .strong)) }
    let title = "\(ledger.locale.month(month)) · \(counted(section.count, "receipt"))"
    for (index, total) in ledger.netTotals(section.totals, section.tooLarge).enumerated() {
      table.span(index == 0 ? .init(title, .strong) : "", .init(total, .strong))
    }
  }

  /// Prints the rows one after the other, with the stage of those that are not saved.
  func printFlat(_ rows: [ListedTransaction]) throws {
    var table = TextTable([
      .left(), .left(minimum: 7), .left(), .name(), .name(shrinksTo: 8), .right(minimum: 12),
    ])
    for listed in rows {
      let row = listed.row
      table.row([
        .init(try ledger.short(row.id), .quiet),
        .init(row.stage == .saved ? "" : row.stage.rawValue, .attention),
        .init(ledger.words(row.date ?? row.on)), .init(ledger.vendor(row)),
        .init(ledger.groupOrOrigin(listed), .quiet),
        .init(ledger.listedAmount(row, in: filter.categories)),
      ])
    }
    try ledger.invocation.print(table)
  }
}
