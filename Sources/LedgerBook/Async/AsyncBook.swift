internal import EventLog
public import LedgerBytes
public import LedgerProjections
internal import LedgerSQLite
internal import Synchronization

/// A ledger for an app's screens: `Book` away from the caller's thread, one `await` per use case.
///
/// Commands are done one after the other, in the order in which they are requested. Screens are read meanwhile, on
/// connections of their own, and see every command that was done before. So no screen waits for a series of commands, and
/// neither of them for `LongWork` such as a sync or a rebuild. Other processes (a share extension, the command line tool) may use the same
/// folder meanwhile.
///
///     let new = NewLedger(device: "phone", currency: .eur, locale: .default)
///     let book = try await AsyncBook.openOrCreate(settings, new)
///     try await book.record(taxi)
///     let home = try await book.home()
///     try await book.close()  // before the app is suspended: no lock, no open file is left
///
/// Errors are `Rejection` for a command that a rule of the ledger refuses, `BookError`, `ModelError`, `StorageError` for
/// the files, and `CancellationError`. `Refusal(error)` explains any of them to a person.
public actor AsyncBook {
  private let executor = QueueExecutor("ledger.book")
  private let settings: Book.Settings
  private var book: Book?
  let readers: BookReaders

  /// Its own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init(_ settings: Book.Settings) {
    self.settings = settings
    readers = BookReaders(settings)
  }

  /// Opens a ledger that is there.
  ///
  /// - Throws: `StorageError`, for example with the reason `.noLedger`, `.newerVersion` or `.damaged`.
  public static func open(_ settings: Book.Settings) async throws -> AsyncBook {
    let opened = AsyncBook(settings)
    try await opened.begin { try Book.open($0) }
    return opened
  }

  /// Makes a ledger.
  ///
  /// - Throws: `StorageError`, with the reason `.ledgerExists` if there is one already.
  public static func create(_ settings: Book.Settings, _ new: NewLedger) async throws -> AsyncBook {
    let made = AsyncBook(settings)
    try await made.begin { try Book.create($0, new) }
    return made
  }

  /// Opens a ledger, and creates it first if it is missing: for the start of an app.
  public static func openOrCreate(_ settings: Book.Settings, _ new: NewLedger) async throws -> AsyncBook {
    do {
      return try await open(settings)
    } catch let error as StorageError where error.reason == .noLedger {
      do {
        return try await create(settings, new)
      } catch let error as StorageError where error.reason == .ledgerExists {
        // The extension was faster.
        return try await open(settings)
      }
    }
  }

  /// Opens the book, unless closing is requested meanwhile, which was requested `closings` times before.
  private func begin(after closings: Int = 0, _ open: @Sendable (Book.Settings) throws -> Book) throws {
    let opened: Book
    do { opened = try open(settings) } catch { throw StorageError.visible(error) }
    // Without a folder to write in, each reader would make models of its own.
    let isShared = opened.log.access == .readWrite && !settings.isReadOnly
    guard readers.open(isShared: isShared, closings: closings) else {
      try opened.close()
      throw BookError.closed
    }
    book = opened
  }

  /// Runs `body` with the ledger as one piece of work, which other commands do not interrupt.
  ///
  /// Every command of `Book` can be given in it: `try await book.run { try $0.createRule(rent) }`. A task that was cancelled before its turn does nothing. It is not a
  /// transaction: what one command of `body` recorded stays if the next one throws. `batch` records everything or nothing.
  ///
  /// - Throws: `BookError.closed`, `CancellationError`, and the errors of `body`.
  public func run<Result: Sendable>(_ body: @Sendable (Book) throws -> Result) throws -> Result {
    guard let book, !isClosing else { throw BookError.closed }
    try Task.checkCancellation()
    defer { startBackup() }
    do { return try body(book) } catch { throw StorageError.visible(error) }
  }

  /// Reads while commands run, and everything at one position: `try await book.read { try $0.rules() }`.
  ///
  /// The book sees what was recorded before, and nothing that is recorded meanwhile. Its `lastPosition()` names the
  /// position. As in `Book.read`, `body` only reads, is short, and may run a second time. If the task is cancelled, the
  /// statement under way ends within milliseconds.
  ///
  /// - Throws: `BookError.closed`, `CancellationError`, and the errors of `body`.
  public nonisolated func read<Result: Sendable>(
    _ body: @escaping @Sendable (Book) throws -> Result
  ) async throws -> Result {
    try await use(readers.screens) { book, _ in try book.read(body) }
  }

  /// Reads as of a moment, while commands run.
  ///
  /// - Throws: `BookError.closed`, `CancellationError`, and the errors of `body`.
  public nonisolated func read<Result: Sendable>(
    asOf horizon: Horizon, _ body: @escaping @Sendable (Book) throws -> Result
  ) async throws -> Result {
    try await read { try body(horizon == .now ? $0 : $0.asOf(horizon)) }
  }

  /// Does long work that only reads the log: a rebuild, the index of the search.
  nonisolated func upkeep<Result: Sendable>(
    _ body: @escaping @Sendable (Book) throws -> Result
  ) async throws -> Result {
    try await use(readers.upkeep) { book, _ in try body(book) }
  }

  /// Does work with a book of these lanes, or with the only one of a ledger that is only read. `close` ends both.
  nonisolated func use<Result: Sendable>(
    _ lanes: BookLanes, _ body: @escaping @Sendable (Book, Interruption) throws -> Result
  ) async throws -> Result {
    if readers.areShared { return try await lanes.run(body) }
    return try await lanes.guarding { interruption in
      try await self.run { book in try interruption.withValue { try body(book, interruption) } }
    }
  }
}

extension AsyncBook {
  /// Builds the index of the search in the background, unless that is under way.
  nonisolated func startIndexing() {
    readers.startIndexing {
      // A failure is that of the next search.
      _ = try? await self.indexSearch().value
    }
  }

  /// Makes the automatic backup in the background if it is due. No command waits for it.
  nonisolated func startBackup() {
    guard readers.areShared else { return }
    readers.startBackup {
      // A backup that is stopped by closing is due again. A failure is noted for `status`.
      _ = try? await self.upkeep { try $0.backUpIfDue(check: Interruption.check) }
    }
  }

  /// Waits for the backup that the last command has started.
  nonisolated func waitForBackup() async { await readers.waitForBackup() }

  // MARK: Closing

  /// Closes the ledger. No lock is held and no file is open afterwards.
  ///
  /// The app may then be suspended. The command under way is done, and commands and reads that wait are refused with
  /// `BookError.closed`. Long work under way ends at its next step, such as a sync after the file that it reads. The
  /// sequences of `changes` and `observe` end without an error. If you close the ledger twice, the second call does nothing.
  public nonisolated func close() async throws {
    try await finishClosing(readers.beginClosing())
  }

  /// Closes the books of an opening, unless another call has done so.
  private func finishClosing(_ opening: Int) async throws {
    guard book != nil, readers.isClosing, readers.opening == opening else { return }
    await readers.close()
    guard let closing = book, readers.isClosing, readers.opening == opening else { return }
    book = nil
    do { try closing.close() } catch { throw StorageError.visible(error) }
  }

  /// Opens it again after `close`, and does nothing if it is open.
  ///
  /// If it is being closed, that is finished first. Sequences of changes and values have to be started again. An
  /// `ObservedScreen` goes on by itself.
  ///
  /// - Throws: `BookError.closed` if `close` is called meanwhile, which then is done.
  public func reopen() async throws {
    let closings = readers.closings
    while book != nil, readers.isClosing { try? await finishClosing(readers.opening) }
    guard book == nil else { return }
    try begin(after: closings) { try Book.open($0) }
  }

  /// Whether it is closed, or about to be.
  nonisolated var isClosing: Bool { readers.isClosing }

  /// Whether it is open.
  public var isOpen: Bool { book != nil }

  /// Waits until it is open, or the task is cancelled.
  package nonisolated func waitUntilOpen() async { await readers.waitUntilOpen() }

  // MARK: Changes

  /// Returns the changes from now on, by this app, its extension or the command line tool.
  ///
  /// Start it before the first screen is read, so that nothing is missed. An idle ledger costs a look every two
  /// seconds. After a notice it costs one look-up and the reading of what changed. It waits for no command.
  ///
  /// - Parameter position: The position to start after, or `nil` for the end of the log.
  /// - Throws: `BookError.closed`.
  public nonisolated func changes(after position: Position? = nil) async throws -> LedgerChanges {
    let signal = try readers.observe()
    let start = try await watch { try position ?? $0.log.lastPosition() }
    return LedgerChanges(book: self, signal: signal, position: start)
  }

  /// Returns the changes after a position, or `nil` if nothing changed or it cannot be read now.
  nonisolated func change(after position: Position) async -> LedgerChange? {
    (try? await watch { try $0.change(after: position) }) ?? nil
  }

  nonisolated func watch<Result: Sendable>(
    _ body: @escaping @Sendable (Book) throws -> Result
  ) async throws -> Result {
    try await use(readers.watch) { book, _ in try body(book) }
  }
}
