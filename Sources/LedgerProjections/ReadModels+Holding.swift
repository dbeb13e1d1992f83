internal import EventLog
internal import LedgerSQLite

// One snapshot of the log and the models for several reads. SQLite has snapshots of one file only. So those of two files
// are taken one after the other, and are used if both are of one position. The search index and the history are used as
// far as they are of the log's snapshot. Otherwise, the log is folded.
extension ReadModels {
  /// The snapshot that is being read.
  struct Held {
    let generation: Generation
    /// The texts of the snapshot, if the search index is beyond it and they were folded.
    var words: SearchIndex?
  }

  /// The number of attempts after which other processes wait for one.
  private static let freeAttemptsMax = 3
  /// The number of attempts after which `holding` gives up.
  private static let attemptsMax = 100

  /// Runs `body`, whose reads of log, models, search and history are all of one position.
  ///
  /// Events are posted until the models are at the log's position. If other processes append meanwhile, they are made to
  /// wait after a few attempts, unless much has to be posted. In a write, and in another snapshot, `body` just runs.
  ///
  /// `body` runs a second time if the models turn out to be damaged.
  ///
  /// - Parameter body: Reads. What it records or rebuilds throws `EventLogError.inSnapshot`.
  /// - Throws: The errors of `body`, `EventLogError.busy` if every attempt failed, and `CancellationError`.
  /// - Complexity: Some look-ups more than `body`, and those of posting what the models lack.
  package func holding<T>(_ body: () throws -> T) throws -> T {
    if log.isOnSnapshot { return try body() }
    precondition(horizon == .now, "the models of now are held, and those of the past do not change")
    return try mending {
      for attempt in 1...Self.attemptsMax {
        try Interruption.check()
        if let result = try hold(attempt, body) { return result }
        // Its file may be gone or superseded.
        if try takeBack().flatMap(headUnlessGone)?.isSuperseded != false { close() }
      }
      throw EventLogError.busy(milliseconds: Int64(busyTimeoutMilliseconds))
    }
  }

  private func hold<T>(_ attempt: Int, _ body: () throws -> T) throws -> T? {
    let generation = try ready()
    guard attempt > Self.freeAttemptsMax, lagsLittle(to: try log.lastPosition()) else {
      return try hold(generation, release: {}, body)
    }
    return try log.withoutAppends { release in try hold(try ready(), release: release, body) }
  }

  /// Takes the snapshots and runs `body`. Returns `nil` if they are of different positions.
  private func hold<T>(_ generation: Generation, release: () -> Void, _ body: () throws -> T) throws -> T? {
    try log.holding { last in
      try generation.connection.transaction(.deferred) {
        guard let head = try headUnlessGone(generation), !head.isSuperseded, head.position == last else {
          return nil
        }
        if service.expectedPosition != last { categories = nil }
        note(position: last)
        held = Held(generation: generation)
        defer { held = nil }
        release()
        return try body()
      }
    }
  }
}
