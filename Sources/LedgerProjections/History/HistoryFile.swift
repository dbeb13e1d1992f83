internal import EventLog
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

/// The file of history next to the models of a ledger: found, built, and kept at the end of the log.
///
/// It follows the rules of generations. It is built at the first request. From then on every process that posts to the
/// models has its worker keep it current (`BackgroundWorker`), unless it lags far. A reader posts the rest. So a
/// killed process leaves nothing to repair, and no process waits for another.
final class HistoryFile {
  let log: LedgerLog
  let folder: GenerationFolder
  private let busyTimeoutMilliseconds: Int32
  /// Events posted in one transaction.
  var chunk: Int64 = 10_000
  /// Whether a damaged file is built again by itself.
  var mendsDamage = true

  init(_ log: LedgerLog, _ folder: String, busyTimeoutMilliseconds: Int32) {
    self.log = log
    self.folder = GenerationFolder(folder, .history)
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
  }

  /// Opens the newest generation of this log that is complete and not superseded, or `nil`.
  ///
  /// A history of another log, for example after a backup was restored, is superseded.
  func open() throws -> Generation? { try folder.newest(for: log, busyTimeoutMilliseconds) }

  /// Whether there is a history that cannot be opened because it is damaged.
  func hasDamaged() throws -> Bool { try folder.hasDamaged(busyTimeoutMilliseconds) }

  // MARK: Posting

  /// Posts until a position, or the log's end, is reached. Returns whether it was.
  ///
  /// - Parameters:
  ///   - generation: The history to update.
  ///   - position: The position to reach.
  ///   - progress: Called after every few thousand events. An error thrown by it ends the posting, and posted events
  ///     stay.
  func catchUp(
    _ generation: Generation, through position: Position = .max, progress: ReadModels.Progress? = nil
  )
    throws
    -> Bool
  {
    while true {
      guard let head = try generation.head(), !head.isSuperseded else { return false }
      let last = try log.lastPosition()
      if head.position >= min(position, last) { return true }
      try progress?(RebuildProgress(done: head.position.rawValue, all: last.rawValue, isWaiting: false))
      try step(generation)
    }
  }

  /// Posts a chunk of events and stores the position reached, in one transaction.
  func step(_ generation: Generation) throws {
    let chunk = chunk
    let isOver = try generation.connection.transaction(.immediate) {
      guard let head = try generation.head(), !head.isSuperseded else { return false }
      return try log.reading {
        let last = try log.lastPosition()
        guard last > head.position else { return false }
        guard try head.fits(log, .history) else { return true }
        let through = min(last, head.position + chunk)
        // If folds now skip an event, the history must not keep it at any position, and is built again.
        if try log.hasPassing(after: head.position, through: through) { return true }
        let fold = VersionFold(log, after: head.position, through: through)
        var writer = try HistoryWriter(generation, BuildSizes(), isFresh: false)
        for keys in try log.keyRanges(touchedAfter: head.position, through: through) {
          for first in stride(from: keys.lowerBound, through: keys.upperBound, by: 1_024) {
            try writer.write(try fold.work(first...min(keys.upperBound, first + 1_023)))
          }
        }
        try writer.finish()
        try Moments.post(log, generation.connection, after: head.position, through: through)
        guard let leaf = try log.leaf(at: through) else { throw ModelError.damaged("no event at \(through)") }
        try generation.advance(to: through, leaf: leaf.bytes)
        return false
      }
    }
    guard isOver else { return }
    try generation.supersede()
    // Earlier generations also contain what was redacted.
    try folder.discard(generation)
  }

  // MARK: Building

  /// Builds another history next to the one in service, or waits for another process's build.
  ///
  /// If the files are removed meanwhile, it tries again a few times.
  ///
  /// - Parameters:
  ///   - jobs: How many threads build.
  ///   - sizes: How much data is in memory at a time.
  ///   - takesCurrent: Whether to update a history that is in service already, instead of building one.
  ///   - progress: Called while events are read.
  /// - Throws: `ModelError.removed` if the files were removed each time.
  func build(jobs: Int, sizes: BuildSizes, takesCurrent: Bool, progress: ReadModels.Progress?) throws
    -> Generation
  {
    var tries = 0
    while true {
      do {
        return try buildOnce(jobs: jobs, sizes: sizes, takesCurrent: takesCurrent, progress)
      } catch  where error as? ModelError == .removed || (error as? FileError)?.isMissing == true {
        tries += 1
        if tries == Self.triesMax { throw ModelError.removed }
      }
    }
  }

  private static let triesMax = 6

  private func buildOnce(
    jobs: Int, sizes: BuildSizes, takesCurrent: Bool, _ progress: ReadModels.Progress?
  ) throws -> Generation {
    try folder.makeFolder(for: log)
    let (lock, hasWaited) = try folder.lock(progress)
    defer { withExtendedLifetime(lock) {} }
    let before = try open()
    if takesCurrent || hasWaited, let before, try catchUp(before, progress: progress) { return before }
    let made = try folder.make(for: log, busyTimeoutMilliseconds: busyTimeoutMilliseconds) { bare, mark in
      try builder(jobs: jobs, sizes: sizes, mark: mark, progress).fill(bare)
    } catchUp: {
      _ = try catchUp($0)
    }
    if let before { try folder.replaced(before) }
    return made
  }

  private func builder(
    jobs: Int, sizes: BuildSizes, mark: BuildMark?, _ progress: ReadModels.Progress?
  ) -> HistoryBuilder {
    HistoryBuilder(log: log, jobs: jobs, sizes: sizes) { done, total in
      mark?.update(done, of: total)
      try progress?(RebuildProgress(done: done, all: total, isWaiting: false))
    }
  }
}
