internal import Dispatch

/// Runs an actor's work on a queue of its own, one piece after the other.
///
/// A ledger waits for the disk, and up to seconds for another writer. On the threads that all tasks of an app
/// share, that would delay other tasks. A queue has its own thread. (`DispatchSerialQueue` is an executor on
/// Apple systems only.)
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
