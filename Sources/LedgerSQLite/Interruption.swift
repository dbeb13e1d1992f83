internal import CLedgerSQLite
internal import Synchronization

/// Tells work under way to end: a caller no longer wants its result, or the ledger is closed.
///
/// It is bound to a task, so that nothing on the way has to pass it on. SQLite asks for it every thousand steps of a
/// statement, and loops in Swift call `check`. Work that appends to a log runs without one: SQLite may report a
/// statement as interrupted that has taken effect.
package final class Interruption: Sendable {
  @TaskLocal private static var current: Interruption?

  private let flag = Atomic(false)
  private let parent: Interruption?

  /// Creates one that is raised with its parent, or alone.
  package init(parent: Interruption? = nil) { self.parent = parent }

  /// Ends the work, now and in future.
  package func raise() { flag.store(true, ordering: .releasing) }

  /// Whether the work should end.
  package var isRaised: Bool { flag.load(ordering: .acquiring) || parent?.isRaised == true }

  /// Runs `body` as work that this can end.
  package func withValue<T>(_ body: () throws -> T) rethrows -> T {
    try Self.$current.withValue(self, operation: body)
  }

  /// Throws if the current work should end.
  package static func check() throws(CancellationError) {
    if current?.isRaised == true { throw CancellationError() }
  }

  /// How many steps of a statement SQLite takes between two questions: some ten microseconds.
  private static let steps: Int32 = 1_000

  /// Has SQLite end the statements of a database once the work that steps through them should end.
  static func watch(_ database: OpaquePointer?) {
    sqlite3_progress_handler(database, steps, { _ in Interruption.current?.isRaised == true ? 1 : 0 }, nil)
  }
}
