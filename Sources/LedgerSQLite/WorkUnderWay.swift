internal import Dispatch

/// Work on a connection, or on what is made of one, that goes on on a thread of its own while whoever began it does
/// something else.
///
/// From `begin` to the end of `wait` what the work uses belongs to that thread alone: whoever began it touches none of it
/// before it has waited.
public final class WorkUnderWay<Value> {
  private let work: () throws -> Value
  private let done = DispatchSemaphore(value: 0)
  private var result: Result<Value, any Error>?

  private init(_ work: @escaping () throws -> Value) { self.work = work }

  /// Begins it.
  public static func begin(_ work: @escaping () throws -> Value) -> WorkUnderWay {
    let begun = WorkUnderWay(work)
    // An item takes work that is not Sendable, as what is done on a connection is: the semaphore says whose turn it is.
    queue.async(
      execute: DispatchWorkItem {
        begun.result = Result { try begun.work() }
        begun.done.signal()
      })
    return begun
  }

  /// Whether it has come to its end, without waiting.
  public var isDone: Bool {
    guard done.wait(timeout: .now()) == .success else { return false }
    done.signal()
    return true
  }

  /// Waits for its end, and says what came of it or throws what it failed with. Once.
  public func wait() throws -> Value {
    done.wait()
    guard let result else { preconditionFailure("work that ended has a result") }
    return try result.get()
  }
}

private let queue = DispatchQueue(label: "ledger.work", qos: .userInitiated, attributes: .concurrent)
