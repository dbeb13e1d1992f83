internal import EventLog
internal import LedgerBytes
internal import LedgerPlatform

extension AutomaticBackup {
  /// How often automatic backups are made: after a number of days, or of events.
  public enum Interval: Hashable, Sendable, CustomStringConvertible {
    /// Days since the last one.
    case days(Int)
    /// Events recorded since the last one.
    case events(Int)

    /// Reads `1d` as a day and `100` as a hundred events, or returns `nil` if the text is neither.
    package init?(_ text: String) {
      let isDays = text.hasSuffix("d")
      guard let number = Int(isDays ? String(text.dropLast()) : text),
        (1...Self.intervalEventsMax).contains(number)
      else {
        return nil
      }
      self = isDays ? .days(number) : .events(number)
    }

    private static let intervalEventsMax = 1_000_000

    /// `1d` or `100`.
    public var description: String {
      switch self {
      case .days(let number): "\(number)d"
      case .events(let number): "\(number)"
      }
    }
  }
}

/// The automatic backup of a ledger's folder. It is kept on this device, outside of the log.
///
///     try book.setAutomaticBackup(to: drive, every: .days(1))
///     let failing = try book.status().automaticBackup?.failure
public struct AutomaticBackup: Hashable, Sendable {
  /// The folder that holds the backups, each in a subfolder.
  public let folder: String
  /// How often a backup is made.
  public let interval: AutomaticBackup.Interval
  /// The number of whole backups that are kept.
  public let count: Int
  /// The last backup that was whole, or `nil` before the first.
  public internal(set) var success: Success?
  /// The failure of the last try, or `nil` if it succeeded.
  public internal(set) var failure: Failure?
  /// Whether a backup is due now.
  public internal(set) var isDue = false

  /// A backup that was made.
  public struct Success: Hashable, Sendable {
    /// When, by this device's wall clock.
    public let milliseconds: Int64
    /// The number of events in it.
    public let events: Int64
    /// Its folder.
    public let folder: String
  }

  /// A backup that could not be made.
  public struct Failure: Hashable, Sendable {
    /// When the first try failed since the last success.
    public let sinceMilliseconds: Int64
    /// When the last try failed.
    public let milliseconds: Int64
    /// The reason, for a person.
    public let words: String
    /// The sort of reason in a word, or `nil` if an earlier version noted the failure.
    public let code: String?
  }

  /// The time after a failure in which there is no other try.
  static let retryMilliseconds: Int64 = 15 * 60_000

  /// Whether a backup is due: an interval has passed, and something was recorded.
  func isDue(events: Int64, atMilliseconds now: Int64) -> Bool {
    if let failure, now >= failure.milliseconds, now - failure.milliseconds < Self.retryMilliseconds {
      return false
    }
    guard let success else { return true }
    guard events != success.events else { return false }
    return switch interval {
    case .events(let number): abs(events - success.events) >= Int64(number)
    // A clock that was put back does not put off backups.
    case .days(let number): abs(now - success.milliseconds) >= Int64(number) * 86_400_000
    }
  }
}

// MARK: - The files

extension AutomaticBackup {
  private static let bytesMax = 1 << 20
  private static func settingsPath(_ ledger: String) -> String { ledger + "/backup/settings.json" }
  private static func statePath(_ ledger: String) -> String { ledger + "/backup/state.json" }

  /// The file that a process locks while it makes an automatic backup.
  static func lockPath(_ ledger: String) -> String { ledger + "/backup/lock" }

  /// Reads the setting and its state in a ledger's folder, or returns `nil` if it is off.
  package init?(ledger: String) {
    guard let bytes = try? DurableFile.read(Self.settingsPath(ledger), limit: Self.bytesMax),
      let value = try? JSONValue(parsing: bytes, as: .exchange),
      case .string(let folder)? = value["folder"], case .string(let every)? = value["every"],
      let interval = AutomaticBackup.Interval(every), case .integer(let count)? = value["keep"], count > 0
    else { return nil }
    self.init(folder: folder, interval: interval, count: Int(clamping: count))
    readState(ledger)
  }

  /// Whether the setting is that of another folder, of which the ledger's folder is a copy.
  ///
  /// A folder that was moved has the same device. One that came back from a backup has the same path. A setting of an older
  /// version names no folder.
  static func isOfOriginal(_ log: LedgerLog) -> Bool {
    guard let bytes = try? DurableFile.read(settingsPath(log.folder), limit: bytesMax),
      let value = try? JSONValue(parsing: bytes, as: .exchange), case .string(let folder)? = value["ledger"],
      folder != DurableFile.resolved(log.folder) ?? log.folder
    else { return false }
    guard case .string(let id)? = value["device"], let device = UniqueID(id) else { return true }
    return log.identity != .own(device)
  }

  /// The state of another folder is ignored: the setting was changed while a backup was made.
  private mutating func readState(_ ledger: String) {
    guard let bytes = try? DurableFile.read(Self.statePath(ledger), limit: Self.bytesMax),
      let state = try? JSONValue(parsing: bytes, as: .exchange), case .string(folder)? = state["folder"]
    else { return }
    if let last = state["success"], case .integer(let at)? = last["at"],
      case .integer(let events)? = last["events"],
      case .string(let folder)? = last["folder"]
    {
      success = Success(milliseconds: at, events: events, folder: folder)
    }
    if let last = state["failure"], case .integer(let at)? = last["at"],
      case .integer(let since)? = last["since"],
      case .string(let words)? = last["words"]
    {
      var code: String?
      if case .string(let word)? = last["code"] { code = word }
      failure = Failure(sinceMilliseconds: since, milliseconds: at, words: words, code: code)
    }
  }

  /// Writes the state. It is not synced: a state that is lost makes a backup due again.
  func saveState(_ ledger: String) throws(FileError) {
    let state: JSONValue = [
      "failure": failure.map {
        [
          "at": .integer($0.milliseconds), "code": $0.code.map { .string($0) } ?? .null,
          "since": .integer($0.sinceMilliseconds), "words": .string($0.words),
        ]
      } ?? .null,
      "folder": .string(folder),
      "success": success.map {
        ["at": .integer($0.milliseconds), "events": .integer($0.events), "folder": .string($0.folder)]
      } ?? .null,
    ]
    try DurableFile.replace(Self.statePath(ledger), bytes: state.encoded() + [0x0a], synced: false)
  }

  /// Writes the setting of a folder, without any state.
  static func save(
    folder: String, interval: AutomaticBackup.Interval, count: Int, ledger: String, device: UniqueID? = nil
  ) throws(FileError) {
    let settings: JSONValue = [
      "device": device.map { .string($0.description) } ?? .null,
      "every": .string(interval.description), "folder": .string(folder), "keep": .integer(Int64(count)),
      "ledger": .string(DurableFile.resolved(ledger) ?? ledger),
    ]
    try DurableFile.createFolder(ledger + "/backup")
    try remove(ledger)
    try DurableFile.replace(settingsPath(ledger), bytes: settings.encoded() + [0x0a])
  }

  /// Removes the setting and its state.
  static func remove(_ ledger: String) throws(FileError) {
    for path in [settingsPath(ledger), statePath(ledger)] where DurableFile.exists(path) {
      try DurableFile.remove(path)
    }
  }
}
