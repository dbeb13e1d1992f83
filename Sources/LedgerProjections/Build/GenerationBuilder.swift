internal import EventLog
internal import LedgerBytes
internal import LedgerSQLite

/// Fills an empty generation from a log.
struct GenerationBuilder {
  let log: LedgerLog
  let horizon: Horizon
  /// Threads that fold.
  let jobs: Int
  let sizes: BuildSizes
  /// Whether an unreadable event stops the build. If not, the event is noted and skipped.
  let stopsAtUnreadable: Bool
  /// Called repeatedly with events done and events in all.
  let progress: ((Int64, Int64) throws -> Void)?

  /// Fills the tables with the fold of every event known at the horizon, and stores the position reached.
  ///
  /// - Throws: `ModelError.unreadable` at the first event that cannot be read, in the order of positions within a range
  ///   of streams.
  func fill(_ generation: Generation) throws {
    // On a medium that nothing changes, all reads must be of one snapshot. On other media positions ensure that, and a
    // long snapshot would make the log's -wal grow.
    guard log.access == .readOnlyMedium else { return try fillTables(generation) }
    try log.reading { try fillTables(generation) }
  }

  private func fillTables(_ generation: Generation) throws {
    let last = min(try log.lastPosition(), horizon.position)
    let leaf = last > 0 ? try log.event(at: last)?.leaf.bytes : nil
    let writer = try generation.writer()
    if let bulk = try BulkTables(generation, sizes) {
      let folded = try fold(through: last, blocks: bulk.write(facetBlocks:), rows: bulk.take)
      try bulk.finish(folded.totals)
      try generation.connection.transaction(.immediate) {
        try generation.withoutIndexes(but: BulkTables.index) {
          try folded.writeRest(writer)
        }
        if let leaf { try generation.advance(to: last, leaf: leaf) }
      }
    } else {
      try generation.connection.transaction(.immediate) {
        try generation.withoutIndexes {
          let folded = try fold(through: last, blocks: writer.write(facetBlocks:)) {
            try writer.write($0.rows, appending: true)
            $0.rows.removeAll()
          }
          try folded.writeRest(writer)
          try writer.write(folded.totals)
        }
        if let leaf { try generation.advance(to: last, leaf: leaf) }
      }
    }
    try progress?(last.rawValue, last.rawValue)
  }

  /// The data that is written once everything is folded.
  private struct Folded {
    var totals = Totals()
    var tags: [[UInt8]: [StreamKey]] = [:]
    /// Rows in no table's order. They are few: those of groups and rules, and findings that wait for a person.
    var others = ModelRows()
    var facets: FacetBuilder

    func writeRest(_ writer: ModelWriter) throws {
      try writer.write(others, appending: true)
      try writer.write(tags: tags)
      try writer.write(facetValues: facets.valueRows())
    }
  }

  /// Folds every stream, and passes blocks of facets and rows on in the order of their keys.
  ///
  /// Rows that `rows` leaves in place are kept.
  private func fold(
    through last: Position, blocks: @escaping (RowBuffer) throws -> Void, rows: (inout ShardRows) throws -> Void
  ) throws -> Folded {
    var done: Int64 = 0
    var folded = Folded(facets: FacetBuilder(blocks))
    let ranges = ParallelRanges(log: log, jobs: jobs, shard: sizes.shard)
    let shared = SharedTotals(most: sizes.sums)
    let make: @Sendable (LedgerLog) -> ShardFold = { [horizon] in
      ShardFold($0, horizon: horizon, through: last, shared)
    }
    let sums = try ranges.run(make) { part in
      var shard = part
      let unreadable = stopsAtUnreadable ? try shard.unreadable.filter { try !log.isSkipped($0.reference) } : []
      if let problem = unreadable.min(by: { $0.position < $1.position }) {
        throw ModelError.unreadable(
          position: problem.position, type: problem.type, reason: problem.reason ?? "")
      }
      for (tag, keys) in shard.rows.takeTags() { folded.tags[tag, default: []] += keys }
      try rows(&shard)
      folded.others.append(shard.rows)
      if let part = shard.facets { try folded.facets.take(part) }
      done += shard.events
      try progress?(done, last.rawValue)
    }
    folded.totals = shared.take()
    for sum in sums { folded.totals.merge(sum) }
    try folded.facets.finish()
    return folded
  }
}
