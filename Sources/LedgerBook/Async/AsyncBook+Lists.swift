public import LedgerDomain
public import LedgerProjections

// The parts of screens, for an interface that reads them one by one.
extension AsyncBook {
  /// Returns a page of transactions without the sums of a list, newest date first.
  ///
  /// - Complexity: As `receipts`, but nothing is summed.
  public nonisolated func transactions(
    _ filter: TransactionFilter = TransactionFilter(), page: PageRequest = PageRequest(),
    asOf horizon: Horizon = .now
  ) async throws -> TransactionPage {
    try await read(asOf: horizon) { try $0.transactions(filter, page: page) }
  }

  /// Returns some rows of a list that scrolls both ways, without counts and sums.
  ///
  /// - Throws: `CursorError` if the cursor is not from such a call.
  public nonisolated func rows(
    _ filter: TransactionFilter = TransactionFilter(), from place: ListPlace = .start, limit: Int = 50,
    asOf horizon: Horizon = .now
  ) async throws -> TransactionRows {
    try await read(asOf: horizon) { try $0.rows(filter, from: place, limit: limit) }
  }

  /// Returns the months and dates of all that matches, with their sums.
  public nonisolated func sections(
    _ filter: TransactionFilter = TransactionFilter(), asOf horizon: Horizon = .now
  ) async throws -> [MonthSection] {
    try await read(asOf: horizon) { try $0.sections(filter) }
  }

  /// Returns the number of transactions per value of every filter.
  public nonisolated func filterCounts(
    _ filter: TransactionFilter = TransactionFilter(), asOf horizon: Horizon = .now
  ) async throws -> [FilterCount] {
    try await read(asOf: horizon) { try $0.filterCounts(filter) }
  }

  /// Returns all categories, also those that are no longer offered.
  public nonisolated func categories(asOf horizon: Horizon = .now) async throws -> [CategoryRow] {
    try await read(asOf: horizon) { try $0.categories() }
  }

  /// Returns the ledger's defaults, and its format of dates and amounts.
  public nonisolated func ledgerSettings(asOf horizon: Horizon = .now) async throws -> LedgerRow {
    try await read(asOf: horizon) { try $0.ledgerRow() }
  }

  /// Returns the rules of recurring transactions.
  public nonisolated func rules(
    withDeleted: Bool = false, asOf horizon: Horizon = .now
  ) async throws -> [RuleRow] {
    try await read(asOf: horizon) { try $0.rules(withDeleted: withDeleted) }
  }

  /// One rule with each of its transactions.
  ///
  /// - Throws: `BookError.unknown`.
  public nonisolated func rule(_ id: RuleID, asOf horizon: Horizon = .now) async throws -> RuleDetail {
    try await read(asOf: horizon) { try $0.rule(id) }
  }

  /// Pairs of transactions that may be the same purchase, a page of them.
  public nonisolated func duplicates(after cursor: String? = nil, limit: Int = 50) async throws -> DuplicatePage
  {
    try await read { try $0.duplicates(after: cursor, limit: limit) }
  }

  /// Tags that begin with a text, the most used first (ET-05).
  public nonisolated func tagSuggestions(prefix: String = "", limit: Int = 10) async throws -> [TagUse] {
    try await read { try $0.tagSuggestions(prefix: prefix, limit: limit) }
  }
}
