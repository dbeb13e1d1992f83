internal import EventLog

/// A ledger for an app's screens: `Book` away from the caller's thread, one `await` per use case.
///
/// It owns one `Book` on a queue of its own. Work is done in the order in which it is requested. Other
/// processes (a share extension, the command line tool) may use the same folder meanwhile.
///
///     let book = try await AsyncBook.open(settings)
///     for await change in try await book.changes() { home = try await book.home() }
///     try await book.close()  // before the app is suspended: no lock, no open file is left
///
/// Errors are those of `Book`. `ScreenWords(error)` turns any of them into text for a screen.
public actor AsyncBook {
  private let executor = QueueExecutor("ledger.book")
  private let settings: Book.Settings
  private var book: Book?
  private var observation: ChangeObservation?

  /// Its own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init(_ settings: Book.Settings) { self.settings = settings }

  /// Opens a ledger that is there.
  ///
  /// - Throws: `EventLogError.noLedger`, `.notALedger`, `.newerVersion`, `.damaged`.
  public static func open(_ settings: Book.Settings) async throws -> AsyncBook {
    let opened = AsyncBook(settings)
    try await opened.begin { try Book.open($0) }
    return opened
  }

  /// Makes a ledger.
  ///
  /// - Throws: `EventLogError.ledgerExists` where there is one already.
  public static func create(_ settings: Book.Settings, _ new: NewLedger) async throws -> AsyncBook {
    let made = AsyncBook(settings)
    try await made.begin { try Book.create($0, new) }
    return made
  }

  /// Opens a ledger, and creates it first if it is missing: for the start of an app.
  public static func openOrCreate(_ settings: Book.Settings, _ new: NewLedger) async throws -> AsyncBook {
    do {
      return try await open(settings)
    } catch EventLogError.noLedger {
      do { return try await create(settings, new) } catch EventLogError.ledgerExists {
        // The extension was faster.
        return try await open(settings)
      }
    }
  }

  private func begin(_ open: @Sendable (Book.Settings) throws -> Book) throws { book = try open(settings) }

  /// Runs `body` with the ledger as one piece of work, which other calls do not interrupt.
  ///
  /// For a question that has no method here. A task that was cancelled before its turn does nothing. It is not a
  /// transaction: what one command of `body` recorded stays if the next one throws. `batch` records everything or nothing.
  ///
  /// - Throws: `BookError.closed`, `CancellationError`, and the errors of `body`.
  public func run<Result: Sendable>(_ body: @Sendable (Book) throws -> Result) throws -> Result {
    guard let book else { throw BookError.closed }
    try Task.checkCancellation()
    return try body(book)
  }
}

// MARK: - Closing

extension AsyncBook {
  /// Waits for earlier calls, then closes the ledger. No lock is held and no file is open afterwards.
  ///
  /// The app may then be suspended. Sequences of changes end. Closing twice is allowed.
  ///
  /// A rebuild in progress is waited for, so cancel its task first.
  public func close() throws {
    observation?.finish()
    observation = nil
    guard let closing = book else { return }
    book = nil
    try closing.close()
  }

  /// Opens it again after `close`, and does nothing if it is open. Sequences of changes have to be started
  /// again.
  public func reopen() throws {
    guard book == nil else { return }
    book = try Book.open(settings)
  }

  /// Whether it is open.
  public var isOpen: Bool { book != nil }
}

// MARK: - Changes

extension AsyncBook {
  /// The changes from now on, by this app, its extension or the command line tool.
  ///
  /// Start it before the first screen is read, so that nothing is missed. An idle ledger costs a look every two
  /// seconds. After a notice it costs one look-up and the reading of what changed.
  ///
  /// - Parameter position: The position to start after, or `nil` for the end of the log.
  /// - Throws: `BookError.closed`.
  public func changes(after position: Int64? = nil) throws -> LedgerChanges {
    guard let book else { throw BookError.closed }
    let observation = observation ?? ChangeObservation(folder: settings.folder)
    self.observation = observation
    return LedgerChanges(
      book: self, signal: observation.signal, position: try position ?? book.log.lastPosition())
  }

  /// The changes since a position, or `nil` if nothing changed or it cannot be read now.
  func change(after position: Int64) -> LedgerChange? { try? book?.change(after: position) }
}
