internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension NamedFigure {
  /// Returns the records that the figure depends on.
  ///
  /// - Complexity: O(transactions).
  func records(in book: Book) throws -> [StreamID] {
    switch self {
    case .saved(let goal, _): return [goal.stream]
    case .sum(let figure):
      var records = figure.filter.groups.compactMap { $0?.stream } + figure.filter.rules.map(\.stream)
      // A name that nothing is recorded with is needed all the same, so that the figure can be asked for.
      records += figure.filter.categories.map(CategoryStream.of(key:))
      records += figure.filter.accounts.map { AccountID(key: AccountState.key(of: $0)).stream }
      if let account = figure.account { records.append(account.stream) }
      var why = try Why.of(figure, in: book, limit: nil)
      records += why.openings.map(\.account.id.stream)
      try why.forEachPart { records.append($0.row.id.stream) }
      return records
    case .budget(let figure, let budget):
      // Every earlier month counts, and so does every account, whose money may not be budgeted.
      var records = try book.log.streams(kind: StreamKind.account.rawValue)
      for stream in try book.log.streams(kind: StreamKind.budget.rawValue) {
        let state = StreamFold(kind: stream.kind, events: try book.events(of: stream)).budget
        if state.currency == budget.currency, state.month ?? budget.month <= budget.month {
          records.append(stream)
        }
      }
      for category in try book.categories() where figure.concerns(category.key) {
        records.append(CategoryStream.of(key: category.key))
      }
      var filter = TransactionFilter()
      filter.asOf = book.day
      try book.forEachTransaction(filter) { listed in
        let categories = listed.row.shares.map(\.category) + [listed.row.category]
        if figure.isToBudget || categories.contains(where: { figure.concerns($0 ?? "") }) {
          records.append(listed.row.id.stream)
        }
      }
      return records
    }
  }
}
