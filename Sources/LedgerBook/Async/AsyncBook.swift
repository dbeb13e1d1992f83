internal import EventLog

/// A ledger for an app's screens: what `Book` does, away from the caller's thread, one `await` per use case.
///
/// It owns one `Book` on a queue of its own; work is done in the order in which it is asked for. Other processes (a
/// share extension, the command line tool) use the same folder meanwhile.
///
///     let book = try await AsyncBook.open(settings)
///     for await change in try await book.changes() { home = try await book.home() }
///     try await book.close()  // before the app is suspended: no lock, no open file is left
///
/// Errors are those of `Book`; `ScreenWords(error)` says any of them for a screen.
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

  /// Opens a ledger, and makes it first where there is none: what an app does when it starts.
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

  /// Any use of the ledger, as one piece of work: what `body` reads and does is not mixed with other calls.
  ///
  /// Several commands that belong together, or a question that has no method here, go through it. A task that was
  /// cancelled before its turn came does nothing.
  ///
  /// - Throws: `BookError.closed`, `CancellationError`, and what `body` throws.
  public func run<Result: Sendable>(_ body: @Sendable (Book) throws -> Result) throws -> Result {
    guard let book else { throw BookError.closed }
    try Task.checkCancellation()
    return try body(book)
  }
}

// MARK: - Closing

extension AsyncBook {
  /// Waits for what was asked for before, then closes: no lock is held and no file is open afterwards, so that the
  /// app may be suspended. Sequences of changes end. Closing twice is fine.
  ///
  /// A rebuild under way is waited for; cancel its task first.
  public func close() throws {
    observation?.finish()
    observation = nil
    guard let closing = book else { return }
    book = nil
    try closing.close()
  }

  /// Opens it again after `close`; where it is open, nothing is done. Sequences of changes are to be begun anew.
  public func reopen() throws {
    guard book == nil else { return }
    book = try Book.open(settings)
  }

  /// Whether it is open.
  public var isOpen: Bool { book != nil }
}

// MARK: - Changes

extension AsyncBook {
  /// What changes from now on, by whomever: this app, its extension, the command line tool.
  ///
  /// Begin it before the first screen is read, so that nothing falls in between. Cost: none while nothing happens
  /// but a look every two seconds, and after a notice one look-up and what changed.
  ///
  /// - Parameter position: where to begin; nil: at the end of the log as it is.
  /// - Throws: `BookError.closed`.
  public func changes(after position: Int64? = nil) throws -> LedgerChanges {
    guard let book else { throw BookError.closed }
    let observation = observation ?? ChangeObservation(folder: settings.folder)
    self.observation = observation
    return LedgerChanges(
      book: self, signal: observation.signal, position: try position ?? book.log.lastPosition())
  }

  /// What has changed since a position; nil: nothing, or it could not be read now and is asked for again.
  func change(after position: Int64) -> LedgerChange? { try? book?.change(after: position) }
}
