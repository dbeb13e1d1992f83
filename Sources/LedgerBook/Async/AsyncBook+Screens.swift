public import LedgerDomain
public import LedgerProjections

// A screen, an `await` and a value each.
extension AsyncBook {
  /// The groups home.
  public func home() throws -> HomeScreen { try run { try $0.home() } }

  /// One group, or Unfiled.
  ///
  /// - Throws: `BookError.unknown` where it is not known or deleted.
  public func group(
    _ id: GroupID?, filter: TransactionFilter = TransactionFilter(), page: PageRequest = PageRequest()
  ) throws -> GroupScreen {
    try run { try $0.groupScreen(id, filter: filter, page: page) }
  }

  /// A page of receipts.
  public func receipts(
    _ filter: TransactionFilter = TransactionFilter(), page: PageRequest = PageRequest()
  ) throws -> ListScreen {
    try run { try $0.receiptsScreen(filter, page: page) }
  }

  /// One receipt with its provenance.
  ///
  /// - Throws: `BookError.unknown`.
  public func receipt(_ id: TransactionID) throws -> ReceiptScreen { try run { try $0.receiptScreen(id) } }

  /// Drafts that wait, the oldest first.
  public func drafts() throws -> [ListedTransaction] { try run { try $0.drafts() } }

  /// Sums of one kind over a period, by bucket and by category.
  public func analysis(
    kind: TransactionKind, period: AnalysisPeriod, filter: TransactionFilter = TransactionFilter()
  ) throws -> Analysis {
    try run { try $0.analysis(kind: kind, period: period, filter: filter) }
  }

  /// Transactions that hold all the words, the last as a beginning.
  public func search(
    _ words: String, filter: TransactionFilter = .everything, limit: Int = 50
  ) throws -> [SearchHit] {
    try run { try $0.search(words, filter: filter, limit: limit) }
  }

  /// Reports what was received and spent over some months, by month and by a division.
  public func report(
    _ subject: ReportSubject, over months: ClosedRange<CivilMonth>, by division: ReportDivision = .category,
    in currency: Currency? = nil
  ) throws -> Report {
    try run { try $0.report(subject, over: months, by: division, in: currency) }
  }

  /// Reports the balances of all accounts at the end of each month.
  public func netWorth(
    over months: ClosedRange<CivilMonth>, in currency: Currency? = nil
  ) throws -> Report {
    try run { try $0.netWorth(over: months, in: currency) }
  }

  /// The goals with their contributions and figures: open ones first, then by date and name.
  public func goals(withDeleted: Bool = false) throws -> [GoalSummary] {
    try run { try $0.goals(withDeleted: withDeleted) }
  }
}
