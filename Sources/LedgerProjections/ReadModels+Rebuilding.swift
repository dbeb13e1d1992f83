internal import EventLog
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

/// The progress of a rebuild.
public struct RebuildProgress: Hashable, Sendable {
  /// Events done.
  public let done: Int64
  /// Events in all.
  public let all: Int64
  /// Whether another process is rebuilding, and this one waits.
  public let isWaiting: Bool

  /// The progress from 0 to 1, for a bar.
  public var fraction: Double { all > 0 ? min(1, Double(done) / Double(all)) : 1 }
}

/// The result of a rebuild.
public struct RebuildReport: Hashable, Sendable {
  /// Events read.
  public let events: Int64
  /// Transactions written.
  public let transactions: Int
  /// Groups written.
  public let groups: Int
  /// Events that could not be applied, by type.
  public let problems: [ModelProblem]
  /// Whether another process was rebuilding, whose models are used instead of building them once more.
  public let wasMadeByAnother: Bool
}

extension ReadModels {
  /// Builds the next generation next to the one in service, then puts it into service.
  ///
  /// If another process is building, this one waits for its models and uses those.
  ///
  /// - Parameter progress: Called during the rebuild. An error thrown by it stops the rebuild.
  /// - Throws: `ModelError.unreadable` at an event that cannot be read. The models in service stay.
  /// - Complexity: O(events). A few thousand streams are in memory at a time, the sums, and the transactions of every
  ///   tag (8 bytes each). With more than 262,144 entries, the index by amounts is sorted in a file without a name, 24
  ///   bytes each.
  package func rebuild(progress: Progress? = nil) throws -> RebuildReport {
    try log.requireNotHeld()
    leaveMemory()
    guard let folder else {
      let made = try buildInMemory(progress: progress, stopsAtUnreadable: true)
      close()
      use(made)
      return try report(on: made, wasMadeByAnother: false)
    }
    return try retryingRemovals {
      try rebuild(in: folder, progress)
    } otherwise: {
      throw $0
    }
  }

  private func rebuild(in folder: GenerationFolder, _ progress: Progress?) throws -> RebuildReport {
    try folder.makeFolder(for: log)
    let (lock, hasWaited) = try folder.lock(progress)
    defer { withExtendedLifetime(lock) {} }
    let before = try newest(in: folder)
    if hasWaited, let before {
      close()
      use(before)
      try catchUp(before)
      return try report(on: before, wasMadeByAnother: true)
    }
    let made: Generation
    do {
      made = try buildNext(in: folder, progress: progress, stopsAtUnreadable: true)
    } catch {
      RebuildStop.record(error, at: folder.stop)
      throw error
    }
    if let before { try folder.replaced(before) }
    close()
    use(made)
    return try report(on: made, wasMadeByAnother: false)
  }

  private func report(on generation: Generation, wasMadeByAnother: Bool) throws -> RebuildReport {
    try generation.connection.transaction(.deferred) {
      let reader = ModelReader(generation.connection)
      return RebuildReport(
        events: try generation.head()?.position.rawValue ?? 0, transactions: try reader.count(.everything),
        groups: try reader.groupRows().count, problems: try reader.problems(),
        wasMadeByAnother: wasMadeByAnother)
    }
  }

  // MARK: Building

  /// Returns the builder that fills an empty generation.
  func builder(
    asOf horizon: Horizon? = nil, progress: Progress?, mark: BuildMark? = nil, stopsAtUnreadable: Bool
  ) -> GenerationBuilder {
    GenerationBuilder(
      log: log, horizon: horizon ?? self.horizon, jobs: jobs ?? Self.cores, sizes: sizes,
      stopsAtUnreadable: stopsAtUnreadable
    ) { done, total in
      mark?.update(done, of: total)
      try progress?(RebuildProgress(done: done, all: total, isWaiting: false))
    }
  }

  func buildInMemory(progress: Progress?, stopsAtUnreadable: Bool) throws -> Generation {
    let made = try Generation.create(nil, ledger: log.ledgerID)
    try builder(progress: progress, stopsAtUnreadable: stopsAtUnreadable).fill(made)
    try made.finish()
    return made
  }

  /// Builds the next generation, with the folder's lock held.
  func buildNext(
    in folder: GenerationFolder, progress: Progress?, stopsAtUnreadable: Bool
  ) throws -> Generation {
    try folder.make(for: log, busyTimeoutMilliseconds: busyTimeoutMilliseconds) { bare, mark in
      try builder(progress: progress, mark: mark, stopsAtUnreadable: stopsAtUnreadable).fill(bare)
    } catchUp: { made in
      // `step` would store the position of the generation in service.
      _ = try CatchingUp(log: log, generation: made).run()
    }
  }

  /// How many threads the machine can run at once.
  static let cores = Machine.cores
}
