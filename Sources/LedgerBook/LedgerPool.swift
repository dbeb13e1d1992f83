internal import EventLog
internal import LedgerDomain
internal import LedgerPlatform
internal import Synchronization

/// The open ledgers of a service: many folders, and at most one book of each.
///
/// A book is opened when it is needed, and stays open for the next use. The one that was not used for the longest time is
/// closed if there are more than the limit. Any thread and any task may ask. Work on one ledger is done one after the
/// other, and waits for no work on another one.
///
///     let pool = LedgerPool(limit: 500) { folder in
///       Book.Settings(folder: folder, actor: .person("anna"), deviceName: "server")
///     }
///     let groups = try await pool.withBook(folder) { try $0.groups() }
///     await pool.close()
public final class LedgerPool: Sendable {
  /// A ledger's book, while it is open, under a lock of its own.
  private final class Slot: Sendable {
    /// A book, or `nil` while the ledger is closed.
    let book = Mutex<Book?>(nil)
    /// The queue on which tasks wait for the ledger.
    let queue = WaitingQueue()
  }

  /// A queue of its own, so that a task that waits for a file holds no thread that all tasks share.
  private actor WaitingQueue {
    private let executor = QueueExecutor("ledger.pool")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result { try body() }
  }

  /// The place of a ledger in the pool.
  private struct Entry {
    let slot = Slot()
    /// The number of threads that use it or wait for it.
    var userCount = 0
    /// The number of the use that began last.
    var lastUse: UInt64 = 0
    var isOpen = false
  }

  private struct State {
    var entries: [FileIdentity: Entry] = [:]
    var useCount: UInt64 = 0
  }

  private let limit: Int
  private let settings: @Sendable (String) -> Book.Settings
  /// The queue on which a task waits while ledgers are closed.
  private let closing = WaitingQueue()
  private let state = Mutex(State())

  /// Creates a pool without an open ledger.
  ///
  /// - Parameters:
  ///   - limit: The number of ledgers that stay open. While more are in use at once, more are open. Each of them has
  ///     seven files open, and half a MiB of memory for 10,000 events. Systems allow a process some hundred files unless
  ///     it asks for more.
  ///   - settings: How the ledger of a folder is opened.
  public init(limit: Int = 100, settings: @escaping @Sendable (String) -> Book.Settings) {
    self.limit = max(1, limit)
    self.settings = settings
  }

  /// The number of ledgers that are open.
  public var openCount: Int { state.withLock { $0.entries.values.count(where: \.isOpen) } }

  /// Does work with the book of a folder, which nothing else uses meanwhile.
  ///
  /// The task waits on a queue of the ledger, so other tasks go on while the ledger is locked. A task that was cancelled
  /// before its turn does nothing. The book must not leave `body`, which
  /// must not ask for the same folder. After an error of the files it is closed, so that the next use opens it again.
  ///
  /// - Throws: The errors of `Book.open` and of `body`, and `CancellationError`.
  public func withBook<Result: Sendable>(
    _ folder: String, _ body: @escaping @Sendable (Book) throws -> Result
  ) async throws -> Result {
    let key = try key(of: folder)
    let slot = begin(key)
    return try await slot.queue.run {
      try self.use(slot, key, folder, check: Task.checkCancellation, body)
    }
  }

  /// Does work with the book of a folder on this thread, which waits for the ledger.
  ///
  /// For programs with threads of their own. In a task, use the call with `await`.
  ///
  /// - Throws: The errors of `Book.open` and of `body`.
  public func withBook<Result: Sendable>(
    _ folder: String, _ body: (Book) throws -> Result
  ) throws -> Result {
    let key = try key(of: folder)
    return try use(begin(key), key, folder, body)
  }

  private func key(of folder: String) throws -> FileIdentity {
    guard let key = FileIdentity(folder + "/log.sqlite") else { throw EventLogError.noLedger(folder: folder) }
    return key
  }

  private func use<Result: Sendable>(
    _ slot: Slot, _ key: FileIdentity, _ folder: String, check: () throws -> Void = {},
    _ body: (Book) throws -> Result
  ) throws -> Result {
    defer { while closeOldest(beyond: limit) {} }
    return try slot.book.withLock { held in
      // Under the lock, so that the next user's is not overwritten.
      defer { release(key, isOpen: held != nil) }
      try check()
      let book = try held ?? Book.open(settings(folder))
      held = book
      do {
        return try body(book)
      } catch let error where !(error is Rejection) && !(error is BookError) {
        held = nil
        try? book.close()
        throw error
      }
    }
  }

  /// Closes every ledger that is not in use. The task waits on a queue of the pool.
  public func close() async { await closing.run { self.closeIdle() } }

  /// Closes every ledger that is not in use, on this thread.
  public func close() { closeIdle() }

  private func closeIdle() {
    while closeOldest(beyond: 0) {}
  }

  private func begin(_ key: FileIdentity) -> Slot {
    state.withLock { state in
      state.useCount += 1
      var entry = state.entries[key] ?? Entry()
      entry.userCount += 1
      entry.lastUse = state.useCount
      state.entries[key] = entry
      return entry.slot
    }
  }

  private func release(_ key: FileIdentity, isOpen: Bool) {
    state.withLock { state in
      precondition(
        state.entries[key].map { $0.userCount > 0 } ?? false, "a ledger is released by one of its users")
      state.entries[key]?.userCount -= 1
      state.entries[key]?.isOpen = isOpen
      if !isOpen, state.entries[key]?.userCount == 0 { state.entries[key] = nil }
    }
  }

  /// Closes the ledger that was not used for the longest time if more than `count` are open. Returns whether it did.
  private func closeOldest(beyond count: Int) -> Bool {
    let oldest = state.withLock { state -> (key: FileIdentity, slot: Slot)? in
      guard state.entries.values.count(where: \.isOpen) > count else { return nil }
      let idle = state.entries.filter { $0.value.isOpen && $0.value.userCount == 0 }
      guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return nil }
      // It is in use by this thread until it is closed. Another one waits, and opens it again.
      state.entries[oldest.key]?.userCount += 1
      return (oldest.key, oldest.value.slot)
    }
    guard let oldest else { return false }
    // If another one has begun to use it meanwhile, it stays, and that one looks again when it is done.
    let isClosed = oldest.slot.book.withLockIfAvailable { held in
      try? held?.close()
      held = nil
      release(oldest.key, isOpen: false)
      return true
    }
    if isClosed == nil { release(oldest.key, isOpen: true) }
    return isClosed ?? false
  }
}
