internal import EventLog
package import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform

/// A folder with backups of one ledger, each in a subfolder that is named by its time.
///
/// ```swift
/// let shelf = BackupShelf(folder: "/mnt/usb/backups")
/// let report = try shelf.backUp(book, at: now, keeping: 7)
/// ```
package struct BackupShelf {
  /// The folder.
  package let folder: String

  /// Creates a shelf in a folder, which need not exist yet.
  package init(folder: String) { self.folder = folder }

  /// The result of a backup.
  package struct Report: Hashable, Sendable {
    /// The content of the backup.
    package let backup: BackupReport
    /// The path of the backup.
    package let path: String
    /// The names of the older backups that were removed.
    package let removed: [String]
    /// The names of older backups that have events which the new one does not have.
    package let kept: [String]
  }

  /// Makes a backup of a ledger. If it is whole, the oldest ones are removed until `count` whole ones are left.
  ///
  /// - Parameters:
  ///   - book: The ledger.
  ///   - milliseconds: The time that names the backup.
  ///   - count: The number of backups to keep.
  ///   - waitMilliseconds: The time to wait for another process that makes one in this folder.
  ///   - replacingIncomplete: Whether a backup that lacks pages replaces older ones that lack the same and more.
  ///   - progress: A closure that gets the number of events verified and of all events.
  /// - Throws: The errors of `Book.backup(to:progress:)`. `BookError.backupFolder` with `.isLedger` or `.inUse`.
  package func backUp(
    _ book: Book, at milliseconds: Int64, keeping count: Int, waitMilliseconds: Int64 = 10_000,
    replacingIncomplete: Bool = false, progress: (Int64, Int64) throws -> Void = { _, _ in }
  ) throws -> Report {
    try requirePlace(for: book.log)
    let missing = DurableFile.missingFolders(of: folder)
    try DurableFile.createFolder(folder)
    do {
      let lock = try OpenFile(folder: folder)
      guard lock.lock(waiting: waitMilliseconds) else { throw BookError.backupFolder(folder, .inUse) }
      defer { lock.unlock() }
      // They go first: a disk that is full of them has no room for another backup.
      try removeInterrupted()
      let name = freeName(milliseconds)
      let report = try book.backup(to: path(of: name), progress: progress)
      guard report.isWhole else {
        let removed = replacingIncomplete ? try removeIncomplete(than: report, latest: name, of: book.log) : []
        return Report(backup: report, path: path(of: name), removed: removed, kept: [])
      }
      let (removed, kept) = try remove(except: count, latest: name, of: book.log)
      return Report(backup: report, path: path(of: name), removed: removed, kept: kept)
    } catch {
      for folder in missing { DurableFile.removeEmptyFolder(folder) }
      throw error
    }
  }

  /// Returns the names of all backups, damaged ones too, oldest first.
  package func allNames() throws -> [String] {
    try DurableFile.list(folder).filter { Self.isName($0) && DurableFile.exists(path(of: $0) + "/log.sqlite") }
  }

  /// Throws `BookError.backupFolder` if backups of a ledger cannot be kept here.
  func requirePlace(for log: LedgerLog) throws {
    if DurableFile.exists(path(of: LedgerNames.log)) { throw BookError.backupFolder(folder, .isLedger) }
    if let place = BackupPlace(folder, ledger: log.folder, holdsSeveral: true) {
      throw BookError.backupFolder(folder, place)
    }
  }

  /// Returns the name for a backup at a time, or at the next second that has no backup.
  private func freeName(_ milliseconds: Int64) -> String {
    var second = milliseconds
    while DurableFile.exists(path(of: Self.name(milliseconds: second))) { second += 1_000 }
    return Self.name(milliseconds: second)
  }

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

  /// Returns the names of the backups of a ledger that are there to the end, oldest first.
  ///
  /// - Parameter ledger: The ledger, or `nil` for those of any ledger.
  /// - Throws: `FileError` if the folder cannot be read.
  package func names(of ledger: UniqueID? = nil) throws -> [String] {
    guard DurableFile.isFolder(folder) else { return [] }
    return try DurableFile.list(folder).filter { name in
      guard Self.isName(name), let log = Self.opened(path(of: name)) else { return false }
      defer { try? log.close() }
      return ledger == nil || log.ledgerID == ledger
    }
  }

  /// Returns the path of the newest copy of a ledger in this folder that is whole and sound.
  ///
  /// Every copy is verified until one is sound, with its pages.
  ///
  /// - Parameters:
  ///   - ledger: The ledger, or `nil` if its log cannot be read.
  ///   - own: The ledger's own folder, which does not count.
  package func newestGood(of ledger: UniqueID?, besides own: String) -> String? {
    var found: [(path: String, last: Position)] = []
    for name in (try? DurableFile.list(folder)) ?? [] where !Self.isSame(path(of: name), own) {
      guard let log = Self.opened(path(of: name)) else { continue }
      defer { try? log.close() }
      guard ledger == nil || log.ledgerID == ledger, let last = try? log.lastPosition() else { continue }
      found.append((path(of: name), last))
    }
    // If two copies have the same number of events, the later one comes first.
    let newestFirst = found.reversed().sorted { $0.last > $1.last }
    return newestFirst.first { copy in
      guard
        let book = try? Book.open(
          Book.Settings(folder: copy.path, actor: .program("backup"), deviceName: "backup", isReadOnly: true))
      else { return false }
      defer { try? book.close() }
      return (try? book.verify().isSound) == true
    }?.path
  }
}

// MARK: - Removing

extension BackupShelf {
  /// Removes older backups of a ledger until `count` whole ones are left, with the latest.
  ///
  /// Nothing but a ledger's own files is removed. A subfolder with anything else in it stays, and another ledger's. So
  /// do the ledger's own folder, a backup in which something was recorded, and one with events that the latest lacks.
  private func remove(
    except count: Int, latest: String, of log: LedgerLog
  ) throws -> (removed: [String], kept: [String]) {
    guard let copy = Self.opened(path(of: latest)) else { return ([], []) }
    defer { try? copy.close() }
    let older = try names(of: log.ledgerID).filter { $0 != latest }
    let whole = older.filter { !DurableFile.exists(path(of: $0) + "/" + LedgerNames.incomplete) }
    let wanted = Set(whole.suffix(count - 1))
    var (removed, kept): ([String], [String]) = ([], [])
    for name in older where !wanted.contains(name) {
      let path = path(of: name)
      guard isRemovable(path, log) else { continue }
      guard Self.holds(copy, allOf: path) else {
        kept.append(name)
        continue
      }
      try remove(name)
      removed.append(name)
    }
    return (removed, kept)
  }

  /// Removes incomplete backups that have nothing which the latest one, incomplete too, does not have.
  private func removeIncomplete(than report: BackupReport, latest: String, of log: LedgerLog) throws -> [String]
  {
    guard let copy = Self.opened(path(of: latest)) else { return [] }
    defer { try? copy.close() }
    let lacking = Set(report.leftOut.map(\.sha256))
    var removed: [String] = []
    for name in try names(of: log.ledgerID) where name != latest {
      let path = path(of: name)
      guard let list = try? DurableFile.read(path + "/" + LedgerNames.incomplete, limit: 1 << 28),
        lacking.isSubset(of: String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init)),
        isRemovable(path, log), Self.holds(copy, allOf: path)
      else { continue }
      try remove(name)
      removed.append(name)
    }
    return removed
  }

  /// Whether a backup is not the ledger itself, and nothing was recorded in it. It has no such file until then.
  private func isRemovable(_ path: String, _ log: LedgerLog) -> Bool {
    !DurableFile.exists(path + "/device") && !Self.isSame(path, log.folder)
  }

  /// Removes what interrupted backups have left. A backup gets its log last.
  private func removeInterrupted() throws {
    for name in try DurableFile.list(folder) where Self.isName(name) {
      let path = path(of: name)
      guard !DurableFile.exists(path + "/" + LedgerNames.log), DurableFile.isFolder(path) else { continue }
      // One that another process is making by that name is locked.
      let lock = try OpenFile(folder: path)
      guard lock.tryLock() else { continue }
      defer { lock.unlock() }
      try remove(name)
    }
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

  /// Whether a log has every event of the log in a folder. The last leaf of each device is compared.
  private static func holds(_ log: LedgerLog, allOf folder: String) -> Bool {
    guard let other = opened(folder) else { return false }
    defer { try? other.close() }
    guard let heads = try? other.devices() else { return false }
    return heads.allSatisfy { head in
      let last = EventReference(device: head.device, sequence: head.size)
      guard let leaf = try? other.leaf(of: last) else { return false }
      return (try? log.leaf(of: last)) == leaf
    }
  }

  private static func opened(_ folder: String) -> LedgerLog? {
    guard DurableFile.exists(folder + "/" + LedgerNames.log) else { return nil }
    return try? LedgerLog.open(folder, mode: .readOnly)
  }

  private static func isSame(_ path: String, _ other: String) -> Bool {
    guard let path = DurableFile.resolved(path) else { return false }
    return path == DurableFile.resolved(other)
  }

  private static func isName(_ name: String) -> Bool {
    let form = Array("0000-00-00T000000Z".utf8)
    return name.utf8.count == form.count
      && zip(name.utf8, form).allSatisfy { $1 == UInt8(ascii: "0") ? (0x30...0x39).contains($0) : $0 == $1 }
  }
}
