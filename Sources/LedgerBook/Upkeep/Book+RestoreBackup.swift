internal import EventLog
internal import LedgerPlatform

/// A backup that a ledger was made from.
public struct RestoredBackup: Hashable, Sendable {
  /// The folder of the backup, the latest one if several were found.
  public let backup: String
  /// The content of the new ledger.
  public let report: BackupReport
}

/// The reason why no ledger was made from a backup.
public enum RestoreError: Error, Hashable, Sendable {
  /// There is no such folder.
  case noFolder(String)
  /// The folder contains no backup.
  case noBackup(String)
  /// The folder of the new ledger contains a ledger already.
  case ledgerExists(String)
  /// The backup is damaged. `finding` is the first thing that is wrong, and `good` the newest good backup next to it.
  case damaged(String, finding: String, good: String?)
}

extension Book {
  /// Makes a ledger from a backup, and verifies every byte of it.
  ///
  /// The next entry there is recorded as a new device, because the old one may go on elsewhere. If the copy is damaged or
  /// the call is interrupted, there is no new ledger.
  ///
  ///     let restored = try Book.restore(folder, settings)
  ///
  /// - Parameters:
  ///   - folder: A backup, or a folder of backups, of which the latest is restored. A page that is missing in it is
  ///     searched in the others.
  ///   - settings: The new ledger, whose folder contains no ledger yet.
  ///   - progress: A closure that gets the number of events verified and of all events. It may throw to stop.
  /// - Throws: `RestoreError`, and the errors of `backup(to:progress:)`.
  /// - Complexity: O(bytes).
  public static func restore(
    _ folder: String, _ settings: Settings, progress: (Int64, Int64) throws -> Void = { _, _ in }
  ) throws -> RestoredBackup {
    let (source, others) = try openBackup(folder, for: settings)
    defer { try? source.close() }
    do {
      // The copy is verified, and a page that is missing in the latest backup may be in an older one.
      let report = try source.copy(
        to: settings.folder, isBackup: false, pagesAlsoFrom: others, progress: progress)
      return RestoredBackup(backup: source.folder, report: report)
    } catch EventLogError.damagedCopy(let report) {
      throw damaged(source, report, in: others.isEmpty ? nil : folder)
    }
  }

  /// Opens the backup that `restore` would take, and returns the older ones, the newest first.
  ///
  /// - Throws: As `restore`.
  package static func openBackup(
    _ folder: String, for settings: Settings
  ) throws -> (book: Book, others: [String]) {
    let (latest, others) = try latestBackup(in: folder)
    guard try DurableFile.size(settings.folder + "/log.sqlite") ?? 0 == 0 else {
      throw RestoreError.ledgerExists(settings.folder)
    }
    var source = settings
    (source.folder, source.isReadOnly) = (latest, true)
    return (try open(source), others)
  }

  /// Returns the error of a damaged backup, with the newest good one of its folder.
  private static func damaged(_ source: Book, _ report: VerificationReport, in shelf: String?) -> RestoreError {
    let finding = report.firstDamaged.map { "\($0): \($0.words)" } ?? report.findings.first?.words ?? ""
    let good = shelf.flatMap { BackupShelf(folder: $0).newestGood(of: source.ledgerID, besides: source.folder) }
    return .damaged(source.folder, finding: finding, good: good)
  }

  /// Returns the folder itself if it is a ledger. Otherwise the latest backup in it, and the older ones from the newest
  /// on.
  private static func latestBackup(in folder: String) throws -> (latest: String, others: [String]) {
    if DurableFile.exists(folder + "/log.sqlite") { return (folder, []) }
    try DurableFile.refuseFile(asFolder: folder)
    guard DurableFile.isFolder(folder) else { throw RestoreError.noFolder(folder) }
    let shelf = BackupShelf(folder: folder)
    let names = try shelf.names()
    guard let latest = names.last else { throw RestoreError.noBackup(folder) }
    return (shelf.path(of: latest), names.dropLast().reversed().map(shelf.path(of:)))
  }
}
