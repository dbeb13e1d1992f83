public import LedgerDomain
public import LedgerProjections

// A screen, an `await` and a value each, read while commands run. With a horizon it is the screen of a moment in the past.
extension AsyncBook {
  /// Returns the groups home.
  ///
  /// - Parameters:
  ///   - limit: How many of the latest groups are wanted, or `nil` for all. Unfiled is not counted.
  ///   - horizon: The moment to look at.
  public nonisolated func home(
    latest limit: Int? = nil, asOf horizon: Horizon = .now
  ) async throws -> HomeScreen {
    try await read(asOf: horizon) { try $0.home(latest: limit) }
  }

  /// One group, or Unfiled.
  ///
  /// - Throws: `BookError.unknown` where it is not known or deleted.
  public nonisolated func groupScreen(
    _ id: GroupID?, filter: TransactionFilter = TransactionFilter(), page: PageRequest = PageRequest(),
    asOf horizon: Horizon = .now
  ) async throws -> GroupScreen {
    try await read(asOf: horizon) { try $0.groupScreen(id, filter: filter, page: page) }
  }

  /// Returns a page of receipts.
  public nonisolated func receiptsScreen(
    _ filter: TransactionFilter = TransactionFilter(), page: PageRequest = PageRequest(),
    asOf horizon: Horizon = .now
  ) async throws -> ListScreen {
    try await read(asOf: horizon) { try $0.receiptsScreen(filter, page: page) }
  }

  /// One receipt with its provenance.
  ///
  /// - Throws: `BookError.unknown`.
  public nonisolated func receiptScreen(
    _ id: TransactionID, asOf horizon: Horizon = .now
  ) async throws -> ReceiptScreen {
    try await read(asOf: horizon) { try $0.receiptScreen(id) }
  }

  /// The groups to file into, the latest created first, then by name.
  public nonisolated func groupChoices(
    limit: Int? = nil, asOf horizon: Horizon = .now
  ) async throws -> [GroupRow] {
    try await read(asOf: horizon) { try $0.groupChoices(limit: limit) }
  }

  /// Drafts that wait, the oldest first.
  public nonisolated func drafts(asOf horizon: Horizon = .now) async throws -> [ListedTransaction] {
    try await read(asOf: horizon) { try $0.drafts() }
  }

  /// Sums of one kind over a period, by bucket and by category.
  public nonisolated func analysis(
    kind: TransactionKind, period: AnalysisPeriod, filter: TransactionFilter = TransactionFilter(),
    asOf horizon: Horizon = .now
  ) async throws -> Analysis {
    try await read(asOf: horizon) { try $0.analysis(kind: kind, period: period, filter: filter) }
  }

  /// Transactions that hold all the words, the last as a beginning.
  ///
  /// It does not wait for the search index. If that is not complete, it is built in the background from now on, the
  /// latest records first, and `indexSearch` tells how far it is.
  public nonisolated func search(
    _ words: String, filter: TransactionFilter = .everything, limit: Int = 50
  ) async throws -> SearchResults {
    let results = try await read { try $0.searchIndexed(words, filter: filter, limit: limit) }
    if !results.coverage.isComplete { startIndexing() }
    return results
  }

  /// Reports what was received and spent over some months, by month and by a division.
  public nonisolated func report(
    _ subject: ReportSubject, over months: ClosedRange<CivilMonth>, by division: ReportDivision = .category,
    in currency: CurrencyCode? = nil, asOf horizon: Horizon = .now
  ) async throws -> Report {
    try await read(asOf: horizon) { try $0.report(subject, over: months, by: division, in: currency) }
  }

  /// Reports the balances of all accounts at the end of each month.
  public nonisolated func netWorth(
    over months: ClosedRange<CivilMonth>, in currency: CurrencyCode? = nil, asOf horizon: Horizon = .now
  ) async throws -> Report {
    try await read(asOf: horizon) { try $0.netWorth(over: months, in: currency) }
  }

  /// Returns the accounts with their balances.
  public nonisolated func accountsScreen(asOf horizon: Horizon = .now) async throws -> AccountsScreen {
    try await read(asOf: horizon) { try $0.accountsScreen() }
  }

  /// One account with a page of its receipts.
  ///
  /// - Throws: `BookError.unknown` if no account has that key.
  public nonisolated func accountScreen(
    key: String, filter: TransactionFilter = TransactionFilter(), page: PageRequest = PageRequest(),
    asOf horizon: Horizon = .now
  ) async throws -> AccountScreen {
    try await read(asOf: horizon) { try $0.accountScreen(key: key, filter: filter, page: page) }
  }

  /// Returns the budget of a month in one currency, in header groups.
  public nonisolated func budgetScreen(
    _ month: CivilMonth, in currency: CurrencyCode, asOf horizon: Horizon = .now
  ) async throws -> BudgetScreen {
    try await read(asOf: horizon) { try $0.budgetScreen(month, in: currency) }
  }

  /// Returns the goals with their contributions and figures: open ones first, then by date and name.
  public nonisolated func goals(
    withDeleted: Bool = false, asOf horizon: Horizon = .now
  ) async throws -> [GoalSummary] {
    try await read(asOf: horizon) { try $0.goals(withDeleted: withDeleted) }
  }
}
