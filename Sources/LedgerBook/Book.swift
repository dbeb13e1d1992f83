public import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerPlatform
public import LedgerProjections
internal import LedgerSQLite

/// A ledger as an app or a tool opens it: commands in, screens out.
///
/// It is synchronous and has one owner, so it is explicitly not `Sendable`. Other threads and processes open their own.
///
///     let book = try Book.open(settings)
///     let captured = try book.capture(CaptureInput(files: [.file(path: scan)], text: text))
///     if let draft = captured.transaction {
///       try book.perform(.set(.payment(.card)), on: draft)
///       try book.perform(.save, on: draft)
///     }
///     let totals = try book.groups().map(\.totals)
///     try book.close()
public final class Book {
  /// The immutable log.
  package let log: LedgerLog
  /// The settings with which the book was opened.
  public let settings: Settings
  /// The moment as of which the book is read: `.now`, unless it is a view of the past.
  public let horizon: Horizon
  /// The book whose log this view reads, and which closes the log, or `nil` if this is no view.
  let base: Book?
  /// The day as of which figures are, or `nil` for today.
  private let chosenDay: CivilDate?
  /// Whether the models are closed with this book.
  private let ownsModels: Bool
  let models: ReadModels
  /// The date while a snapshot is read, shared with the views of this book.
  let heldDay: HeldDay
  /// The scans and photos of receipts.
  package let attachments: AttachmentStore
  /// The new device of a copied or restored folder, once a command of this book has continued it.
  public internal(set) var continuation: DeviceContinuation?
  /// The records that were folded last. Always empty in a view of the past.
  var memo = FoldMemo()
  /// The end of the log for the current command, during which nobody else writes. `nil` outside of a command.
  var commandEnd: LogEnd?

  /// The folder, author, clock and other settings of an open ledger.
  public struct Settings: Sendable {
    /// The ledger's folder.
    public var folder: String
    /// The author of commands, such as `.person("anna")`.
    public var actor: EventActor
    /// The name of this device if it joins the ledger.
    public var deviceName: String
    /// The wall clock, which is the only source of the current time.
    public var clock: @Sendable () -> WallClock
    /// The source of new identifiers.
    ///
    /// They are random, unless a test or a preview wants the same ones each time.
    public var newID: @Sendable () -> UniqueID
    /// Whether the folder is only read. Models are then kept in memory.
    public var isReadOnly: Bool
    /// The time to wait for another writer, in milliseconds.
    public var waitMilliseconds: Int32
    /// The folder outside of all ledgers with this machine's notes, or `nil` to keep no notes.
    ///
    /// A note records how much a device has recorded. It shows that a ledger's folder was restored from an
    /// older copy, so that no number is given twice. Choose a folder that stays on this machine: one that
    /// backups and a move to a new machine leave out. A file of 239 bytes per ledger and device.
    public var stateFolder: String?

    /// Creates settings.
    public init(
      folder: String, actor: EventActor, deviceName: String,
      clock: @escaping @Sendable () -> WallClock = WallClock.now,
      newID: @escaping @Sendable () -> UniqueID = UniqueID.random, isReadOnly: Bool = false,
      waitMilliseconds: Int32 = 5_000, stateFolder: String? = nil
    ) {
      self.folder = folder
      self.actor = actor
      self.deviceName = deviceName
      self.clock = clock
      self.newID = newID
      self.isReadOnly = isReadOnly
      self.waitMilliseconds = waitMilliseconds
      self.stateFolder = stateFolder
    }
  }

  /// Creates a book as of now.
  ///
  /// - Parameter hasWriter: Whether another book of this process writes the log. Models are then kept in the
  ///   folder although this book only reads.
  init(log: LedgerLog, settings: Settings, hasWriter: Bool = false) {
    self.log = log
    self.settings = settings
    horizon = .now
    base = nil
    heldDay = HeldDay()
    (chosenDay, ownsModels) = (nil, true)
    let isReadOnly = settings.isReadOnly || log.access != .readWrite && !hasWriter
    models = ReadModels(
      of: log, folder: isReadOnly ? nil : settings.folder + "/models",
      busyTimeoutMilliseconds: settings.waitMilliseconds)
    attachments = AttachmentStore(folder: settings.folder + "/attachments")
  }

  private init(_ book: Book, asOf horizon: Horizon) {
    log = book.log
    settings = book.settings
    self.horizon = horizon
    base = book.base ?? book
    heldDay = book.heldDay
    (chosenDay, ownsModels) = (book.chosenDay, true)
    models = ReadModels(
      of: book.log, asOf: horizon, history: book.models.isInFolder ? book.settings.folder + "/models" : nil,
      busyTimeoutMilliseconds: book.settings.waitMilliseconds)
    attachments = book.attachments
    models.mendsDamage = book.models.mendsDamage
  }

  /// Returns a view of the ledger as of another moment: every screen as it was then. It accepts no command.
  ///
  /// The view reads this book's log. Closing it closes only its own models.
  ///
  /// - Complexity: A few look-ups for a position if the history was built (`rebuildHistory`). Otherwise, and by
  ///   the authors' clocks, the first read folds the events known then, in memory.
  public func asOf(_ horizon: Horizon) -> Book { Book(self, asOf: horizon) }

  private init(_ book: Book, through day: CivilDate) {
    (log, settings, horizon, models, attachments) =
      (book.log, book.settings, book.horizon, book.models, book.attachments)
    base = book.base ?? book
    heldDay = book.heldDay
    (chosenDay, ownsModels) = (day, false)
  }

  /// Returns a view of the ledger whose figures are as of another day.
  ///
  /// Every screen counts what is dated up to it. What is dated later is shown apart, as still to come. The view reads this book's models, so it need not be closed.
  /// It accepts no command.
  public func through(_ day: CivilDate) -> Book { Book(self, through: day) }

  /// The day as of which figures are: today, unless the book is a view through another day.
  public var day: CivilDate { chosenDay ?? today }

  /// Whether it accepts commands. No view does.
  var isForCommands: Bool { base == nil }

  /// Returns the event at a position of the log, or `nil` if the log ends before it.
  ///
  /// Positions count from 1 in the order in which this device received the events.
  ///
  /// - Complexity: One look-up.
  public func event(at position: Position) throws -> StoredEvent? { try log.event(at: position) }

  /// Returns the last position that this device knew at an instant, or `nil` before its first event.
  ///
  /// Pass the result to `Horizon.position`.
  ///
  /// - Complexity: O(events that came later). With a history, a thousandth of that.
  public func position(knownBy milliseconds: Int64) throws -> Position? {
    try models.position(knownBy: milliseconds)
  }

  /// Closes the models and the log. A view that `asOf` made closes only its models.
  ///
  /// - Throws: `EventLogError.inSnapshot` in the closure of `read`.
  public func close() throws {
    if base == nil { try log.requireNotHeld() }
    if ownsModels { models.close() }
    if base == nil { try log.close() }
  }
}

@available(*, unavailable)
extension Book: Sendable {}

// MARK: - Opening

/// The settings of a new ledger.
///
///     let new = NewLedger(device: "phone", currency: .eur, locale: .default)
///     let book = try await AsyncBook.openOrCreate(settings, new)
public struct NewLedger: Sendable {
  /// The first device's name.
  public var device: String
  /// The currency offered first.
  public var currency: CurrencyCode
  /// How dates and amounts are written for people.
  public var locale: LedgerLocale
  /// How weeks are cut.
  public var weeks: WeekSetting

  /// A new ledger with that device, currency and locale.
  public init(device: String, currency: CurrencyCode, locale: LedgerLocale, weeks: WeekSetting = .iso) {
    self.device = device
    self.currency = currency
    self.locale = locale
    self.weeks = weeks
  }
}

extension Book {
  /// Opens a ledger that is there.
  ///
  /// A folder that cannot be written is opened for reading.
  ///
  /// - Throws: `EventLogError.noLedger`, `.notALedger`, `.newerVersion`, `.damaged`.
  public static func open(_ settings: Settings) throws -> Book {
    let mode: LedgerLog.Mode = settings.isReadOnly ? .readOnly : .readWrite
    do {
      let log = try LedgerLog.open(
        settings.folder, mode: mode, stateFolder: settings.stateFolder,
        busyTimeoutMilliseconds: settings.waitMilliseconds)
      let book = Book(log: log, settings: settings)
      // The ledger opens even if erased content cannot be removed now. The next opening tries again.
      _ = try? book.removeRedactionRemains()
      return book
    } catch let error as SQLiteError where error.kind == .corrupt {
      throw EventLogError.damaged("log.sqlite cannot be read (\(error.message))")
    }
  }

  /// Opens a book that only reads, while another one of this process writes. It uses the other one's models.
  static func openDuringWriting(_ settings: Settings) throws -> Book {
    let log = try LedgerLog.open(
      settings.folder, mode: .readOnly, busyTimeoutMilliseconds: settings.waitMilliseconds)
    return Book(log: log, settings: settings, hasWriter: true)
  }

  /// Makes a ledger: its creation and the five fixed categories, in one batch.
  ///
  /// A folder in which making one was interrupted is taken up again.
  ///
  /// - Throws: `EventLogError.ledgerExists` where there is one already.
  public static func create(_ settings: Settings, _ new: NewLedger) throws -> Book {
    try DurableFile.createFolder(settings.folder)
    let log: LedgerLog
    let device = settings.newID()
    do {
      log = try LedgerLog.create(
        at: settings.folder, ledger: EventContext.ledgerID(createdBy: device), device: device,
        stateFolder: settings.stateFolder)
    } catch EventLogError.ledgerExists(let folder) {
      log = try LedgerLog.open(
        settings.folder, mode: .readWrite, stateFolder: settings.stateFolder,
        busyTimeoutMilliseconds: settings.waitMilliseconds)
      guard try log.lastPosition() == 0 else {
        try log.close()
        throw EventLogError.ledgerExists(folder: folder)
      }
    }
    let book = Book(log: log, settings: settings)
    do {
      try book.begin(new)
    } catch {
      try? book.close()
      throw error
    }
    return book
  }

  private func begin(_ new: NewLedger) throws {
    let command = LedgerCommand.create(
      device: new.device, currency: new.currency, locale: new.locale, weeks: new.weeks)
    _ = try execute(id: nil, content: .object(["command": "create"])) { batch in
      guard try self.log.lastPosition() == 0 else {
        throw EventLogError.ledgerExists(folder: self.settings.folder)
      }
      for event in try LedgerState().decide(command, today: self.today) { batch.append(event) }
      Self.seed(&batch)
    }
  }

  /// Adds the categories that every ledger begins with.
  static func seed(_ batch: inout Batch) {
    for category in FixedCategories.all {
      batch.append(.categoryAdded(category), key: category.key, cause: .draft(0), actor: EventActor.rule.text)
    }
  }
}
