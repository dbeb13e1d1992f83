internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// A range of streams, folded: rows in the order of their keys.
struct ShardRows: Sendable {
  var rows = ModelRows()
  var facets: FacetPart?
  /// The entries of the index by amounts, in its order.
  var amounts: [AmountKey] = []
  /// Events folded.
  var events: Int64 = 0
  /// The unreadable events among them.
  var unreadable: [StreamFold.Problem] = []
}

/// Folds ranges of streams into rows: the work of each thread of a rebuild, with a log of its own.
///
/// Sums are gathered over many ranges. The rest of them is taken at the end.
final class ShardFold: RangeWorker {
  private let log: LedgerLog
  private let horizon: Horizon
  private let last: Position
  private let folder: StreamFolder
  // A thread has its own, so accesses by other threads need not be checked at every stream.
  @exclusivity(unchecked) private var actors = ActorNames()
  @exclusivity(unchecked) private var totals = Totals()
  @exclusivity(unchecked) private var facets = FacetNumbering()
  @exclusivity(unchecked) private var amounts: [AmountKey] = []
  private let shared: SharedTotals
  /// The sums of the ranges so far that were not added to the shared ones yet.
  var sum: Totals { totals }

  /// Creates the fold of one thread.
  ///
  /// - Parameters:
  ///   - last: The position through which events are known.
  ///   - shared: Takes sums when they are many.
  init(_ log: LedgerLog, horizon: Horizon, through last: Position, _ shared: SharedTotals) {
    self.log = log
    self.shared = shared
    self.horizon = horizon
    self.last = last
    folder = StreamFolder(log, through: last, detail: .rows)
  }

  /// Returns the rows of the streams of a range of keys.
  func work(_ keys: ClosedRange<StreamKey>) throws -> ShardRows {
    var shard = ShardRows()
    shard.rows.reserve(streams: keys.count)
    switch horizon {
    case .now, .position: try foldRows(keys, into: &shard)
    case .recordedBy: try foldEvents(keys, into: &shard)
    }
    shared.takeIfMany(&totals)
    shard.facets = facets.take()
    amounts.sort()
    swap(&shard.amounts, &amounts)
    precondition(
      shard.facets?.entries.count == shard.rows[.transactions].count,
      "every transaction has an entry for filters")
    precondition(
      shard.amounts.count <= shard.rows[.transactions].count && amounts.isEmpty,
      "a transaction has at most one entry in the index by amounts")
    return shard
  }

  private func foldRows(_ keys: ClosedRange<StreamKey>, into shard: inout ShardRows) throws {
    var isOpen = false
    try log.forEachRow(
      ofKeys: keys, through: last, actors: &actors,
      stream: { next in
        if isOpen { try finish(&shard) }
        isOpen = true
        folder.begin(next)
      }, { try folder.apply($0) })
    if isOpen { try finish(&shard) }
  }

  private func finish(_ shard: inout ShardRows) throws {
    let (stream, count) = (folder.stream, folder.count)
    let isDone = folder.finishInPlace { state, problems in
      note(problems, count: count, in: &shard)
      shard.rows.add(state, problems, stream: stream.stream, key: stream.key, totals: &totals) {
        note($0, key: stream.key)
      }
    }
    if !isDone { add(try folder.finish(), of: stream, count: count, to: &shard) }
  }

  private func foldEvents(_ keys: ClosedRange<StreamKey>, into shard: inout ShardRows) throws {
    for key in keys {
      let events = try log.events(ofKey: key, through: last)
      guard !events.isEmpty else { continue }
      let stream = KeyedStream(key: key, stream: events[0].stream)
      let fold = StreamFold(kind: stream.stream.kind, events: horizon.admitted(events))
      add(fold, of: stream, count: events.count, to: &shard)
    }
  }

  private func add(
    _ fold: StreamFold, of stream: KeyedStream, count: Int, to shard: inout ShardRows
  ) {
    note(fold.problems, count: count, in: &shard)
    shard.rows.add(fold, stream: stream.stream, key: stream.key, totals: &totals) {
      note($0, key: stream.key)
    }
  }

  private func note(_ row: TransactionRow, key: StreamKey) {
    facets.add(row, key: key)
    if let amount = AmountKey(row, key: key) { amounts.append(amount) }
  }

  private func note(_ problems: [StreamFold.Problem], count: Int, in shard: inout ShardRows) {
    shard.events += Int64(count)
    for problem in problems where problem.reason != nil { shard.unreadable.append(problem) }
  }
}
