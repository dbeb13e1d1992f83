internal import LedgerBook
internal import LedgerDomain
package import LedgerProjections

/// Receipts that wait for a person: drafts, and saved ones with a proposal by a machine (IE-30).
package struct DraftsAnswer: Answer {
  let drafts: [ListedTransaction]
  let waiting: [WaitingProposals]

  package init(_ drafts: [ListedTransaction], _ waiting: [WaitingProposals]) {
    self.drafts = drafts
    self.waiting = waiting.filter { $0.transaction.row.stage != .draft }
  }

  package func document(_ notation: Notation) throws -> Document {
    .lines(
      try drafts.map { try $0.draftJSON(proposals: 0) }
        + waiting.map { try $0.transaction.draftJSON(proposals: $0.fields) })
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    if drafts.isEmpty, waiting.isEmpty {
      return [.step("There are no drafts. Add a receipt", .capture)]
    }
    var blocks: [Block] = []
    if !drafts.isEmpty {
      blocks.append(
        .table(
          try table("draft", "to look at", drafts, notation) { row in
            let count = row.attentionCount
            return count == 0 ? .init("–", .good) : .init("\(count)", .attention)
          }))
    }
    guard !waiting.isEmpty else { return blocks }
    let counts = Dictionary(waiting.map { ($0.transaction.row.id, $0.fields) }) { first, _ in first }
    let table = try table("receipt", "proposals", waiting.map(\.transaction), notation) { row in
      .init("\(counts[row.id] ?? 0)", .attention)
    }
    return blocks + (drafts.isEmpty ? [] : [.gap]) + [
      .table(table), .line("See one: \(step: .review()); answer: \(step: .accept()), \(step: .reject())"),
    ]
  }

  private func table(
    _ first: String, _ last: String, _ rows: [ListedTransaction], _ notation: Notation,
    _ mark: (TransactionRow) -> AnswerTable.Cell
  ) throws -> AnswerTable {
    var table = AnswerTable([.left(first), .left("date"), .name("vendor"), .right("total"), .right(last)])
    for row in rows.map(\.row) {
      table.row([
        .init(try notation.short(row.id), .quiet), .init(notation.words(row.date)),
        .init(notation.vendor(row)), .init(notation.words(row.money)), mark(row),
      ])
    }
    return table
  }
}
