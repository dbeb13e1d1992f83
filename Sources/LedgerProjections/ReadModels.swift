public import EventLog
internal import LedgerBytes
public import LedgerDomain
internal import LedgerSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The read models of a ledger: kept at the end of its log, rebuilt when they are missing, stale or of another log.
///
/// Owned by one place, like the log. Several processes may use the same folder: each posts what the models lack,
/// reading their position under their own lock, so that doing it twice does nothing.
public final class ReadModels {
  private let log: LedgerLog
  private let folder: GenerationFolder?
  private let busyTimeoutMilliseconds: Int32
  private let horizon: Horizon
  private var generation: Generation?
  /// Called now and then while models that are missing are built at first use, with events done and events in all.
  /// What it throws stops the building; nothing of it stays.
  public var buildingProgress: Progress?
  /// How far `generation` was last seen to have come. It only goes further.
  private var posted: Int64?
  /// Every category by its key, as of `posted`; nil: not read since one changed.
  private var categories: [String: CategoryRow]?
  /// What a rebuild found that it could not apply, and why models were made anew, for `status`.
  public private(set) var notes: [String] = []

  /// Takes events done and events in all; throws to stop.
  public typealias Progress = (Int64, Int64) throws -> Void

  /// The read models in a folder; nil: in memory, for a ledger that must not be written.
  public init(of log: LedgerLog, folder: String?, busyTimeoutMilliseconds: Int32 = 5_000) {
    self.log = log
    self.folder = folder.map(GenerationFolder.init)
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    horizon = .now
  }

  /// The read models as of another moment: in memory, folded at first use, and then as they are.
  public init(of log: LedgerLog, asOf horizon: Horizon) {
    self.log = log
    self.horizon = horizon
    folder = nil
    busyTimeoutMilliseconds = 5_000
  }

  /// How many threads fold in a rebuild; nil: as many as there are cores.
  public var jobs: Int?
  /// Streams that a thread folds at once.
  var shard: Int64 = 1_024

  /// Closes the file.
  public func close() {
    try? generation?.connection.close()
    generation = nil
    posted = nil
    categories = nil
  }

  /// Every category by its key, at the end of the log: read once, and again when one has changed.
  public func categoriesByKey() throws -> [String: CategoryRow] {
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
      let generation = try current()
      try catchUp(generation)
      // A snapshot of a generation that was superseded meanwhile is left for its successor.
      let result: T? = try generation.connection.transaction(.deferred) {
        guard let head = try generation.head(), !head.isSuperseded else { return nil }
        return try body(ModelReader(generation.connection))
      }
      if let result { return result }
      close()
    }
  }

  /// Searches at the end of the log; the index is built when it is first asked.
  public func search(_ words: String, filter: TransactionFilter, limit: Int) throws -> [SearchHit] {
    while true {
      // The index is looked at in the snapshot that is read: others write meanwhile, or make the models anew.
      let hits: [SearchHit]? = try read { reader in
        try reader.isSearchable() ? try reader.search(words, filter: filter, limit: limit) : nil
      }
      if let hits { return hits }
      if let generation {
        try SearchIndex(connection: generation.connection).catchUp(to: log, horizon: horizon)
      }
    }
  }

  /// Brings the models to the end of the log. Call it with the log's write lock, or with none.
  public func catchUp() throws { try catchUp(try current()) }

  /// How the models stand, without changing anything.
  public func state() throws -> ModelsState {
    let last = try log.lastPosition()
    guard let folder else { return .inMemory }
    guard let number = try folder.finished().first else {
      let others = DurableFile.exists(folder.path) ? try DurableFile.list(folder.path) : []
      return others.contains { $0.hasSuffix(".sqlite") }
        ? .stale("they were made by another version of this program") : .absent
    }
    let path = folder.file(number)
    guard let head = try Generation.open(path, busyTimeoutMilliseconds: busyTimeoutMilliseconds)?.head() else {
      return .stale("they are damaged")
    }
    guard head.isComplete else { return .stale("they were not finished") }
    guard try fits(head) else { return .stale("they are of another log") }
    return head.position == last ? .current : .behind(last - head.position)
  }

  /// The fingerprint of this program's models.
  public static var fingerprint: String { Fingerprint.current }

  /// The file in service; nil before first use, and in memory.
  public var path: String? { generation?.path }
}

/// How the read models stand.
public enum ModelsState: Hashable, Sendable {
  case current
  case behind(Int64)
  case stale(String)
  case absent
  case inMemory
}

// MARK: - Choosing a generation

extension ReadModels {
  private func current() throws -> Generation {
    if let generation { return generation }
    guard let folder else {
      let made = try buildInMemory(progress: buildingProgress, stopsAtUnreadable: false)
      generation = made
      return made
    }
    if let found = try newest(in: folder) {
      generation = found
      return found
    }
    // Somebody else may be building: wait, then look again.
    try DurableFile.createFolder(folder.path)
    guard let lock = try FileLock(folder.lockPath, wait: true) else { return try current() }
    defer { withExtendedLifetime(lock) {} }
    if let found = try newest(in: folder) {
      generation = found
      return found
    }
    let made = try buildNext(in: folder, progress: buildingProgress, stopsAtUnreadable: false)
    generation = made
    return made
  }

  private func newest(in folder: GenerationFolder) throws -> Generation? {
    for number in try folder.finished() {
      guard
        let candidate = try Generation.open(
          folder.file(number), busyTimeoutMilliseconds: busyTimeoutMilliseconds),
        let head = try candidate.head(), head.isComplete, !head.isSuperseded, try fits(head)
      else { continue }
      return candidate
    }
    return nil
  }

  /// Whether the log still has, where the models stopped, the event they stopped at.
  private func fits(_ head: Generation.Head) throws -> Bool {
    guard head.ledger == log.ledgerID, head.fingerprint == Fingerprint.current else { return false }
    guard head.position > 0 else { return true }
    return try log.leaf(at: head.position)?.bytes == head.leaf
  }
}

// MARK: - Catching up

extension ReadModels {
  /// Events posted in one transaction of the models.
  private static let chunk: Int64 = 10_000

  private func catchUp(_ generation: Generation) throws {
    guard horizon == .now else { return }
    // What is known from the last time spares a look into the models: they only go further.
    if let posted {
      let last = try log.lastPosition()
      if last == posted { return }
      if last > posted {
        while try step(generation) {}
        if let reached = self.posted, reached >= last { return }
      }
    }
    posted = nil
    categories = nil
    guard let head = try generation.head() else { throw ModelError.damaged("they do not say where they are") }
    if head.isSuperseded { return }
    guard try log.lastPosition() != head.position else {
      posted = head.position
      return
    }
    guard try fits(head) else {
      // The log is another one than the models were made from: a backup came back.
      notes.append("the read models were of another log and were made anew")
      try generation.supersede()
      close()
      return try catchUp(try current())
    }
    while try step(generation) {}
  }

  /// Posts a chunk of events; whether there are more.
  private func step(_ generation: Generation) throws -> Bool {
    var reached: Int64?
    let isBehind = try generation.connection.transaction(.immediate) {
      guard let head = try generation.head(), !head.isSuperseded else { return false }
      return try log.reading {
        let last = try log.lastPosition()
        guard last > head.position, try fits(head) else { return false }
        if head.position != posted { categories = nil }
        let through = min(last, head.position + Self.chunk)
        var poster = Poster(try generation.writer())
        let folder = StreamFolder(log, through: through)
        for keyed in try log.streams(touchedAfter: head.position, through: through) {
          if keyed.stream.kind == StreamKind.category.rawValue { categories = nil }
          try poster.post(try folder.fold(keyed), stream: keyed.stream, key: keyed.key)
        }
        try poster.finish()
        guard let leaf = try log.leaf(at: through) else { throw ModelError.damaged("no event at \(through)") }
        try generation.advance(to: through, leaf: leaf.bytes)
        reached = through
        return through < last
      }
    }
    if let reached { posted = reached }
    return isBehind
  }
}

// MARK: - Rebuilding

/// What a rebuild did.
public struct RebuildReport: Hashable, Sendable {
  /// Events read.
  public let events: Int64
  /// Transactions written.
  public let transactions: Int
  /// Groups written.
  public let groups: Int
  /// Events that could not be applied, by type.
  public let problems: [ModelProblem]
}

extension ReadModels {
  /// Builds the next generation beside the one in service, then takes it into service.
  ///
  /// - Parameter progress: called now and then with events done and events in all; what it throws stops the rebuild.
  /// - Throws: `ModelError.unreadable` at an event that cannot be read; the models in service stay.
  /// - Complexity: O(events), one stream in memory at a time, and the sums.
  public func rebuild(progress: Progress? = nil) throws -> RebuildReport {
    let made: Generation
    if let folder {
      try DurableFile.createFolder(folder.path)
      let lock = try FileLock(folder.lockPath, wait: true)
      defer { withExtendedLifetime(lock) {} }
      let before = try newest(in: folder)
      made = try buildNext(in: folder, progress: progress, stopsAtUnreadable: true)
      try before?.supersede()
      try? before?.connection.close()
    } else {
      made = try buildInMemory(progress: progress, stopsAtUnreadable: true)
    }
    close()
    generation = made
    return try made.connection.transaction(.deferred) {
      let reader = ModelReader(made.connection)
      return RebuildReport(
        events: try made.head()?.position ?? 0, transactions: try reader.count(.everything),
        groups: try reader.groupRows().count, problems: try reader.problems())
    }
  }

  private func builder(
    progress: Progress?, stopsAtUnreadable: Bool
  ) -> GenerationBuilder {
    GenerationBuilder(
      log: log, horizon: horizon, jobs: jobs ?? Self.cores, shard: shard, stopsAtUnreadable: stopsAtUnreadable,
      progress: progress)
  }

  private func buildInMemory(progress: Progress?, stopsAtUnreadable: Bool) throws -> Generation {
    let made = try Generation.create(nil, ledger: log.ledgerID)
    try builder(progress: progress, stopsAtUnreadable: stopsAtUnreadable).fill(made)
    try made.finish()
    return made
  }

  /// Builds the next generation, with the folder's lock held.
  ///
  /// It is filled without a journal and synced once; the transaction that says it is complete is the first that the
  /// file sees with a journal, after all else has reached the disk. What was appended meanwhile is in it.
  private func buildNext(
    in folder: GenerationFolder, progress: Progress?, stopsAtUnreadable: Bool
  ) throws -> Generation {
    let number = (try folder.numbers().first ?? 0) + 1
    do {
      if !DurableFile.exists(folder.mark(number)) { try DurableFile.create(folder.mark(number), bytes: []) }
      let bare = try Generation.create(folder.file(number), ledger: log.ledgerID)
      do {
        try builder(progress: progress, stopsAtUnreadable: stopsAtUnreadable).fill(bare)
      } catch {
        try? bare.connection.close()
        throw error
      }
      try bare.connection.close()
      try DurableFile.synchronize(folder.file(number))
      guard
        let made = try Generation.open(
          folder.file(number), busyTimeoutMilliseconds: busyTimeoutMilliseconds)
      else { throw ModelError.damaged("a generation that was just made can't be opened") }
      while try step(made) {}
      try made.finish()
      try DurableFile.remove(folder.mark(number))
      try folder.sweep(newest: number)
      return made
    } catch {
      folder.remove(number)
      throw error
    }
  }

  /// How many threads the machine runs at once.
  private static let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
