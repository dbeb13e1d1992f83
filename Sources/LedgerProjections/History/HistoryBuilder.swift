internal import EventLog
internal import LedgerBytes
internal import LedgerSQLite

/// Fills an empty file of history from a log.
struct HistoryBuilder {
  let log: LedgerLog
  /// Threads that fold.
  let jobs: Int
  let sizes: BuildSizes
  /// Called repeatedly with events done and events in all.
  let progress: ((Int64, Int64) throws -> Void)?

  /// Fills the tables with the history of every event, and stores the position reached.
  ///
  /// - Complexity: O(events), plus a fold of the stream for each late event. A few thousand streams are in memory at a
  ///   time, and about 80 bytes for every sum. Data to be sorted waits in files without names: 24 bytes for every
  ///   change of a sum, 48 for every version of a transaction.
  func fill(_ generation: Generation) throws {
    // As for the models: on a medium that nothing changes, all reads must be of one snapshot.
    guard log.access == .readOnlyMedium else { return try fillTables(generation) }
    try log.reading { try fillTables(generation) }
  }

  private func fillTables(_ generation: Generation) throws {
    let last = try log.lastPosition()
    let leaf = last > 0 ? try log.leaf(at: last)?.bytes : nil
    let bulk = try BulkHistory(generation, sizes)
    var writer = try HistoryWriter(generation, sizes, isFresh: true, bulk: bulk)
    func end() throws {
      try Moments.post(log, generation.connection, after: 0, through: last)
      if let leaf { try generation.advance(to: last, leaf: leaf) }
    }
    if bulk != nil {
      try fold(through: last, &writer)
      try generation.connection.transaction(.immediate) {
        try generation.withoutIndexes(but: BulkHistory.index) { try writer.writeRest() }
        try end()
      }
    } else {
      try generation.connection.transaction(.immediate) {
        try generation.withoutIndexes {
          try fold(through: last, &writer)
          try writer.writeRest()
        }
        try end()
      }
    }
    try progress?(last.rawValue, last.rawValue)
  }

  private func fold(through last: Position, _ writer: inout HistoryWriter) throws {
    var done: Int64 = 0
    let ranges = ParallelRanges(log: log, jobs: jobs, shard: sizes.shard)
    let make: @Sendable (LedgerLog) -> VersionFold = { VersionFold($0, after: 0, through: last) }
    _ = try ranges.run(make) { part in
      try writer.write(part)
      done += part.events
      try progress?(done, last.rawValue)
    }
    try writer.finish()
  }
}
