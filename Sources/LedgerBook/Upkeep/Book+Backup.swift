internal import EventLog
internal import LedgerBytes

/// What a backup holds.
public struct BackupReport: Hashable, Sendable {
  /// Events.
  public let events: Int64
  /// Pages copied or there already.
  public let attachments: FileCount
}

extension Book {
  /// Copies the log and the pages into a folder, while others read and write; models are left out, they come back.
  ///
  /// Pages are copied after the log is: none that it names is missing. A folder that holds a backup of this ledger
  /// already must not: take a new one.
  ///
  /// - Throws: `EventLogError.ledgerExists` where the folder holds a ledger; `FileError`.
  /// - Complexity: O(bytes).
  public func backup(to folder: String) throws -> BackupReport {
    try DurableFile.createFolder(folder)
    // The log goes first: the pages that its events name are durable before it.
    try log.backup(to: folder)
    let copy = AttachmentStore(folder: folder + "/attachments")
    var count = 0
    var bytes: Int64 = 0
    try attachments.forEachFile { digest, path in
      let content = try DurableFile.read(path, limit: AttachmentStore.limit)
      if try DurableFile.size(copy.path(of: digest)) != content.count { _ = try copy.store(content, page: 1) }
      count += 1
      bytes += Int64(content.count)
    }
    return BackupReport(events: try log.lastPosition(), attachments: FileCount(count: count, bytes: bytes))
  }

  /// Puts every page into a folder that is there and empty, laid out like `attachments`: for ledgers that are made to be looked at
  /// and thrown away. No byte is copied: a page is a copy by reference where the disk can do that, else a second name of
  /// the same file, into which nothing must be written.
  ///
  /// - Throws: `FileError` where that folder is on another disk, or the disk knows no second names.
  /// - Complexity: O(pages).
  public func linkPages(into folder: String) throws {
    let links = AttachmentStore(folder: folder)
    var made: Set<String> = []
    var clones = true
    try attachments.forEachFile { digest, path in
      let link = links.path(of: digest)
      let subfolder = String(link.dropLast(65))
      if made.insert(subfolder).inserted { try DurableFile.addFolder(subfolder) }
      // A disk that can't do it once can't ever.
      if clones { clones = try DurableFile.clone(path, as: link) }
      if !clones { try DurableFile.addName(path, as: link) }
    }
  }
}
