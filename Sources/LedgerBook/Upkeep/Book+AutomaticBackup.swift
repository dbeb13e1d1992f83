internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform

extension Book {
  /// The automatic backup of this folder, or `nil` if it is off.
  public var automaticBackup: AutomaticBackup? {
    guard var backup = AutomaticBackup(ledger: log.folder) else { return nil }
    let events = (try? log.lastPosition().rawValue) ?? 0
    backup.isDue = backup.isDue(events: events, atMilliseconds: settings.clock().milliseconds)
    return backup
  }

  /// Has a backup made after a command whenever one is due, from now on. `nil` ends that.
  ///
  /// Backups are made by the tool, and by an `AsyncBook` of this folder. The setting stays on this device: it is not in
  /// the log and not in a backup.
  ///
  /// - Parameters:
  ///   - folder: The folder that is to hold the backups. It is created if it is missing.
  ///   - interval: How often.
  ///   - count: The number of whole backups to keep there.
  /// - Throws: `BookError.backupFolder`, `EventLogError.readOnly`, and `FileError` if a folder cannot be written.
  public func setAutomaticBackup(
    to folder: String?, every interval: AutomaticBackup.Interval = .days(1), keeping count: Int = 7
  ) throws {
    guard log.access == .readWrite, !settings.isReadOnly else {
      throw EventLogError.readOnly(folder: log.folder)
    }
    guard let folder else { return try AutomaticBackup.remove(log.folder) }
    try BackupShelf(folder: folder).requirePlace(for: log)
    try DurableFile.createFolder(folder)
    try AutomaticBackup.save(
      folder: DurableFile.resolved(folder) ?? folder, interval: interval, count: max(1, count),
      ledger: log.folder, device: log.identity.namedDevice)
  }

  /// Makes the automatic backup if it is due, and notes how that ended.
  ///
  /// A failure is noted and not thrown: it must not fail what was recorded before.
  ///
  /// - Parameters:
  ///   - isForced: Whether it is made although it is not due.
  ///   - check: A closure that may throw to stop. That is no failure.
  /// - Returns: The state afterwards, or `nil` if nothing was to be done, or another process does it now.
  /// - Throws: The errors of `check`.
  /// - Complexity: The reading of a small file if it is not due. Otherwise that of a backup.
  @discardableResult
  public func backUpIfDue(isForced: Bool = false, check: () throws -> Void = {}) throws -> AutomaticBackup? {
    guard !settings.isReadOnly, isForced || automaticBackup?.isDue == true else { return nil }
    guard let lock = try? FileLock(AutomaticBackup.lockPath(log.folder), wait: false) else { return nil }
    defer { withExtendedLifetime(lock) {} }
    // Another process may have made it just before.
    guard var backup = automaticBackup, isForced || backup.isDue else { return nil }
    let now = settings.clock().milliseconds
    var stop: (any Error)?
    do {
      let report = try backUp(backup, at: now) {
        do { try check() } catch {
          stop = error
          throw error
        }
      }
      backup.noteEnd(report, at: now)
    } catch {
      if let stop { throw stop }
      backup.noteFailure(Refusal(error), at: now)
    }
    // On a full disk it may be impossible. The backup is then due again.
    try? backup.saveState(log.folder)
    return backup
  }

  private func backUp(
    _ backup: AutomaticBackup, at now: Int64, _ check: () throws -> Void
  ) throws -> BackupShelf.Report {
    if AutomaticBackup.isOfOriginal(log) { throw BookError.backupFolder(backup.folder, .isOfOriginal) }
    let shelf = BackupShelf(folder: backup.folder)
    // The folder of a drive that is not connected may be there, and empty.
    let isGone =
      try !DurableFile.isFolder(backup.folder)
      || backup.success.map { !DurableFile.exists($0.folder) } == true && shelf.names(of: log.ledgerID).isEmpty
    if isGone { throw BookError.backupFolder(backup.folder, .isGone) }
    return try shelf.backUp(
      self, at: now, keeping: backup.count, waitMilliseconds: 0, replacingIncomplete: true
    ) { _, _ in try check() }
  }
}

extension AutomaticBackup {
  mutating func noteEnd(_ report: BackupShelf.Report, at now: Int64) {
    guard report.backup.isWhole else {
      let receipts = Set(report.backup.leftOut.flatMap { $0.transactions }).map { $0.description.prefix(8) }
        .sorted()
      let more = receipts.count > 3 ? " and \(receipts.count - 3) more" : ""
      return noteFailure(
        "scans are missing or damaged, of receipts " + receipts.prefix(3).joined(separator: ", ") + more,
        code: "pagesMissing", at: now)
    }
    success = Success(milliseconds: now, events: report.backup.events, folder: report.path)
    failure = nil
    isDue = false
  }

  private mutating func noteFailure(_ words: String, code: String, at now: Int64) {
    failure = Failure(
      sinceMilliseconds: failure?.sinceMilliseconds ?? now, milliseconds: now, words: words, code: code)
    isDue = false
  }

  mutating func noteFailure(_ reason: Refusal, at now: Int64) {
    noteFailure(reason.line, code: reason.sort.rawValue, at: now)
  }

  /// Notes that the ledger of a folder could not be opened for its automatic backup.
  package static func noteFailure(_ reason: Refusal, at now: Int64, ledger: String) {
    guard var backup = AutomaticBackup(ledger: ledger) else { return }
    backup.noteFailure(reason, at: now)
    try? backup.saveState(ledger)
  }
}
