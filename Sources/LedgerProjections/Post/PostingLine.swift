internal import Dispatch
internal import Synchronization

/// What commands that follow each other have appended, on its way to the models: several are posted together.
///
/// A transaction of the models takes as long for ten commands as for one, and beside a thread that posts each by itself
/// the next command is slower. So the thread lets a moment pass before it posts what has come meanwhile, and ends
/// when nothing has. Whoever waits for it ends the pause.
final class PostingLine: Sendable {
  private struct State {
    var waiting: [AppendedFolds]
    var isHurried = false
    var isEnded = false
  }

  private let state: Mutex<State>
  private let hurried = DispatchSemaphore(value: 0)

  private static let pause = DispatchTimeInterval.milliseconds(2)
  /// Commands that wait at the most: their folds stand in memory.
  private static let most = 64

  init(_ first: AppendedFolds) { state = Mutex(State(waiting: [first])) }

  /// Puts something in line; false where the thread has ended, or is far behind.
  func add(_ appended: AppendedFolds) -> Bool {
    state.withLock { state in
      guard !state.isEnded, state.waiting.count < Self.most else { return false }
      state.waiting.append(appended)
      return true
    }
  }

  /// Posts what waits without a pause, and ends.
  func hurry() {
    state.withLock { $0.isHurried = true }
    hurried.signal()
  }

  /// Posts until nothing waits any more; where the models stand then, nil where they were not as expected.
  func run(_ post: ([AppendedFolds]) throws -> Bool) throws -> Int64? {
    defer { state.withLock { $0.isEnded = true } }
    var reached: Int64?
    while true {
      if !state.withLock({ $0.isHurried }) { _ = hurried.wait(timeout: .now() + Self.pause) }
      let taken = state.withLock { state in
        defer { state.waiting = [] }
        state.isEnded = state.waiting.isEmpty
        return state.waiting
      }
      guard let last = taken.last else { return reached }
      guard try post(taken) else { return nil }
      reached = last.through
    }
  }
}
