internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExchange
package import LedgerProjections

/// A page of receipts under their months and dates, with the months' totals.
package struct ReceiptsAnswer: NamesInDocument {
  let list: ModelReader.List
  let filter: TransactionFilter
  /// The words of the active filters.
  let filters: [String]
  let names: FigureNames?
  /// The reason why the list is empty, which is read only if it is.
  let emptiness: () throws -> String

  package init(
    _ list: ModelReader.List, _ filter: TransactionFilter, filters: [String], names: FigureNames?,
    emptiness: @escaping () throws -> String
  ) {
    (self.list, self.filter, self.filters, self.names) = (list, filter, filters, names)
    self.emptiness = emptiness
  }

  package var remarks: [Remark] { list.remarks }

  package func document(_ notation: Notation) throws -> Document {
    let upcoming = try list.upcoming.documents(notation)
    guard let names else {
      return .encoded(
        list.page.rows.map { TransactionJSON.bytes(notation.naming($0)) } + upcoming.map { $0.encoded() })
    }
    return .lines(
      try list.page.rows.map { names.adding(to: .object(try TransactionJSON.members($0)), $0.row) } + upcoming)
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let head = Block.filters(filters)
    guard !list.page.rows.isEmpty || !list.upcoming.sums.isEmpty else {
      return head + [.line(Line(try emptiness()))]
    }
    return head + [
      .table(try ReceiptTable(notation: notation, filter: filter).sections(list, showsGroup: true))
    ]
  }

  /// Returns the months' totals that the page shows, and all that matches.
  package func figures(_ notation: Notation) throws -> [ShownFigure] {
    guard let names else { return [] }
    let shown = Set(list.page.rows.compactMap { $0.row.date?.civilMonth })
    let months = list.sections.filter { shown.contains($0.month) }
    return names.figures(
      [("all that match", ["receipts"], try notation.book.totalsThatFit(filter).totals)]
        + months.map { (notation.locale.month($0.month), ["receipts", $0.month.iso], $0.totals) })
  }
}

/// Receipts one after the other, with the stage of those that are not saved.
///
/// A long list is several such answers, whose columns are aligned.
package struct FlatReceiptsAnswer: Answer {
  let rows: [ListedTransaction]
  let filter: TransactionFilter

  /// The number of receipts whose columns are aligned together.
  package static let rowsMax = 1_000

  package init(_ rows: [ListedTransaction], _ filter: TransactionFilter) {
    (self.rows, self.filter) = (rows, filter)
  }

  package func document(_ notation: Notation) -> Document { .encoded(rows.map { TransactionJSON.bytes($0) }) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    var table = AnswerTable([
      .left(), .left(minimum: 7), .left(), .name(), .name(shrinksTo: 8), .right(minimum: 12),
    ])
    let isMixed = notation.isMixed(rows)
    for listed in rows {
      let row = listed.row
      table.row([
        .init(try notation.short(row.id), .quiet),
        .init(row.stage == .saved ? "" : row.stage.rawValue, .attention),
        .init(notation.words(row.date ?? row.on)), .init(notation.vendor(row)),
        .init(notation.groupOrOrigin(listed), .quiet),
        .init(notation.listedAmount(row, in: filter.categories, isMixed: isMixed)),
      ])
    }
    return [.table(table)]
  }
}

/// The number of receipts per value of every filter.
package struct FilterCountsAnswer: Answer {
  let counts: [FilterCount]
  let filters: [String]
  let emptiness: () throws -> String

  package init(_ counts: [FilterCount], filters: [String], emptiness: @escaping () throws -> String) {
    (self.counts, self.filters, self.emptiness) = (counts, filters, emptiness)
  }

  package func document(_ notation: Notation) -> Document { .lines(counts.map(\.json)) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    var blocks = Block.filters(filters)
    if counts.isEmpty { blocks.append(.line(Line(try emptiness()))) }
    var table = AnswerTable([.left(), .name(shrinksTo: 16), .right()], indent: 2)
    var facet: FilterFacet?
    for count in counts {
      table.row([
        .init(count.facet == facet ? "" : count.facet.rawValue, .quiet),
        .init(count.name ?? count.value ?? ""), .init(grouped(Int64(count.count))),
      ])
      facet = count.facet
    }
    return blocks + [.table(table)]
  }
}

extension ModelReader.List {
  /// How to see more of the list.
  var remarks: [Remark] {
    var remarks: [Remark] = []
    if let next = page.next {
      remarks.append(.text("More of \(counted(page.matching, "receipt")): --after \(next)"))
    }
    if let last = lastUpcoming {
      remarks.append(
        .text("More of \(counted(upcoming.sums.count, "receipt")) still to come: --through \(last.iso)"))
    }
    return remarks
  }
}

extension UpcomingTransactions {
  /// The transactions as lists print them, each with the member `upcoming`.
  func documents(_ notation: Notation) throws -> [JSONValue] {
    try rows.map {
      .object(try TransactionJSON.members(notation.naming($0)).merging(["upcoming": .boolean(true)]) { $1 })
    }
  }
}

extension Block {
  /// Returns the active filters, if there are any (IE-09).
  package static func filters(_ words: [String]) -> [Block] {
    words.isEmpty ? [] : [.paragraph("Filters: \(words.joined(separator: " · "))")]
  }
}

/// A table of receipts under their months and dates.
struct ReceiptTable {
  let notation: Notation
  let filter: TransactionFilter

  /// Returns the table of a page. A month's header is about the whole month.
  func sections(_ list: ModelReader.List, showsGroup: Bool) throws -> AnswerTable {
    let names = try notation.categoryNames()
    let isMixed = notation.isMixed(list.page.rows + list.upcoming.rows)
    let showsAccount = try notation.book.accounts().count > 1 && filter.accounts.count != 1
    func cells(_ listed: ListedTransaction) throws -> [AnswerTable.Cell] {
      let row = listed.row
      var cells: [AnswerTable.Cell] = [
        .init(try notation.short(row.id), .quiet), .init(notation.vendor(row)),
        .init(names[row, filter.categories]), .init(row.payment?.rawValue ?? ""),
        .init(showsGroup ? notation.groupOrOrigin(listed) : notation.origin(row), .quiet),
        .init(notation.listedAmount(row, in: filter.categories, isMixed: isMixed)),
      ]
      guard showsAccount else { return cells }
      // A transfer names its accounts in place of a vendor.
      let account = row.kind == .transfer ? nil : row.account
      cells.insert(.init(account.map { notation.accountName($0) } ?? "", .quiet), at: 4)
      return cells
    }
    let months = Dictionary(list.sections.map { ($0.month, $0) }, uniquingKeysWith: { $1 })
    var columns: [AnswerTable.Column] = [
      .left(), .name(), .left(), .left(), .name(shrinksTo: 8), .right(minimum: 12),
    ]
    if showsAccount { columns.insert(.name(shrinksTo: 8), at: 4) }
    var table = AnswerTable(columns, indent: 2)
    var date: CivilDate?
    for listed in list.page.rows {
      let row = listed.row
      if let next = row.date, next != date {
        if next.civilMonth != date?.civilMonth {
          if !table.isEmpty || !showsGroup { table.span("") }
          add(next.civilMonth, months[next.civilMonth], to: &table)
        }
        table.span(.init(notation.locale.longDate(next), .quiet))
        date = next
      }
      table.row(try cells(listed))
    }
    try add(list.upcoming, showsGroup, to: &table, cells)
    return table
  }

  /// Adds what is still to come under a heading of its own, the earliest date first.
  private func add(
    _ upcoming: UpcomingTransactions, _ showsGroup: Bool, to table: inout AnswerTable,
    _ cells: (ListedTransaction) throws -> [AnswerTable.Cell]
  ) throws {
    guard !upcoming.rows.isEmpty else { return }
    if !table.isEmpty || !showsGroup { table.span("") }
    let title = "Still to come · \(counted(upcoming.sums.count, "receipt"))"
    for (index, total) in notation.netTotals(upcoming.sums.totals, upcoming.sums.tooLarge).enumerated() {
      table.span(index == 0 ? .init(title, .strong) : "", .init(total, .strong))
    }
    var date: CivilDate?
    for listed in upcoming.rows {
      if let next = listed.row.date, next != date {
        table.span(.init(notation.locale.longDate(next), .quiet))
        date = next
      }
      table.row(try cells(listed))
    }
  }

  private func add(_ month: CivilMonth, _ section: MonthSection?, to table: inout AnswerTable) {
    guard let section else { return table.span(.init(notation.locale.month(month), .strong)) }
    let title = "\(notation.locale.month(month)) · \(counted(section.count, "receipt"))"
    for (index, total) in notation.netTotals(section.totals, section.tooLarge).enumerated() {
      table.span(index == 0 ? .init(title, .strong) : "", .init(total, .strong))
    }
  }
}
