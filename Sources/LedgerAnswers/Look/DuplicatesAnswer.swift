internal import LedgerBook
package import LedgerDomain
package import LedgerProjections

/// Pairs of receipts that may be one.
package struct DuplicatePairsAnswer: Answer {
  let page: DuplicatePage
  let isFirstPage: Bool

  package init(_ page: DuplicatePage, isFirstPage: Bool) { (self.page, self.isFirstPage) = (page, isFirstPage) }

  package var remarks: [Remark] { page.next.map { [.line("More: \(step: .moreDuplicates(after: $0))")] } ?? [] }

  package func document(_ notation: Notation) -> Document { .lines(page.pairs.map(\.json)) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    guard !page.pairs.isEmpty else {
      return [.line(isFirstPage ? "No receipt looks like another." : "That was the last page.")]
    }
    var table = AnswerTable([.left(), .left(), .left(), .name(shrinksTo: 10), .right(), .name(shrinksTo: 8)])
    for pair in page.pairs {
      let rows = [(pair.transaction, pair.duplicate.tier.rawValue), (pair.duplicate.other, "")]
      for (listed, tier) in rows {
        let row = listed.row
        table.row([
          .init(tier, pair.duplicate.tier >= .likely ? .quiet : .attention),
          .init(try notation.short(row.id), .quiet), .init(notation.words(row.date)),
          .init(notation.vendor(row)), .init(notation.words(row.money)),
          .init(row.stage == .draft ? "draft" : listed.groupName ?? GroupState.reservedName),
        ])
      }
    }
    let halves = page.pairs.contains { $0.duplicate.tier == .transfer }
    let step = try page.pairs.first { $0.duplicate.tier == .statement }.map { pair in
      let (receipt, row) = (pair.duplicate.other.row, pair.transaction.row)
      return Step.match(try notation.short(receipt.id), with: try notation.short(row.id))
    }
    return [.table(table)]
      + (step.map { [.line("Link a receipt with its row: \(step: $0)")] } ?? [])
      + (halves ? [.line("Make the halves of a transfer one: \(step: .match())")] : []) + [
        .line("Delete one: \(step: .delete(.transaction)). Not the same: \(step: .dismiss())")
      ]
  }
}

/// The receipts that one receipt may be a duplicate of.
package struct DuplicatesAnswer: Answer {
  let row: TransactionRow
  let found: [Duplicate]

  package init(_ row: TransactionRow, _ found: [Duplicate]) { (self.row, self.found) = (row, found) }

  package func document(_ notation: Notation) -> Document { .lines(found.map(\.json)) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    [.fitted("\(try notation.short(row.id))  \(notation.summary(row))")]
      + (found.isEmpty ? [.line("It looks like no other.")] : [])
      + (try notation.duplicates(of: row.id))
  }
}
