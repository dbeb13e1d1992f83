internal import Dispatch
internal import EventLog
internal import LedgerBytes
internal import LedgerSQLite
internal import Synchronization

/// The work of one thread on ranges of streams, with a log of its own.
protocol RangeWorker: SendableMetatype {
  /// The result for one range.
  associatedtype Part: Sendable
  /// The result over all ranges of the thread.
  associatedtype Sum: Sendable

  /// Works on the streams of a range of keys.
  func work(_ keys: ClosedRange<StreamKey>) throws -> Part
  /// The result over all ranges so far.
  var sum: Sum { get }
}

/// Reads a log by ranges of streams on several threads.
///
/// It passes their results on to the caller's thread, in the order of the streams' keys. The writer needs this order,
/// because it appends rows in the order of a table's key. A row of transactions (26 columns, no index) costs SQLite
/// 12,900 instructions with a bind per cell and a step per row. It costs 11,700 with VALUES of sixteen rows, and 7,900
/// with INSERT … SELECT from a virtual table (`RowWriter`).
///
/// Only a few ranges are in progress at a time, so that memory does not grow with the log.
struct ParallelRanges {
  let log: LedgerLog
  /// The number of working threads. With 1 it is only the caller's.
  let jobs: Int
  /// Streams of a range.
  var shard: Int64 = 1_024

  /// Runs `body` for every range, in order. Returns the sum of each thread.
  func run<Worker: RangeWorker>(
    _ make: @escaping @Sendable (LedgerLog) -> Worker, _ body: (Worker.Part) throws -> Void
  ) throws -> [Worker.Sum] {
    let lastKey = try log.lastStreamKey()
    return lastKey > 0 ? try run(1...lastKey, make, body) : []
  }

  /// Does as `run(_:_:)` for the streams with some keys.
  func run<Worker: RangeWorker>(
    _ keys: ClosedRange<StreamKey>, _ make: @escaping @Sendable (LedgerLog) -> Worker,
    _ body: (Worker.Part) throws -> Void
  ) throws -> [Worker.Sum] {
    precondition(shard > 0 && keys.lowerBound > 0, "a range has at least one stream, and keys count from 1")
    let ranges = stride(from: keys.lowerBound, through: keys.upperBound, by: shard).map {
      $0...min(keys.upperBound, $0 + shard - 1)
    }
    // Starting threads for a few ranges would cost more than it saves. Their readers would not be of a held snapshot.
    guard jobs > 1, ranges.count > 4, !log.isHeld else {
      let worker = make(log)
      for range in ranges {
        try Interruption.check()
        try body(try worker.work(range))
      }
      return [worker.sum]
    }
    return try runOnThreads(ranges, make, body)
  }

  private func runOnThreads<Worker: RangeWorker>(
    _ ranges: [ClosedRange<StreamKey>], _ make: @escaping @Sendable (LedgerLog) -> Worker,
    _ body: (Worker.Part) throws -> Void
  ) throws -> [Worker.Sum] {
    let line = WorkLine<Worker.Part>(count: ranges.count, ahead: jobs * 2)
    let sums = Mutex<[Worker.Sum]>([])
    let openReader = log.moreReaders
    let group = DispatchGroup()
    for _ in 0..<jobs {
      DispatchQueue.global(qos: .userInitiated).async(group: group) {
        do {
          // The log is open on the caller's thread: several readers at once on one that is not find it locked by a
          // recovery.
          let log = try openReader()
          defer { try? log.close() }
          let worker = make(log)
          while let index = line.next() {
            line.hand(over: Result { try worker.work(ranges[index]) }, of: index)
          }
          let sum = worker.sum
          sums.withLock { $0.append(sum) }
        } catch {
          line.fail(error)
        }
      }
    }
    let taken = Result {
      for index in ranges.indices {
        try Interruption.check()
        try body(try line.take(index))
      }
    }
    line.stop()
    group.wait()
    try taken.get()
    return sums.withLock { $0 }
  }
}

/// Ranges between the threads that work and the one that takes.
private final class WorkLine<Part: Sendable>: Sendable {
  private struct State {
    var next = 0
    var ready: [Int: Result<Part, any Error>] = [:]
    var failure: (any Error)?
    var isStopped = false
  }

  private let count: Int
  private let ahead: Int
  private let state = Mutex(State())
  // Both begin at zero, because Dispatch reports an error if a semaphore is released below its first value.
  private let room = DispatchSemaphore(value: 0)
  private let ready = DispatchSemaphore(value: 0)

  init(count: Int, ahead: Int) {
    self.count = count
    self.ahead = ahead
    for _ in 0..<ahead { room.signal() }
  }

  /// Returns the next range to work on, once there is room for its result.
  ///
  /// The result is `nil` if all ranges are taken.
  func next() -> Int? {
    room.wait()
    let index: Int? = state.withLock { state in
      guard state.next < count, !state.isStopped else { return nil }
      defer { state.next += 1 }
      return state.next
    }
    if index == nil { room.signal() }  // For the next thread, which finds the same.
    return index
  }

  /// Stores the result of a range.
  func hand(over part: Result<Part, any Error>, of index: Int) {
    state.withLock { state in
      precondition(index < state.next && state.ready[index] == nil, "a range that was given out has one result")
      state.ready[index] = part
      precondition(state.ready.count <= ahead, "results wait only for as many ranges as there is room for")
    }
    ready.signal()
  }

  /// A thread that could not even begin.
  func fail(_ error: any Error) {
    state.withLock { $0.failure = error }
    ready.signal()
  }

  /// Waits for the result of a range and returns it.
  func take(_ index: Int) throws -> Part {
    while true {
      let found = try state.withLock { state -> Result<Part, any Error>? in
        if let failure = state.failure { throw failure }
        return state.ready.removeValue(forKey: index)
      }
      if let found {
        room.signal()
        return try found.get()
      }
      ready.wait()
    }
  }

  /// Ends the line: no further result is taken.
  func stop() {
    state.withLock { $0.isStopped = true }
    room.signal()
  }
}
