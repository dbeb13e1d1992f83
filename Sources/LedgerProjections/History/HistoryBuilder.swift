internal import EventLog
internal import LedgerBytes
internal import LedgerSQLite

/// Fills an empty file of history from a log.
struct HistoryBuilder {
  let log: LedgerLog
  /// Threads that fold.
  let jobs: Int
  let sizes: BuildSizes
  /// Called now and then with events done and events in all.
  let progress: ((Int64, Int64) throws -> Void)?

  /// Fills the tables with the history of every event, and says how far they are.
  ///
  /// - Complexity: O(events), and of late ones a fold of their stream each; a few thousand streams in memory at a time,
  ///   and some 200 bytes for every sum. What is put in order waits in files without names: 24 bytes for every change of a
  ///   sum, 48 for every version of a transaction.
  func fill(_ generation: Generation) throws {
    // As for the models: on a medium that nothing changes, all must be of one moment.
    guard log.access == .readOnlyMedium else { return try fillTables(generation) }
    try log.reading { try fillTables(generation) }
  }

  private func fillTables(_ generation: Generation) throws {
    let last = try log.lastPosition()
    let leaf = last > 0 ? try log.leaf(at: last)?.bytes : nil
    var amounts: VersionAmounts?
    let left = try generation.connection.transaction(.immediate) {
      let left = try generation.withoutIndexes(leaving: generation.path == nil ? nil : VersionAmounts.index) {
        var writer = try HistoryWriter(generation, sizes, isFresh: true)
        var done: Int64 = 0
        let ranges = ParallelRanges(log: log, jobs: jobs, shard: sizes.shard)
        _ = try ranges.run({ VersionFold($0, after: 0, through: last) }) { part in
          try writer.write(part)
          done += part.events
          try progress?(done, last)
        }
        try writer.finish()
        amounts = writer.amounts
        try Moments.post(log, generation.connection, after: 0, through: last)
      }
      if let leaf { try generation.advance(to: last, leaf: leaf) }
      return left
    }
    if let left { try amounts?.write(to: generation, left) }
    try progress?(last, last)
  }
}
