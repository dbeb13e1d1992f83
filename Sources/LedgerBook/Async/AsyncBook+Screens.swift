public import LedgerDomain
public import LedgerProjections

// The screens of most apps, an `await` and a value each, read while commands run. With a horizon it is the screen of a moment
// in the past. All others go through `read`, in the same way.
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
    // A single read needs no snapshot, beyond which the index may be.
    let results = try await use(readers.screens) { book, _ in
      try book.searchIndexed(words, filter: filter, limit: limit)
    }
    if !results.coverage.isComplete { startIndexing() }
    return results
  }
}
