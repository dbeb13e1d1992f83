internal import LedgerPlatform

// Finds the remains of a ledger in a folder without a log. A new log there would overwrite the head, the only record of
// how much is missing. It would also continue the numbers of a device whose events are elsewhere.

extension LedgerLog {
  /// Throws `.ledgerExists` or `.logMissing` unless a ledger can be begun in the folder.
  ///
  /// - Parameter allowingAttachments: Whether pages may be there: an interrupted backup leaves them.
  static func requireNoLedger(in files: LedgerFolder, allowingAttachments: Bool = false) throws {
    if try holdsLedger(files) { throw EventLogError.ledgerExists(folder: files.path) }
    var found = try remains(in: files)
    if allowingAttachments, found.allSatisfy({ $0 == "attachments" || $0 == emptyLog }) { found = [] }
    if !found.isEmpty { throw EventLogError.logMissing(folder: files.path, found: found) }
  }

  /// Returns the error for a folder without a log.
  static func noLog(in files: LedgerFolder, as folder: String) throws -> EventLogError {
    let found = try remains(in: files)
    return found.isEmpty ? .noLedger(folder: folder) : .logMissing(folder: files.path, found: found)
  }

  /// Returns the names of what is left of a ledger. What an interrupted creation leaves does not count.
  private static func remains(in files: LedgerFolder) throws -> [String] {
    var found: [String] = []
    for name in placeholders where DurableFile.exists("\(files.path)/\(name)") { found.append(name) }
    if DurableFile.exists("\(files.path)/\(erasingMark)") { found.append(erasingMark) }
    if try !isBegun(files) {
      if try DurableFile.size(files.head) ?? 0 > 0 { found.append("log.head") }
      if DurableFile.exists(files.device) { found.append("device") }
      if try DurableFile.size(files.writeAheadLog) ?? 0 > 0 { found.append("log.sqlite-wal") }
    }
    let attachments = files.path + "/attachments"
    if DurableFile.exists(attachments), try !DurableFile.list(attachments).isEmpty {
      found.append("attachments")
    }
    if !found.isEmpty, try DurableFile.size(files.log) == 0 { found.insert(emptyLog, at: 0) }
    return found
  }

  /// Whether the head was written by a creation that has not recorded anything yet.
  private static func isBegun(_ files: LedgerFolder) throws -> Bool {
    guard DurableFile.exists(files.head) else { return false }
    return LogHead(try OpenFile(files.head, .read, forLedger: true).read(upTo: 4_096))?.devices.entries.isEmpty
      ?? false
  }

  private static let emptyLog = "log.sqlite of 0 bytes"

  /// The name of the file that marks a folder whose erasing has begun.
  package static let erasingMark = "erasing"

  /// The names of a log that is not downloaded in folders of iCloud, Nextcloud and ownCloud.
  private static let placeholders = [".log.sqlite.icloud", "log.sqlite.nextcloud", "log.sqlite.owncloud"]

  /// Whether the files that were found show that the log is in a cloud and not downloaded.
  package static func isWaitingForCloud(_ found: [String]) -> Bool {
    found.contains(where: placeholders.contains)
  }
}
