public import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

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

  /// Closes the file.
  public func close() {
    try? generation?.connection.close()
    generation = nil
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
    guard let number = try folder.numbers().first else {
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
      let made = try Generation.create(nil, ledger: log.ledgerID)
      try build(made, progress: buildingProgress, stopAtUnreadable: false)
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
    let made = try buildNext(in: folder, progress: buildingProgress, stopAtUnreadable: false)
    generation = made
    return made
  }

  private func newest(in folder: GenerationFolder) throws -> Generation? {
    for number in try folder.numbers() {
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
    return try log.event(at: head.position)?.leaf.bytes == head.leaf
  }
}

// MARK: - Catching up

extension ReadModels {
  /// Events posted in one transaction of the models.
  private static let chunk: Int64 = 10_000

  private func catchUp(_ generation: Generation) throws {
    guard horizon == .now else { return }
    guard let head = try generation.head() else { throw ModelError.damaged("they do not say where they are") }
    if head.isSuperseded { return }
    guard try log.lastPosition() != head.position else { return }
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
    try generation.connection.transaction(.immediate) {
      guard let head = try generation.head(), !head.isSuperseded else { return false }
      return try log.reading {
        let last = try log.lastPosition()
        guard last > head.position else { return false }
        let through = min(last, head.position + Self.chunk)
        var poster = try Poster(generation.connection, isFresh: false)
        let folder = StreamFolder(log, through: through)
        for keyed in try log.streams(touchedAfter: head.position, through: through) {
          try poster.post(try folder.fold(keyed), stream: keyed.stream, key: keyed.key)
        }
        try poster.finish()
        guard let event = try log.event(at: through) else { throw ModelError.damaged("no event at \(through)") }
        try generation.advance(to: through, leaf: event.leaf.bytes)
        return through < last
      }
    }
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
      made = try buildNext(in: folder, progress: progress, stopAtUnreadable: true)
      try before?.supersede()
      try? before?.connection.close()
    } else {
      made = try Generation.create(nil, ledger: log.ledgerID)
      try build(made, progress: progress, stopAtUnreadable: true)
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

  private func buildNext(
    in folder: GenerationFolder, progress: Progress?, stopAtUnreadable: Bool
  ) throws -> Generation {
    let number = (try folder.numbers().first ?? 0) + 1
    let made = try Generation.create(folder.file(number), ledger: log.ledgerID)
    do {
      try build(made, progress: progress, stopAtUnreadable: stopAtUnreadable)
    } catch {
      try? made.connection.close()
      for suffix in ["", "-wal", "-shm"] { try? DurableFile.remove(folder.file(number) + suffix) }
      throw error
    }
    try folder.sweep(newest: number)
    return made
  }

  /// Streams posted in one transaction while building.
  private static let buildChunk = 20_000

  private func build(
    _ generation: Generation, progress: Progress?, stopAtUnreadable: Bool
  ) throws {
    try log.reading {
      let last = min(try log.lastPosition(), horizon.position)
      var poster = try Poster(generation.connection, isFresh: true)
      var done: Int64 = 0
      var pending = 0
      try generation.connection.begin(.immediate)
      do {
        try generation.withoutIndexes {
          try forEachFold(through: last) { keyed, fold, count in
            if stopAtUnreadable, let problem = fold.problems.first(where: { $0.reason != nil }) {
              throw ModelError.unreadable(
                position: problem.position, type: problem.type, reason: problem.reason ?? "")
            }
            try poster.post(fold, stream: keyed.stream, key: keyed.key)
            done += Int64(count)
            pending += 1
            if pending == Self.buildChunk {
              pending = 0
              try generation.connection.commit()
              try generation.connection.begin(.immediate)
              try progress?(done, last)
            }
          }
          try poster.finish()
        }
        if last > 0, let event = try log.event(at: last) {
          try generation.advance(to: last, leaf: event.leaf.bytes)
        }
        try generation.finish()
        try generation.connection.commit()
      } catch {
        generation.connection.rollback()
        throw error
      }
      try progress?(done, last)
    }
  }

  /// Every stream's fold from where the horizon is, with the count of its events.
  private func forEachFold(
    through last: Int64, _ body: (KeyedStream, StreamFold, Int) throws -> Void
  ) throws {
    switch horizon {
    case .now, .position: try StreamFold.forEach(in: log, through: last, body)
    case .recordedBy:
      try log.forEachStream(through: last) { keyed, stored in
        try body(keyed, StreamFold(kind: keyed.stream.kind, events: horizon.admitted(stored)), stored.count)
      }
    }
  }
}
