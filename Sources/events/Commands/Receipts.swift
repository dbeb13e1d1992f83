internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// What it takes by name.
private enum Options {
  static let all = Option.flag("all", "Everything, drafts and deleted ones included, without paging")
  static let after = Option.value("after", "CURSOR", "Go on behind this place of the last page")
  static let limit = Option.value("limit", "N", "How many to a page; 50 unless given", short: "n")
}

extension Command {
  static let receipts = Command(
    path: ["receipts"], section: .look, summary: "List receipts by month and date, newest first",
    aliases: ["transactions"], options: Filters.all + [Options.all, Options.after, Options.limit],
    shared: Option.looking,
    discussion: [
      "One filter repeated means or, different ones mean and. --min and --max are amounts in the ledger's currency.",
      "Saved receipts, a page at a time. Totals of months count all that match, not only this page.",
    ],
    examples: ["events receipts --category food --from 2026-06-01", "events receipts --all --json"],
    run: { try $0.withLedger(listReceipts) })

  private static func listReceipts(_ ledger: OpenLedger) throws -> ExitCode {
    var filter = try Filters.parse(ledger)
    if ledger.arguments.has(Options.all) {
      if let other = [Options.after, Options.limit].first(where: { ledger.arguments.has($0) }) {
        throw Failure.usage("--all has no pages, so --\(other.name) says nothing", command: "receipts")
      }
      filter.stages = []
      return try listAll(ledger, filter)
    }
    let limit = try ledger.arguments.number(Options.limit, in: 1...10_000) ?? 50
    let page = try ledger.book.transactions(
      filter, page: PageRequest(limit: limit, after: ledger.arguments[Options.after]))
    if ledger.invocation.isJSON {
      for listed in page.rows { try ledger.invocation.print(json: .transaction(listed.row)) }
    } else if page.rows.isEmpty {
      try ledger.invocation.print(
        Filters.areGiven(ledger.arguments)
          ? "No receipt matches." : "There are no saved receipts yet. Drafts: events drafts")
    } else {
      try ReceiptList(ledger: ledger, filter: filter, showsGroup: true).printSections(page.rows)
    }
    if let next = page.next {
      try ledger.invocation.output.flush()
      ledger.invocation.remark("More of \(counted(page.matching, "receipt")): --after \(visible(next))")
    }
    return .ok
  }

  private static func listAll(_ ledger: OpenLedger, _ filter: TransactionFilter) throws -> ExitCode {
    if ledger.invocation.isJSON {
      try ledger.book.forEachTransaction(filter) { try ledger.invocation.print(json: .transaction($0.row)) }
      return .ok
    }
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
    if isEmpty { try ledger.invocation.print("No receipt matches.") }
    return .ok
  }
}

/// Receipts as people read them.
struct ReceiptList {
  let ledger: OpenLedger
  let filter: TransactionFilter
  let showsGroup: Bool

  /// Under their months and dates, with the months' totals.
  func printSections(_ rows: [ListedTransaction]) throws {
    let months = Dictionary(try ledger.book.sections(filter).map { ($0.month, $0) }, uniquingKeysWith: { $1 })
    var table = Table(
      [.left(), .name(), .left(), .left(), .name(shrinksTo: 8), .right(minimum: 12)], indent: 2)
    var date: CivilDate?
    for listed in rows {
      let row = listed.row
      if let next = row.date, next != date {
        if next.civilMonth != date?.civilMonth {
          addMonth(next.civilMonth, months[next.civilMonth], to: &table)
        }
        table.span(.init(ledger.locale.longDate(next), .quiet))
        date = next
      }
      table.row([
        .init(try ledger.short(row.id), .quiet), .init(ledger.vendor(row)), .init(visible(row.category ?? "")),
        .init(row.payment?.rawValue ?? ""), .init(showsGroup ? ledger.group(listed) : "", .quiet),
        .init(ledger.words(row.money)),
      ])
    }
    try ledger.invocation.print(table)
  }

  private func addMonth(_ month: CivilMonth, _ section: MonthSection?, to table: inout Table) {
    if !table.isEmpty || !showsGroup { table.span("") }
    guard let section else { return table.span(.init(ledger.locale.month(month), .strong)) }
    let title = "\(ledger.locale.month(month)) · \(counted(section.count, "receipt"))"
    for (index, total) in ledger.totals(section.totals).enumerated() {
      table.span(index == 0 ? .init(title, .strong) : "", .init(total, .strong))
    }
  }

  /// One after the other, with what they are where they are not saved.
  func printFlat(_ rows: [ListedTransaction]) throws {
    var table = Table([
      .left(), .left(minimum: 7), .left(), .name(), .name(shrinksTo: 8), .right(minimum: 12),
    ])
    for listed in rows {
      let row = listed.row
      table.row([
        .init(try ledger.short(row.id), .quiet),
        .init(row.stage == .saved ? "" : row.stage.rawValue, .attention),
        .init(ledger.words(row.date ?? row.on)), .init(ledger.vendor(row)),
        .init(ledger.group(listed), .quiet), .init(ledger.words(row.money)),
      ])
    }
    try ledger.invocation.print(table)
  }
}
