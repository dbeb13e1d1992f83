internal import EventLog
internal import LedgerBytes
internal import LedgerPlatform

/// The content of a backup.
public struct BackupReport: Hashable, Sendable {
  /// Events.
  public let events: Int64
  /// Pages copied or there already.
  public let attachments: FileCount
  /// Pages of the ledger that are not in the backup, as they are damaged or cannot be read.
  public let leftOut: [PageFinding]

  /// Whether everything that the folder holds is in the backup.
  public var isWhole: Bool { leftOut.isEmpty }
}

/// A page whose bytes are not what its name promises.
public struct PageFinding: Hashable, Sendable {
  /// Its name: 64 digits.
  public let sha256: String
  /// The problem, for a person.
  public let words: String
}

extension Book {
  /// Copies the log and the pages into a folder, while others read and write. Models are left out and come
  /// back.
  ///
  /// The log is copied first and gets its name last. So the backup has every page that its log names, and a
  /// backup that was interrupted is no ledger: trying again completes it. A folder that holds a ledger already
  /// is refused.
  ///
  /// Pages are compared with their names. One that is damaged or cannot be read is left out and named in the
  /// report: everything else is worth keeping.
  ///
  /// - Throws: `EventLogError.ledgerExists` if the folder holds a ledger. `FileError` if the folder cannot be
  ///   written.
  /// - Complexity: O(bytes).
  public func backup(to folder: String) throws -> BackupReport {
    let copy = AttachmentStore(folder: folder + "/attachments")
    var (count, bytes) = (0, Int64(0))
    var leftOut: [PageFinding] = []
    let events = try log.backup(to: folder) {
      try attachments.forEachFile { digest, path in
        let page: [UInt8]
        do throws(FileError) {
          page = try DurableFile.read(path, limit: AttachmentStore.pageBytesMax)
        } catch {
          leftOut.append(PageFinding(sha256: digest.description, words: "it can't be read: \(error)"))
          return
        }
        guard SHA256.hash(page) == digest else {
          leftOut.append(PageFinding(sha256: digest.description, words: "its bytes have changed"))
          return
        }
        if !copy.holds(digest) { _ = try copy.store(page, page: 1) }
        count += 1
        bytes += Int64(page.count)
      }
    }
    return BackupReport(
      events: events, attachments: FileCount(count: count, bytes: bytes), leftOut: leftOut)
  }

  /// Puts every page into an existing empty folder, laid out like `attachments`.
  ///
  /// For ledgers that are made to be looked at and thrown away. No byte is copied. A page is a copy by
  /// reference if the disk can do that. Otherwise it is a second name of the same file, which must not be
  /// written to.
  ///
  /// - Throws: `FileError` if that folder is on another disk, or the disk has no second names.
  /// - Complexity: O(pages).
  public func linkPages(into folder: String) throws {
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
