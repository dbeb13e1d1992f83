internal import Dispatch
internal import EventLog
internal import LedgerBytes
internal import Synchronization

/// Folds a log by ranges of streams on several threads, and hands the rows over on the caller's, in the order of the
/// streams' keys.
///
/// A few ranges are under way at a time, so that memory does not grow with the log.
struct ParallelFold {
  let log: LedgerLog
  let horizon: Horizon
  /// The position through which events are known.
  let last: Int64
  /// Threads that fold; 1: the caller's alone.
  let jobs: Int
  /// Streams of a range.
  var shard: Int64 = 1_024

  /// Runs `body` for every range, in order; returns the sums over all.
  func run(_ body: (ShardRows) throws -> Void) throws -> Totals {
    let lastKey = try log.lastStreamKey()
    guard lastKey > 0 else { return Totals() }
    let shards = (lastKey + shard - 1) / shard
    func keys(_ number: Int64) -> ClosedRange<Int64> {
      (number * shard + 1)...min(lastKey, (number + 1) * shard)
    }
    // For a few ranges, starting threads costs more than it saves.
    guard jobs > 1, shards > 4 else {
      let fold = ShardFold(log, horizon: horizon, through: last)
      for shard in 0..<shards { try body(try fold.fold(keys(shard))) }
      return fold.totals
    }
    return try runOnThreads(shards, keys: keys, body)
  }

  private func runOnThreads(
    _ shards: Int64, keys: (Int64) -> ClosedRange<Int64>, _ body: (ShardRows) throws -> Void
  ) throws -> Totals {
    let line = ShardLine(shards: shards, ahead: jobs * 2)
    let ranges = (0..<shards).map(keys)
    let totals = Mutex(Result<Totals, any Error>.success(Totals()))
    // The log is open here: several readers at once on one that is not find it locked by a recovery.
    let (folder, horizon, last) = (log.folder, horizon, last)
    let group = DispatchGroup()
    for _ in 0..<jobs {
      DispatchQueue.global(qos: .userInitiated).async(group: group) {
        do {
          let log = try LedgerLog.open(folder, mode: .readOnly)
          defer { try? log.close() }
          let fold = ShardFold(log, horizon: horizon, through: last)
          while let shard = line.next() {
            line.hand(over: Result { try fold.fold(ranges[Int(shard)]) }, of: shard)
          }
          let mine = fold.totals
          totals.withLock { sum in
            sum = Result {
              var all = try sum.get()
              try all.merge(mine)
              return all
            }
          }
        } catch {
          line.fail(error)
        }
      }
    }
    let written = Result {
      for shard in 0..<shards { try body(try line.take(shard)) }
    }
    line.stop()
    group.wait()
    try written.get()
    return try totals.withLock { try $0.get() }
  }
}

/// Ranges between the threads that fold and the one that writes.
private final class ShardLine: Sendable {
  private struct State {
    var next: Int64 = 0
    var ready: [Int64: Result<ShardRows, any Error>] = [:]
    var failure: (any Error)?
    var isStopped = false
  }

  private let shards: Int64
  private let state = Mutex(State())
  // Both begin at zero: one that goes with less than it began with is taken for an error by Dispatch.
  private let room = DispatchSemaphore(value: 0)
  private let ready = DispatchSemaphore(value: 0)

  init(shards: Int64, ahead: Int) {
    self.shards = shards
    for _ in 0..<ahead { room.signal() }
  }

  /// The next range to fold, when there is room for its rows; nil when there is none left.
  func next() -> Int64? {
    room.wait()
    let shard: Int64? = state.withLock { state in
      guard state.next < shards, !state.isStopped else { return nil }
      defer { state.next += 1 }
      return state.next
    }
    if shard == nil { room.signal() }  // For the next thread, to find the same.
    return shard
  }

  /// Rows that are folded.
  func hand(over rows: Result<ShardRows, any Error>, of shard: Int64) {
    state.withLock { $0.ready[shard] = rows }
    ready.signal()
  }

  /// A thread that could not even begin.
  func fail(_ error: any Error) {
    state.withLock { $0.failure = error }
    ready.signal()
  }

  /// Waits for the rows of a range.
  func take(_ shard: Int64) throws -> ShardRows {
    while true {
      let found = try state.withLock { state -> Result<ShardRows, any Error>? in
        if let failure = state.failure { throw failure }
        return state.ready.removeValue(forKey: shard)
      }
      if let found {
        room.signal()
        return try found.get()
      }
      ready.wait()
    }
  }

  /// Nobody takes any more.
  func stop() {
    state.withLock { $0.isStopped = true }
    room.signal()
  }
}
