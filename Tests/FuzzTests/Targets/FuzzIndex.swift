import LedgerSQLite
import Synchronization

/// An empty full-text index in memory, for one thread at a time.
final class FuzzIndex: @unchecked Sendable {
  let connection: Connection
  private let mutex = Mutex(())

  init() {
    do {
      connection = try Connection(path: "", mode: .memory)
      try connection.execute("CREATE VIRTUAL TABLE search USING fts5 (vendor, note, tags, paper)")
    } catch {
      fatalError("no index in memory: \(error)")
    }
  }

  func withLock<Result>(_ body: (FuzzIndex) throws -> Result) rethrows -> Result {
    try mutex.withLock { _ in try body(self) }
  }
}
