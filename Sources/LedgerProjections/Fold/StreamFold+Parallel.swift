package import EventLog
package import LedgerBytes
package import LedgerDomain

extension StreamFold {
  /// Calls `body` with the folds of all streams at a position, in the order of the streams' keys.
  ///
  /// Streams are folded on `jobs` threads, each with a log of its own. `body` runs on the caller's thread. A fold's
  /// transaction has no text, because no row contains it. `detail` is how much of the readings is kept.
  /// - Complexity: O(events) over the threads, with some thousands of streams in memory at a time.
  package static func forEach(
    in log: LedgerLog, through last: Position, jobs: Int, detail: EventDetail = .all,
    _ body: ([StreamFold]) throws -> Void
  ) throws {
    _ = try ParallelRanges(log: log, jobs: jobs).run({ StateWorker(log: $0, last: last, detail: detail) }, body)
  }

  private struct StateWorker: RangeWorker {
    let log: LedgerLog
    let last: Position
    let detail: EventDetail

    func work(_ keys: ClosedRange<StreamKey>) throws -> [StreamFold] {
      let folder = StreamFolder(log, through: last, detail: detail)
      var actors = ActorNames()
      var folds: [StreamFold] = []
      folds.reserveCapacity(keys.count)
      try log.forEachRow(
        ofKeys: keys, through: last, actors: &actors,
        stream: { next in
          if folder.count > 0 { folds.append(try folder.finish()) }
          folder.begin(next)
        }, { try folder.apply($0) })
      if folder.count > 0 { folds.append(try folder.finish()) }
      return folds
    }

    var sum: Int { 0 }
  }
}
