internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Fills an empty generation from a log.
struct GenerationBuilder {
  let log: LedgerLog
  let horizon: Horizon
  /// Threads that fold.
  let jobs: Int
  /// Streams of a range that a thread folds at once.
  let shard: Int64
  /// Whether an event that cannot be read ends it; else it is noted and passed over.
  let stopsAtUnreadable: Bool
  /// Called now and then with events done and events in all.
  let progress: ((Int64, Int64) throws -> Void)?

  /// Fills the tables with the fold of every event that is known at the horizon, and says how far they are.
  ///
  /// - Throws: `ModelError.unreadable` at the first event that cannot be read, in the order of positions within a
  ///   range of streams.
  func fill(_ generation: Generation) throws {
    // On a medium that nothing changes, what was read must be of one moment. Elsewhere positions see to that, and a
    // snapshot held for long would make the log's -wal grow.
    guard log.access == .readOnlyMedium else { return try fillTables(generation) }
    try log.reading { try fillTables(generation) }
  }

  private func fillTables(_ generation: Generation) throws {
    let last = min(try log.lastPosition(), horizon.position)
    let leaf = last > 0 ? try log.event(at: last)?.leaf.bytes : nil
    let skipped = stopsAtUnreadable ? try self.skipped(through: last) : []
    let writer = try generation.writer()
    try generation.connection.transaction(.immediate) {
      try generation.withoutIndexes {
        var done: Int64 = 0
        var tags: [[UInt8]: [Int64]] = [:]
        var facets = FacetBuilder(writer)
        let ranges = ParallelRanges(log: log, jobs: jobs, shard: shard)
        let make: @Sendable (LedgerLog) -> ShardFold = { [horizon] in
          ShardFold($0, horizon: horizon, through: last)
        }
        let sums = try ranges.run(make) { shard in
          let unreadable = stopsAtUnreadable ? shard.unreadable.filter { !skipped.contains($0.reference) } : []
          if let problem = unreadable.min(by: { $0.position < $1.position }) {
            throw ModelError.unreadable(
              position: problem.position, type: problem.type, reason: problem.reason ?? "")
          }
          try writer.write(shard.rows, appending: true)
          if let part = shard.facets { try facets.take(part) }
          for (tag, keys) in shard.rows.tags { tags[tag, default: []] += keys }
          done += shard.events
          try progress?(done, last)
        }
        try writer.write(tags: tags)
        var totals = Totals()
        for sum in sums { try totals.merge(sum) }
        try writer.write(totals)
        try facets.finish()
      }
      if let leaf { try generation.advance(to: last, leaf: leaf) }
    }
    try progress?(last, last)
  }

  /// The events that every device passes over, because somebody said so (`EventSkipped`).
  private func skipped(through last: Int64) throws -> Set<EventReference> {
    let stream = StreamID(kind: StreamKind.ledger.rawValue, id: log.ledgerID)
    let events = try log.events(of: stream).filter { $0.position <= last }
    return StreamFold(kind: stream.kind, events: events).ledger.skipped
  }
}
