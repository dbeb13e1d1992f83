internal import EventLog
package import LedgerBytes
internal import LedgerPlatform

/// A folder with backups of one ledger, each in a subfolder that is named by its time.
///
/// ```swift
/// let shelf = BackupShelf(folder: "/mnt/usb/backups")
/// try book.backup(to: shelf.path(of: BackupShelf.name(milliseconds: now)))
/// try shelf.remove(except: 7, of: ledger)
/// ```
package struct BackupShelf {
  /// The folder.
  package let folder: String

  /// Creates a shelf in a folder, which need not exist yet.
  package init(folder: String) { self.folder = folder }

  /// Returns the name of a backup's subfolder: `2026-11-25T031542Z`. Names sort by time.
  package static func name(milliseconds: Int64) -> String {
    let parts = SystemClock.parts(ofMilliseconds: milliseconds, inUTC: true)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = String(repeating: "0", count: max(0, 4 - String(parts.year).count)) + String(parts.year)
    return "\(year)-\(two(parts.month))-\(two(parts.day))T"
      + "\(two(parts.hour))\(two(parts.minute))\(two(parts.second))Z"
  }

  /// Returns the path of a backup.
  package func path(of name: String) -> String { folder + "/" + name }

  /// Returns the names of the whole backups of a ledger, oldest first.
  ///
  /// - Parameter ledger: The ledger, or `nil` for those of any ledger.
  /// - Throws: `FileError` if the folder cannot be read.
  package func names(of ledger: UniqueID? = nil) throws -> [String] {
    guard DurableFile.isFolder(folder) else { return [] }
    return try DurableFile.list(folder).filter { name in
      guard Self.isName(name), let id = ledgerID(of: name) else { return false }
      return ledger == nil || id == ledger
    }
  }

  /// Removes the oldest backups of a ledger, and the remains of interrupted ones.
  ///
  /// Nothing but a ledger's own files is removed. A subfolder with anything else in it stays, and so does a subfolder of
  /// another ledger.
  ///
  /// - Parameters:
  ///   - count: The number of backups to keep, the latest ones.
  ///   - ledger: The ledger.
  /// - Returns: The names of the backups that were removed.
  package func remove(except count: Int, of ledger: UniqueID) throws -> [String] {
    let whole = try names(of: ledger)
    let old = Array(whole.dropLast(count))
    // A backup gets its log last, so a subfolder without one was interrupted.
    let interrupted = try DurableFile.list(folder).filter { name in
      Self.isName(name) && !DurableFile.exists(path(of: name) + "/" + LedgerNames.log)
    }
    for name in old + interrupted { try remove(name) }
    return old
  }

  private func remove(_ name: String) throws {
    let place = try SharedPlace(root: folder)
    // A link in the place of a subfolder is not followed.
    guard let backup = try place.folder(name) else { return }
    for suffix in ["", "-wal", "-shm"] { try backup.remove(LedgerNames.log + suffix) }
    try backup.synchronize()
    _ = try OwnFiles { LedgerNames.isOwn($0, isFolder: $1) }.remove(in: backup)
    DurableFile.removeEmptyFolder(path(of: name))
  }

  private func ledgerID(of name: String) -> UniqueID? {
    guard let log = try? LedgerLog.open(path(of: name), mode: .readOnly) else { return nil }
    defer { try? log.close() }
    return log.ledgerID
  }

  private static func isName(_ name: String) -> Bool {
    let form = Array("0000-00-00T000000Z".utf8)
    return name.utf8.count == form.count
      && zip(name.utf8, form).allSatisfy { $1 == UInt8(ascii: "0") ? (0x30...0x39).contains($0) : $0 == $1 }
  }
}
