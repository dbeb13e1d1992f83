package import EventLog
package import LedgerDomain
internal import LedgerSQLite

/// The read models of a ledger: kept at the end of its log, and rebuilt if missing or outdated.
///
/// They have one owner, like the log. Several processes may use the same folder. Each posts the events that the models
/// lack, and reads their position under their own lock, so that no event is posted twice.
///
/// ```swift
/// let models = ReadModels(of: log, folder: folder + "/models")
/// let groups = try models.read { try $0.groups() }
/// ```
package final class ReadModels {
  let log: LedgerLog
  let folder: GenerationFolder?
  let busyTimeoutMilliseconds: Int32
  let horizon: Horizon
  /// The file in use. Past models from history have that file here.
  var service = Service.closed
  /// Called while missing models are built at first use. An error thrown by it stops that, and nothing is kept.
  package var buildingProgress: Progress?
  /// Every category by its key, at the known position, or `nil` if one changed since they were read.
  var categories: [String: CategoryRow]?
  /// Since when and why models are in memory, or `nil` if they are in the folder.
  var inMemory: MemorySpell?
  /// How long to wait before the folder is tried again.
  var retry: Duration = .seconds(60)
  /// The file of history next to the models, or `nil` if nothing may be written.
  let history: HistoryFile?
  /// Posts in the background after events are appended here. `nil` for the past and in memory.
  let worker: BackgroundWorker?
  /// The source of screens of a past moment, or `nil` before the first one was read.
  package internal(set) var source: PastSource?
  /// The search index at this horizon.
  let searchIndex: SearchIndex
  /// The index of now, for searches of a past that history serves. `nil` for the present and without a folder.
  let currentIndex: SearchIndex?
  /// The same past, folded, if that index cannot be used, with the reason.
  var folded: (models: ReadModels, why: String)?
  /// The number of missing events from which models may be built again instead of being updated.
  var rebuildsFrom: Int64 = 20_000
  /// How searches are done.
  var searchLimits = SearchLimits()
  /// The events that a rebuild could not apply, and the reasons why models were rebuilt, for `status`.
  package internal(set) var notes: [String] = []

  /// Receives the progress of a build. It throws to stop the build.
  package typealias Progress = (RebuildProgress) throws -> Void

  /// Creates the read models in a folder, or in memory if `folder` is `nil`.
  ///
  /// In memory is for a ledger that must not be written.
  package init(of log: LedgerLog, folder: String?, busyTimeoutMilliseconds: Int32 = 5_000) {
    self.log = log
    self.folder = folder.map { GenerationFolder($0) }
    if let folder { FingerprintCache.use(folder) }
    history = folder.map { HistoryFile(log, $0, busyTimeoutMilliseconds: busyTimeoutMilliseconds) }
    worker = history.map { BackgroundWorker(log, history: $0.folder) }
    searchIndex = SearchIndex(of: log, folder: folder, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    currentIndex = nil
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    horizon = .now
  }

  /// Creates the read models as of another moment, which then do not change.
  ///
  /// They come from the history in a folder if it has that moment. Otherwise they are folded in memory at first use.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - horizon: The moment.
  ///   - folder: The folder of the history, or `nil` to fold the log in any case.
  ///   - busyTimeoutMilliseconds: The time to wait for another writer.
  package init(
    of log: LedgerLog, asOf horizon: Horizon, history folder: String? = nil,
    busyTimeoutMilliseconds: Int32 = 5_000
  ) {
    self.log = log
    self.horizon = horizon
    self.folder = nil
    if let folder { FingerprintCache.use(folder) }
    history = folder.map { HistoryFile(log, $0, busyTimeoutMilliseconds: busyTimeoutMilliseconds) }
    worker = nil
    searchIndex = SearchIndex(of: log, folder: nil, horizon: horizon)
    currentIndex = folder.map {
      SearchIndex(of: log, folder: $0, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    }
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
  }

  /// The snapshot that `holding` reads, or `nil` if each read has one of its own.
  var held: Held?

  /// Whether a damaged file is built again by itself. A check of the file reports the damage instead.
  package var mendsDamage = true { didSet { history?.mendsDamage = mendsDamage } }
  /// How many threads fold in a rebuild, or `nil` for as many as there are cores.
  package var jobs: Int?
  /// How much data a build processes at a time.
  var sizes = BuildSizes()

  /// Returns every category by its key, at the end of the log: read once, and again when one has changed.
  package func categoriesByKey() throws -> [String: CategoryRow] {
    // Pending events need not be waited for if they change no category.
    if case .lent(_, let pending) = service, !pending.isOfCategory, let categories,
      try log.lastPosition() == pending.reaching
    {
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
  ///
  /// If the file turns out to be damaged, it is built again, and `body` runs a second time.
  package func read<T>(_ body: (ModelReader) throws -> T) throws -> T {
    if let held { return try body(ModelReader(held.generation.connection)) }
    return try mending { try readOnce(body) }
  }

  private func readOnce<T>(_ body: (ModelReader) throws -> T) throws -> T {
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

  /// Returns the stored head of a generation, or `nil` if its file was removed during the opening.
  func headUnlessGone(_ generation: Generation) throws -> Generation.Head? {
    do { return try generation.head() } catch {
      if generation.isGone { return nil }
      throw error
    }
  }

  /// Brings the models to the end of the log. Call it while holding the log's write lock or no lock.
  package func catchUp() throws { try mending { _ = try ready() } }

  /// The fingerprint of this program's models.
  package static var fingerprint: String { Fingerprint.digits }

  /// Whether they are meant to be kept in a folder.
  package var isInFolder: Bool { folder != nil }

  /// Returns the file of the models as it is, even if it is damaged, or `nil` in memory. For checks of the file.
  package func fileAsItIs() throws -> String? {
    mendsDamage = false
    defer { mendsDamage = true }
    return try ready().path
  }

  /// The file in service, or `nil` before first use and in memory.
  package var path: String? { service.generation?.path }
}
