internal import Dispatch
internal import Synchronization

/// Work on many things of which each is done for itself, on as many threads as there are cores.
public enum InPieces {
  /// What `work` makes of each of `count` things, in their order: it is given ranges of `each`, on the caller's thread
  /// alone where there are no two of them.
  public static func map<Value: Sendable>(
    _ count: Int, each: Int, _ work: @Sendable (Range<Int>) -> [Value]
  ) -> [Value] {
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
