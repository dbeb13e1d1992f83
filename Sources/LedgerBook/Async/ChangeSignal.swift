internal import Synchronization

/// Signals any number of waiting tasks to look, and at last that it is over.
///
/// It keeps a count and nothing else. A task that was busy meanwhile finds one signal, however many there were.
final class ChangeSignal: Sendable {
  private struct State {
    var count: UInt64 = 0
    var isFinished = false
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextTicket: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The number of signals, or `nil` once it is over.
  var count: UInt64? { state.withLock { $0.isFinished ? nil : $0.count } }

  func tick() { wake { $0.count &+= 1 } }

  func finish() { wake { $0.isFinished = true } }

  private func wake(_ change: (inout State) -> Void) {
    let woken = state.withLock { state in
      change(&state)
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits until there were more than `count` signals, it is over, or the task is cancelled.
  func wait(past count: UInt64) async {
    let ticket = state.withLock { state in
      state.nextTicket &+= 1
      return state.nextTicket
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          if state.isFinished || state.count != count || Task.isCancelled { return true }
          state.waiting[ticket] = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
    }
  }

  /// Tasks that wait now: for tests.
  var waitingCount: Int { state.withLock { $0.waiting.count } }
}
