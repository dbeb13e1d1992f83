package import LedgerBytes
internal import Synchronization

/// Counts the events that logs read one by one. A test tells from it how often a command folds a record.
///
/// It is bound to a task: a log that is opened inside `counting` notes each event, on whatever thread it reads.
package final class EventReads: Sendable {
  @TaskLocal static var current: EventReads?

  private let read = Mutex<[Position]>([])

  /// Creates a counter.
  package init() {}

  /// The positions of the events that were read, in order. An event that was read twice is there twice.
  package var positions: [Position] { read.withLock { $0 } }

  /// Runs `body`, and counts the events that the logs opened in it read.
  package func counting<T>(_ body: () throws -> T) rethrows -> T {
    try Self.$current.withValue(self, operation: body)
  }

  func note(_ position: Position) { read.withLock { $0.append(position) } }
}
