public import LedgerProjections

// The past, looked up. It is built on the first request, and kept current from then on.
extension Book {
  /// Builds the history: every record between two events, and every sum after each.
  ///
  /// From then on every screen of a past position is looked up, and commands keep the history current.
  ///
  /// - Parameters:
  ///   - jobs: The maximal number of threads, or `nil` to keep the book's setting.
  ///   - progress: A closure that is called repeatedly. An error that it throws stops the building.
  /// - Returns: The state of the history, `.unavailable` if nothing may be written.
  /// - Complexity: O(events) on all cores, and about a third of the log's size on the disk.
  @discardableResult
  public func rebuildHistory(jobs: Int? = nil, progress: Progress? = nil) throws -> HistoryState {
    if let jobs { models.jobs = jobs }
    return try models.rebuildHistory(progress: progress)
  }

  /// Whether this or another version of the program built a history. If so, a rebuild of everything builds it
  /// again.
  package func hasHistory() throws -> Bool { try models.hasHistory() }

  /// Returns the state of the history.
  public func historyState() throws -> HistoryState { try models.historyState() }

  /// Reads the history at the end of the log. Returns `nil` if there is no history.
  ///
  /// It answers with figures after each event, and records between two events.
  ///
  /// - Parameters:
  ///   - builds: Whether to build a missing history. It is built in memory if the ledger is not writable.
  ///   - progress: A closure that is called repeatedly while the history is built or updated.
  ///   - body: A closure that reads the history.
  package func history<T>(
    builds: Bool = false, progress: Progress? = nil, _ body: (HistoryReader) throws -> T
  ) throws -> T? {
    try models.history(builds: builds, progress: progress, body)
  }

  /// The source of this moment's screens: history or a fold.
  ///
  /// `nil` at the end of the log, and before the first read. After the first text search it is a fold, even if history
  /// serves the other screens.
  package var pastSource: PastSource? { models.toldSource }
}
