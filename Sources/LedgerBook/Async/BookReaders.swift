internal import LedgerPlatform
internal import LedgerSQLite
internal import Synchronization

/// The books that are used while another one records, and whether the ledger is being closed.
final class BookReaders: Sendable {
  /// Screens.
  let screens: BookLanes
  /// Rebuilds, the index of the search and other long work that only reads.
  let upkeep: BookLanes
  /// Exports, which read one snapshot for long.
  let exports: BookLanes
  /// Long work that may record, such as a sync.
  let work: BookLanes
  /// The reader that looks for changes, which must not wait for a screen.
  let watch: BookLanes

  private struct State {
    /// Whether the ledger is closed, or about to be.
    var isClosing = true
    /// The number of times that the ledger was opened.
    var opening = 0
    /// The number of times that closing was requested.
    var closings = 0
    var areShared = false
    /// The watch of the folder, from the first sequence of changes on.
    var observation: ChangeObservation?
    /// The work on the index of the search that a search has begun.
    var indexing: Task<Void, Never>?
    /// The look for an automatic backup that is due, or the backup.
    var backup: Task<Void, Never>?
    /// The earliest moment of the next look, in nanoseconds of the monotonic clock.
    var nextBackupLook: UInt64 = 0
  }

  private let state = Mutex(State())
  private let folder: String
  /// The time between two looks for an automatic backup.
  private let backupLookNanoseconds: UInt64

  init(_ settings: Book.Settings, backupLookNanoseconds: UInt64 = 10_000_000_000) {
    folder = settings.folder
    self.backupLookNanoseconds = backupLookNanoseconds
    screens = BookLanes("ledger.screens", count: 2, settings)
    upkeep = BookLanes("ledger.upkeep", count: 1, settings)
    exports = BookLanes("ledger.exports", count: 1, settings)
    work = BookLanes("ledger.work", count: 1, settings, records: true)
    watch = BookLanes("ledger.watch", count: 1, settings)
  }

  private var all: [BookLanes] { [screens, upkeep, exports, work, watch] }

  /// Signals each opening.
  private let openings = ChangeSignal()

  /// Waits until the ledger is open, or the task is cancelled.
  func waitUntilOpen() async {
    while !Task.isCancelled, let count = openings.count, isClosing { await openings.wait(past: count) }
  }

  /// Whether the ledger is closed, or about to be.
  var isClosing: Bool { state.withLock(\.isClosing) }

  /// The number of times that the ledger was opened.
  var opening: Int { state.withLock(\.opening) }

  /// The number of times that closing was requested.
  var closings: Int { state.withLock(\.closings) }

  /// Refuses work from now on, ends the reads under way and the sequences of changes. Returns the number of the opening.
  func beginClosing() -> Int {
    let (observation, opening) = state.withLock { state in
      state.isClosing = true
      state.closings += 1
      defer { state.observation = nil }
      for lanes in all { lanes.interrupt() }
      return (state.observation, state.opening)
    }
    observation?.finish()
    return opening
  }

  /// Returns the signal of changes in the ledger's folder.
  ///
  /// - Throws: `BookError.closed`.
  func observe() throws -> ChangeSignal {
    try state.withLock { state in
      guard !state.isClosing else { throw BookError.closed }
      let observation = state.observation ?? ChangeObservation(folder: folder)
      state.observation = observation
      return observation.signal
    }
  }

  /// Begins work on the index of the search, unless some is under way.
  func startIndexing(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard state.indexing == nil, !state.isClosing else { return }
      state.indexing = Task(priority: .utility) {
        await work()
        self.state.withLock { $0.indexing = nil }
      }
    }
  }

  /// Begins to look whether a backup is due, unless that was done in the last seconds or is under way.
  ///
  /// The look reads a small file, which would be a part of the time of each command.
  func startBackup(_ work: @escaping @Sendable () async -> Void) {
    let now = SystemClock.monotonicNanoseconds()
    state.withLock { state in
      guard now >= state.nextBackupLook, state.backup == nil, !state.isClosing else { return }
      state.nextBackupLook = now + backupLookNanoseconds
      state.backup = Task(priority: .utility) {
        await work()
        self.state.withLock { $0.backup = nil }
      }
    }
  }

  /// Waits for the look and the backup under way.
  func waitForBackup() async { await state.withLock(\.backup)?.value }

  /// Whether reads have books of their own. Those of a ledger that is only read do not.
  var areShared: Bool { state.withLock(\.areShared) }

  /// Lets reads begin, unless closing was requested more often than given. Each opens its book when it first needs it.
  func open(isShared: Bool, closings: Int) -> Bool {
    let isOpen = state.withLock { state in
      guard state.closings == closings else { return false }
      state.isClosing = false
      state.opening += 1
      state.areShared = isShared
      state.nextBackupLook = 0
      for lanes in all { lanes.open() }
      return true
    }
    if isOpen { openings.tick() }
    return isOpen
  }

  /// Closes the books, after the reads under way have ended.
  func close() async { for lanes in all { await lanes.close() } }
}

/// A few books, each on a queue of its own.
final class BookLanes: Sendable {
  private let lanes: [BookLane]

  private struct State {
    /// The pieces of work that each lane has to do.
    var waiting: [Int]
    var closing: Interruption
  }

  private let state: Mutex<State>

  /// Creates lanes without open books.
  ///
  /// - Parameter records: Whether they may record. Then no statement is interrupted: SQLite may report one as interrupted
  ///   that has taken effect.
  init(_ label: String, count: Int, _ settings: Book.Settings, records: Bool = false) {
    lanes = (0..<count).map { _ in BookLane(label, settings, records: records) }
    let closed = Interruption()
    closed.raise()
    state = Mutex(State(waiting: [Int](repeating: 0, count: count), closing: closed))
  }

  /// Does work with the lane that has the least to do. The work may ask the interruption whether it should end.
  ///
  /// - Throws: `CancellationError`, `BookError.closed` and the errors of `body`.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable (Book, Interruption) throws -> Result
  ) async throws -> Result {
    let lane = state.withLock { state in
      let lane = state.waiting.indices.min { state.waiting[$0] < state.waiting[$1] } ?? 0
      state.waiting[lane] += 1
      return lane
    }
    defer {
      state.withLock { state in
        precondition(state.waiting[lane] > 0, "a read ends that has begun")
        state.waiting[lane] -= 1
      }
    }
    return try await guarding { try await self.lanes[lane].run($0, body) }
  }

  /// Does work that a cancellation and the closing of the ledger interrupt.
  func guarding<Result: Sendable>(
    _ work: @Sendable (Interruption) async throws -> Result
  ) async throws -> Result {
    let closing = state.withLock(\.closing)
    let interruption = Interruption(parent: closing)
    return try await withTaskCancellationHandler {
      do {
        return try await work(interruption)
      } catch {
        // Whatever fails because it was told to end is not a fault of the ledger.
        if closing.isRaised { throw BookError.closed }
        if Task.isCancelled { throw CancellationError() }
        throw StorageError.visible(error)
      }
    } onCancel: {
      interruption.raise()
    }
  }

  func open() { state.withLock { $0.closing = Interruption() } }

  /// Ends the work under way, and refuses what waits.
  func interrupt() { state.withLock { $0.closing.raise() } }

  func close() async { for lane in lanes { await lane.close() } }
}

/// A book for one piece of work at a time.
private actor BookLane {
  private let executor: QueueExecutor
  private let settings: Book.Settings
  private let records: Bool
  private var book: Book?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ label: String, _ settings: Book.Settings, records: Bool) {
    executor = QueueExecutor(label)
    self.settings = settings
    self.records = records
  }

  func run<Result: Sendable>(
    _ interruption: Interruption, _ body: @Sendable (Book, Interruption) throws -> Result
  ) throws -> Result {
    if interruption.isRaised { throw CancellationError() }
    guard records else {
      return try interruption.withValue {
        let opened = try book ?? Book.openDuringWriting(settings)
        book = opened
        return try body(opened, interruption)
      }
    }
    // Such work is rare, and its book has files open as long as it exists.
    let opened = try Book.open(settings)
    // An error of closing the files takes no recorded event back.
    defer { try? opened.close() }
    return try body(opened, interruption)
  }

  func close() {
    try? book?.close()
    book = nil
  }
}
