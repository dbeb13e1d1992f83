internal import LedgerBook
package import LedgerDomain
package import LedgerProjections

/// One group with its totals, its categories and its receipts.
package struct GroupAnswer: NamesInDocument {
  let id: GroupID?
  let group: GroupSummary
  let filter: TransactionFilter
  /// The words of the active filters, or `nil` without a filter.
  let filters: [String]?
  /// The group as the person typed it, which the command for the next page repeats.
  let typed: String
  let names: FigureNames?

  /// The number of receipts that people see.
  private static let receiptsMax = 200

  package init(
    _ id: GroupID?, _ group: GroupSummary, _ filter: TransactionFilter, filters: [String]?, typed: String,
    names: FigureNames?
  ) {
    (self.id, self.group, self.filter, self.filters) = (id, group, filter, filters)
    (self.typed, self.names) = (typed, names)
  }

  package func document(_ notation: Notation) throws -> Document {
    .value(try names?.adding(to: group.json, group) ?? group.json)
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    var blocks: [Block] = [.title(Line(group.name, .strong))] + Block.filters(filters ?? [])
    let waiting = try pendingDeletion(notation)
    if filters != nil, group.count == 0, group.upcoming.isEmpty {
      let whole = try notation.book.group(id)
      let all = whole.count + whole.upcoming.count
      let others = "without them there \(all == 1 ? "is" : "are") \(grouped(Int64(all)))"
      return blocks + waiting + [.line("No receipt of it matches these filters; \(others).")]
    }
    let dates = notation.range(group.first, group.last)
    let count =
      counted(group.count, "receipt") + (group.drafts > 0 ? " and \(counted(group.drafts, "draft"))" : "")
    blocks.append(.line(Line(dates.isEmpty ? count : "\(dates) · \(count)")))
    blocks += waiting
    blocks += notation.netTotals(group.totals, group.tooLarge).map { .line("  \($0)") }
    if let upcoming = notation.added(group.upcoming) { blocks.append(.line(Line("  \(upcoming)", .quiet))) }
    let categoryNames = try notation.categoryNames()
    let categories = categories(categoryNames, notation)
    if !categories.isEmpty { blocks += [.gap, .table(categories)] }
    let list = try notation.book.list(filter, page: PageRequest(limit: Self.receiptsMax))
    blocks.append(
      .table(try ReceiptTable(notation: notation, filter: filter).sections(list, showsGroup: false)))
    if let next = list.page.next {
      blocks.append(.step("More", .moreReceipts(group: typed, after: next)))
    }
    return blocks
  }

  package func figures(_ notation: Notation) throws -> [ShownFigure] {
    guard let names else { return [] }
    let scope = try names.scope(id)
    let categoryNames = try notation.categoryNames()
    return names.figures(
      [("the whole", scope, group.totals)]
        + group.categories.map { category in
          let word = FigureNames.word(category: category.category)
          return (categoryNames[category.category], scope + [word], category.totals)
        })
  }

  private func categories(_ names: CategoryNames, _ notation: Notation) -> AnswerTable {
    var table = AnswerTable([.left(), .right(), .right()], indent: 2)
    for category in group.categories {
      for (index, total) in notation.netTotals(category.totals, category.tooLarge).enumerated() {
        table.row(
          index == 0
            ? [.init(names[category.category]), .init(counted(category.count, "receipt")), .init(total)]
            : ["", "", .init(total)])
      }
    }
    return table
  }

  /// Returns that a deletion waits, and how to decide on it.
  private func pendingDeletion(_ notation: Notation) throws -> [Block] {
    guard let id, group.hasPendingDeletion else { return [] }
    let short = try notation.short(id)
    let words: Line =
      "A deletion waits: a device deleted this group before it had received a change to it. "
      + "Delete it: \(step: .delete(.group, short)). Keep it: \(remedy: .restore(.group, short))"
    return [.paragraph(words.emphasized(.attention))]
  }
}
