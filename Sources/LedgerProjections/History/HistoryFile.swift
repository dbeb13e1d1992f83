internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The file of history beside the models of a ledger: found, built, and kept at the end of the log, by the rules of
/// generations.
///
/// It is built when somebody asks for it. From then on whoever posts to the models has it followed (`HistoryFollower`), as
/// far as it is not behind by much; who reads it posts the rest. So a process that is killed in between leaves nothing to
/// repair, and none waits for another.
final class HistoryFile {
  let log: LedgerLog
  let folder: GenerationFolder
  private let busyTimeoutMilliseconds: Int32
  /// Events posted in one transaction.
  var chunk: Int64 = 10_000

  init(_ log: LedgerLog, _ folder: String, busyTimeoutMilliseconds: Int32) {
    self.log = log
    self.folder = GenerationFolder(folder, .history)
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
  }

  /// The newest that is finished, of this log, and not superseded; nil where there is none.
  ///
  /// One of another log, as after a backup came back, is out of service from then on.
  func open() throws -> Generation? {
    for number in try folder.finished() {
      guard
        let candidate = try Generation.open(
          folder.file(number), busyTimeoutMilliseconds: busyTimeoutMilliseconds),
        let head = try candidate.head(), head.isComplete, !head.isSuperseded
      else { continue }
      guard try head.fits(log, .history) else {
        // A log that ends before it may only be seen as it was a moment ago.
        guard head.fingerprint == GenerationKind.history.digits, head.position <= (try log.lastPosition())
        else {
          continue
        }
        // The next sweep takes it: until then its number is not given again.
        try candidate.supersede()
        try? candidate.connection.close()
        continue
      }
      folder.noteUse(of: folder.file(number), now: WallClock.now().milliseconds)
      return candidate
    }
    return nil
  }

  // MARK: Posting

  /// Posts until a position, or the log's end, is reached; whether it was.
  ///
  /// - Parameter progress: called after every few thousand events; what it throws stops it, and what is posted stays.
  func catchUp(_ generation: Generation, through position: Int64 = .max, progress: ReadModels.Progress? = nil)
    throws
    -> Bool
  {
    while true {
      guard let head = try generation.head(), !head.isSuperseded else { return false }
      let last = try log.lastPosition()
      if head.position >= min(position, last) { return true }
      try progress?(RebuildProgress(done: head.position, all: last, isWaiting: false))
      try step(generation)
    }
  }

  /// Posts a chunk of events, in one transaction that says how far it came.
  func step(_ generation: Generation) throws {
    let chunk = chunk
    let isOver = try generation.connection.transaction(.immediate) {
      guard let head = try generation.head(), !head.isSuperseded else { return false }
      return try log.reading {
        let last = try log.lastPosition()
        guard last > head.position else { return false }
        guard try head.fits(log, .history) else { return true }
        let through = min(last, head.position + chunk)
        // What no fold applies any more must not be kept here, as of any position.
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
    // Those before it hold what was taken out of the log, too.
    for number in try folder.numbers() where generation.path == folder.file(number) {
      try folder.empty(through: number)
    }
  }

  // MARK: Building

  /// Builds the next one, beside the one in service; where somebody else is at it, waits and takes theirs.
  ///
  /// Where it is removed meanwhile, it is built once more, a few times.
  ///
  /// - Parameter takesCurrent: where one is in service already, it is brought to the end and taken.
  /// - Throws: `ModelError.removed` where it was removed each time.
  func build(jobs: Int, sizes: BuildSizes, takesCurrent: Bool, progress: ReadModels.Progress?) throws
    -> Generation
  {
    var tries = 0
    while true {
      do {
        return try buildOnce(jobs: jobs, sizes: sizes, takesCurrent: takesCurrent, progress)
      } catch  where error as? ModelError == .removed || (error as? FileError)?.isMissing == true {
        tries += 1
        if tries == Self.mostTries { throw ModelError.removed }
      }
    }
  }

  private static let mostTries = 6

  private func buildOnce(
    jobs: Int, sizes: BuildSizes, takesCurrent: Bool, _ progress: ReadModels.Progress?
  ) throws -> Generation {
    try DurableFile.createFolder(folder.path)
    let (lock, hasWaited) = try folder.lock(progress)
    defer { withExtendedLifetime(lock) {} }
    let before = try open()
    if takesCurrent || hasWaited, let before, try catchUp(before, progress: progress) { return before }
    let made = try folder.make(for: log, busyTimeoutMilliseconds: busyTimeoutMilliseconds) { bare, mark in
      try builder(jobs: jobs, sizes: sizes, mark: mark, progress).fill(bare)
    } catchUp: {
      _ = try catchUp($0)
    }
    do { try before?.supersede() } catch { if before?.isGone == false { throw error } }
    try? before?.connection.close()
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
