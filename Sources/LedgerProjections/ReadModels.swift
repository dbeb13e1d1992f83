public import EventLog
internal import LedgerBytes
public import LedgerDomain
internal import LedgerSQLite

/// The read models of a ledger: kept at the end of its log, rebuilt when they are missing, stale or of another log.
///
/// Owned by one place, like the log. Several processes may use the same folder: each posts what the models lack,
/// reading their position under their own lock, so that doing it twice does nothing.
public final class ReadModels {
  let log: LedgerLog
  let folder: GenerationFolder?
  let busyTimeoutMilliseconds: Int32
  let horizon: Horizon
  private var openGeneration: Generation?
  /// Called now and then while models that are missing are built at first use. What it throws stops the building;
  /// nothing of it stays.
  public var buildingProgress: Progress?
  private var knownPosted: Int64?
  /// What is being posted to `generation` on a thread of its own.
  var posting: PostingUnderWay?
  /// Whether something was posted before: one command alone gains nothing by a thread.
  var isPosting = false
  /// What the thread that catches up behind reads.
  var logBehind: LedgerLog?
  /// Every category by its key, as of `posted`; nil: not read since one changed.
  var categories: [String: CategoryRow]?
  /// Since when models are made in memory, because the folder turned out not to be writable.
  var inMemorySince: ContinuousClock.Instant?
  /// After how long the folder is tried again.
  var retry: Duration = .seconds(60)
  /// Where the log ended when its disk was too full for models.
  var fullAt: Int64?
  /// The file of history beside the models; nil where nothing may be written.
  let history: HistoryFile?
  /// What keeps it current behind what is appended here.
  let follower: HistoryFollower?
  /// Of a past moment: where what it shows comes from; nil until it was looked at.
  public internal(set) var source: PastSource?
  /// Beside a past that history serves: the models of now, whose index of words it is searched by.
  var live: ReadModels?
  /// The same past, folded, where that index can't be used, and why it can't.
  var folded: (models: ReadModels, why: String)?
  /// No more transactions than these are ranked apart.
  var few = SearchMatcher.few
  /// What a rebuild found that it could not apply, and why models were made anew, for `status`.
  public internal(set) var notes: [String] = []

  /// Takes how far a build is; throws to stop it.
  public typealias Progress = (RebuildProgress) throws -> Void

  /// The read models in a folder; nil: in memory, for a ledger that must not be written.
  public init(of log: LedgerLog, folder: String?, busyTimeoutMilliseconds: Int32 = 5_000) {
    self.log = log
    self.folder = folder.map { GenerationFolder($0) }
    if let folder { ProbeCache.use(folder) }
    history = folder.map { HistoryFile(log, $0, busyTimeoutMilliseconds: busyTimeoutMilliseconds) }
    follower = history.map { HistoryFollower(log, $0.folder) }
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    horizon = .now
  }

  /// The read models as of another moment: from the history in a folder where there is one that can say, else in
  /// memory, folded at first use; and then as they are.
  ///
  /// - `folder`: where history lies; nil: nothing in it is looked at, and all is folded.
  public init(
    of log: LedgerLog, asOf horizon: Horizon, history folder: String? = nil,
    busyTimeoutMilliseconds: Int32 = 5_000
  ) {
    self.log = log
    self.horizon = horizon
    self.folder = nil
    if let folder { ProbeCache.use(folder) }
    history = folder.map { HistoryFile(log, $0, busyTimeoutMilliseconds: busyTimeoutMilliseconds) }
    follower = nil
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
  }

  /// How many threads fold in a rebuild; nil: as many as there are cores.
  public var jobs: Int?
  /// How much a build has in hand at a time.
  var sizes = BuildSizes()

  /// Closes the file, and that of history once it has been brought to where it was asked for.
  public func close() {
    try? generation?.connection.close()
    generation = nil
    posted = nil
    isPosting = false
    try? logBehind?.close()
    logBehind = nil
    categories = nil
    source = nil
    live?.close()
    live = nil
    folded?.models.close()
    folded = nil
    follower?.close()
  }

  /// The file in service, once nothing is being posted to it any more.
  var generation: Generation? {
    get {
      settle()
      return openGeneration
    }
    set {
      settle()
      openGeneration = newValue
    }
  }

  /// How far `generation` was last seen to have come. It only goes further.
  var posted: Int64? {
    get {
      settle()
      return knownPosted
    }
    set {
      settle()
      knownPosted = newValue
    }
  }

  /// Every category by its key, at the end of the log: read once, and again when one has changed.
  public func categoriesByKey() throws -> [String: CategoryRow] {
    // What is being posted need not be waited for where it changes none.
    if let posting, !posting.isOfCategory, let categories, try log.lastPosition() == posting.reaching {
      return categories
    }
    try catchUp()
    if horizon == .now, let categories { return categories }
    let found = try read { reader in
      Dictionary(try reader.categories().map { ($0.key, $0) }) { first, _ in first }
    }
    categories = found
    return found
  }

  /// Reads at the end of the log: catches up first, then reads one snapshot.
  public func read<T>(_ body: (ModelReader) throws -> T) throws -> T {
    while true {
      let generation = try ready()
      // A snapshot of a generation that was superseded meanwhile is left for its successor.
      let result: T? = try generation.connection.transaction(.deferred) {
        guard let head = try headUnlessGone(generation), !head.isSuperseded else { return nil }
        return try body(ModelReader(generation.connection, asOf: source?.position))
      }
      if let result { return result }
      close()
    }
  }

  /// What a generation says of itself; nil too where its file went while it was being opened.
  private func headUnlessGone(_ generation: Generation) throws -> Generation.Head? {
    do { return try generation.head() } catch {
      if generation.isGone { return nil }
      throw error
    }
  }

  /// Searches at the end of the log; the index is built when it is first asked.
  public func search(_ words: String, filter: TransactionFilter, limit: Int) throws -> [SearchHit] {
    if horizon != .now {
      _ = try ready()
      if case .history(let position)? = source {
        return try search(words, filter: filter, limit: limit, at: position)
      }
    }
    return try readSearchable { try $0.search(words, filter: filter, limit: limit) }
  }

  /// Reads where the index of words is at the end of the log too; it is built when this is first asked.
  func readSearchable<T>(_ body: (ModelReader) throws -> T) throws -> T {
    while true {
      // The index is looked at in the snapshot that is read: others write meanwhile, or make the models anew.
      let result: T? = try read { try $0.isSearchable() ? try body($0) : nil }
      if let result { return result }
      if let generation {
        try SearchIndex(connection: generation.connection).catchUp(to: log, horizon: horizon)
      }
    }
  }

  /// Brings the models to the end of the log. Call it with the log's write lock, or with none.
  public func catchUp() throws { _ = try ready() }

  /// The fingerprint of this program's models.
  public static var fingerprint: String { Fingerprint.digits }

  /// The file in service; nil before first use, and in memory.
  public var path: String? { generation?.path }
}
