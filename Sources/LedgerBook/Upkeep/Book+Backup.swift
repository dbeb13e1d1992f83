internal import EventLog
internal import LedgerBytes
public import LedgerDomain
internal import LedgerPlatform

/// The content of a backup.
public struct BackupReport: Hashable, Sendable {
  /// Events.
  public let events: Int64
  /// Pages copied or there already.
  public let attachments: FileCount
  /// Pages that events name and that are missing, damaged or unreadable, so not in the backup.
  public let leftOut: [BackupReport.PageFinding]

  /// Whether every page that an event names is in the backup. An event that is redacted names no page.
  public var isWhole: Bool { leftOut.isEmpty }

  /// A page that is missing, or whose bytes are not what its name promises.
  public struct PageFinding: Hashable, Sendable {
    /// Its name: 64 digits.
    public let sha256: String
    /// The problem, for a person.
    public let words: String
    /// The transactions that it belongs to.
    public let transactions: [TransactionID]
  }
}

extension Book {
  /// Copies the log and the pages into a folder, while others read and write. Models are left out and come
  /// back.
  ///
  /// The log is copied and verified first, and gets its name last: every leaf, SQLite's structure, and the roots in
  /// `log.head`. If it is damaged, nothing is left in the folder. A backup that was interrupted is no ledger: trying
  /// again completes it. A folder that holds a ledger already is refused.
  ///
  /// Pages are compared with their names. If a page that an event names is missing or damaged, the report names it, and
  /// everything else is kept.
  ///
  /// - Parameters:
  ///   - folder: The folder of the backup. It is created if it is missing.
  ///   - progress: A closure that gets the number of events verified and of all events. It may throw to stop.
  /// - Throws: `EventLogError.damagedCopy` if the log is damaged. `EventLogError.ledgerExists` if the folder holds a
  ///   ledger. `BookError.backupFolder` if the folder is a part of a ledger. `FileError` if it cannot be written.
  /// - Complexity: O(bytes), and O(events) to verify them.
  public func backup(
    to folder: String, progress: (Int64, Int64) throws -> Void = { _, _ in }
  ) throws -> BackupReport {
    try copy(to: folder, isBackup: true, pagesAlsoFrom: [], progress: progress)
  }

  /// Copies the ledger as `backup` does.
  ///
  /// - Parameters:
  ///   - isBackup: Whether a file in the folder lists the pages that are missing. A ledger to work in has no such file.
  ///   - others: Other copies of the ledger, which may have pages that are missing here.
  package func copy(
    to folder: String, isBackup: Bool, pagesAlsoFrom others: [String],
    progress: (Int64, Int64) throws -> Void = { _, _ in }
  ) throws -> BackupReport {
    if let place = BackupPlace(folder, ledger: log.folder) { throw BookError.backupFolder(folder, place) }
    let missing = DurableFile.missingFolders(of: folder)
    let list = folder + "/" + LedgerNames.incomplete
    var pages = BackupPages(from: attachments, to: AttachmentStore(folder: folder + "/attachments"))
    do {
      var leftOut: [BackupReport.PageFinding] = []
      let events = try log.backup(to: folder, progress: progress) { copied in
        let last = try copied.lastPosition().rawValue
        try pages.copyAll { try progress(last, last) }
        leftOut = try pages.findMissing(
          in: copied, besides: log, alsoFrom: others.map { AttachmentStore(folder: $0 + "/attachments") })
        if DurableFile.exists(list) { try DurableFile.remove(list) }
        guard isBackup, !leftOut.isEmpty else { return }
        try DurableFile.create(list, bytes: Array(leftOut.map { $0.sha256 + "\n" }.joined().utf8))
      }
      return BackupReport(events: events, attachments: pages.count, leftOut: leftOut)
    } catch {
      pages.takeBack()
      try? DurableFile.discard(list)
      for folder in missing { DurableFile.removeEmptyFolder(folder) }
      throw error
    }
  }

  /// Puts every page into an existing empty folder, laid out like `attachments`.
  ///
  /// For ledgers that are made to be looked at and thrown away. No byte is copied. A page is a copy by
  /// reference if the disk can do that. Otherwise it is a second name of the same file, which must not be
  /// written to.
  ///
  /// - Throws: `FileError` if that folder is on another disk, or the disk has no second names.
  /// - Complexity: O(pages).
  package func linkPages(into folder: String) throws {
    let links = AttachmentStore(folder: folder)
    var made: Set<String> = []
    var clones = true
    try attachments.forEachFile { digest, path in
      let link = links.path(of: digest)
      let subfolder = String(link.dropLast(65))
      if made.insert(subfolder).inserted { try DurableFile.addFolder(subfolder) }
      // A disk that cannot do it once never can.
      if clones { clones = try DurableFile.clone(path, as: link) }
      if !clones { try DurableFile.addName(path, as: link) }
    }
  }
}
