internal import Dispatch
internal import Synchronization

/// Runs independent work on many items, on as many threads as there are cores.
package enum InPieces {
  /// Returns the results of `work` for `count` items in their order.
  ///
  /// `work` is called with ranges of `each` items. A single range is processed on the caller's thread.
  package static func map<Value: Sendable>(
    _ count: Int, each: Int, _ work: @Sendable (Range<Int>) -> [Value]
  ) -> [Value] {
    precondition(each > 0, "a piece has at least one element")
    guard count > each else { return work(0..<count) }
    let pieces = (count + each - 1) / each
    let made = Mutex([[Value]](repeating: [], count: pieces))
    DispatchQueue.concurrentPerform(iterations: pieces) { piece in
      let values = work(piece * each..<min(count, (piece + 1) * each))
      made.withLock { $0[piece] = values }
    }
    var all: [Value] = []
    all.reserveCapacity(count)
    made.withLock { for values in $0 { all += values } }
    return all
  }
}
