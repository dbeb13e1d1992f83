internal import Dispatch

/// Work on a connection that runs on another thread while the caller does something else.
///
/// From `begin` to the end of `wait` everything that the work uses belongs to that thread. The caller must not use it
/// meanwhile.
package final class WorkUnderWay<Value> {
  private let work: () throws -> Value
  private let done = DispatchSemaphore(value: 0)
  private var result: Result<Value, any Error>?

  private init(_ work: @escaping () throws -> Value) { self.work = work }

  /// Starts the work on another thread.
  package static func begin(_ work: @escaping () throws -> Value) -> WorkUnderWay {
    let begun = WorkUnderWay(work)
    // A DispatchWorkItem accepts a closure that is not Sendable. The semaphore orders the two threads.
    queue.async(
      execute: DispatchWorkItem {
        begun.result = Result { try begun.work() }
        begun.done.signal()
      })
    return begun
  }

  /// Waits for the end of the work, and returns its result or throws its error.
  package func wait() throws -> Value {
    done.wait()
    guard let result else { preconditionFailure("work that ended has a result") }
    return try result.get()
  }
}

private let queue = DispatchQueue(label: "ledger.work", qos: .userInitiated, attributes: .concurrent)
