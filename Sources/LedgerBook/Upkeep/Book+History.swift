internal import EventLog
public import LedgerProjections

// The past, looked up. It is built when somebody asks for it, and kept current from then on.
extension Book {
  /// Builds the history anew: what every record said between which events, and every sum after each. From then on every
  /// screen of a past position is looked up, and commands keep it current.
  ///
  /// - `progress`: called now and then; what it throws stops the building.
  /// - Returns: how it stands then; `.unavailable` where nothing may be written.
  /// - Complexity: O(events) on all cores; about a third of the log's size on the disk.
  @discardableResult
  public func rebuildHistory(jobs: Int? = nil, progress: ReadModels.Progress? = nil) throws -> HistoryState {
    if let jobs { models.jobs = jobs }
    return try models.rebuildHistory(progress: progress)
  }

  /// Whether a history was asked for before, by this version of the program or by another: a rebuild of everything
  /// makes it anew too.
  public func hasHistory() throws -> Bool { try models.hasHistory() }

  /// How the history stands.
  public func historyState() throws -> HistoryState { try models.historyState() }

  /// Reads the history at the end of the log: figures after each event, records between two; nil where there is none.
  ///
  /// - `builds`: makes it where there is none. Where nothing may be written, in memory.
  /// - `progress`: called now and then while it is built or brought to the end.
  public func history<T>(
    builds: Bool = false, progress: ReadModels.Progress? = nil, _ body: (HistoryReader) throws -> T
  ) throws -> T? {
    try models.history(builds: builds, progress: progress, body)
  }

  /// Where the screens of this moment come from: history or a fold. Nil where the moment is now, and until the first
  /// look. A fold once words were looked for, whatever the other screens come from.
  public var pastSource: PastSource? { models.toldSource }
}
