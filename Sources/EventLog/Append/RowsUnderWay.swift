internal import Dispatch

/// Rows of a large batch going into the log on a thread of their own, while the next are hashed.
///
/// Unchecked, because a semaphore says whose turn it is, which types can't: from `begin` to the end of `wait` the
/// connection belongs to that thread alone, and the writer looks up whatever it needs before.
final class RowsUnderWay: @unchecked Sendable {
  private let work: () throws -> Void
  private let done = DispatchSemaphore(value: 0)
  private var failure: (any Error)?

  private static let queue = DispatchQueue(
    label: "ledger.rows", qos: .userInitiated, attributes: .concurrent)

  private init(_ work: @escaping () throws -> Void) { self.work = work }

  static func begin(_ work: @escaping () throws -> Void) -> RowsUnderWay {
    let rows = RowsUnderWay(work)
    queue.async {
      do {
        try rows.work()
      } catch {
        rows.failure = error
      }
      rows.done.signal()
    }
    return rows
  }

  /// Waits for their end; throws what they failed with. Once.
  func wait() throws {
    done.wait()
    if let failure { throw failure }
  }
}
