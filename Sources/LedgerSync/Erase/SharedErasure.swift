internal import EventLog
public import LedgerBook
internal import LedgerDomain
internal import LedgerExchange
internal import LedgerPlatform

/// The erasing of a ledger from a shared folder, counted and not done yet.
///
/// Another device that syncs with the folder afterwards writes its own events there again.
public final class SharedErasure {
  /// The shared folder.
  public let folder: String
  /// The number of files with events.
  public let segments: Int
  /// The files of scans.
  public let pages: Int
  /// All files that are removed.
  public let files: FileCount
  /// The files and folders that stay, because they are not the ledger's.
  public let left: [String]
  /// The events and pages that this device does not have.
  public let loss: EraseLoss

  private let book: Book
  private let shared: SharedFolder
  private var lock: FileLock?
  private static let own = OwnFiles { SharedNames.isOwn($0, isFolder: $1) }

  /// Counts what a shared folder has, and keeps this device from syncing meanwhile.
  ///
  /// - Throws: `SyncError`. `FileError` if a file could not be removed.
  /// - Complexity: O(bytes) of the ledger's scans.
  public init(_ book: Book, folder path: String) throws {
    guard book.log.access == .readWrite, !book.settings.isReadOnly else { throw SyncError.readOnly }
    self.book = book
    shared = try SharedFolder(path, of: book)
    folder = shared.path
    guard let lock = try book.lockSync() else { throw SyncError.busy }
    self.lock = lock
    let listing = try FolderListing(shared.root)
    _ = try shared.dataset(creating: false, listing, SyncMemory(ledgerFolder: book.log.folder))
    let found = try Self.own.count(in: shared.root)
    (files, left) = (FileCount(count: found.files, bytes: found.bytes), found.left)
    (segments, pages) = (listing.segmentCount, listing.pages.count)
    loss = try SharedCopies(book).onlyThere(shared)
  }

  /// Removes the ledger's files. The folder itself stays. This cannot be undone.
  ///
  /// `dataset.json` goes last, so that an interrupted erasing can be repeated.
  public func perform() throws -> EraseReport {
    var memory = SyncMemory(ledgerFolder: book.log.folder)
    _ = try OwnFiles { SharedNames.isOwn($0, isFolder: $1) && $0 != [Dataset.fileName] }.remove(in: shared.root)
    let found = try Self.own.remove(in: shared.root)
    // The folder may be remembered under several paths.
    let identity = FileIdentity(folder)
    for path in memory.folders.keys where path == folder || FileIdentity(path) == identity {
      memory.folders[path] = nil
    }
    try memory.save()
    lock = nil
    return EraseReport(files: files.count, bytes: files.bytes, left: found.left)
  }
}

/// The names of a ledger's files in a shared folder.
enum SharedNames {
  /// Whether a name in the shared folder is the ledger's.
  static func isOwn(_ path: [String], isFolder: Bool) -> Bool {
    let name = path[path.count - 1]
    guard path.count > 1 else {
      return isFolder
        ? [FolderListing.devicesName, ReadableCopy.dataName, ReadableCopy.receiptsName].contains(name)
        : LedgerNames.isFile(name) { $0 == Dataset.fileName }
    }
    if path[0] == ReadableCopy.dataName { return path.count == 2 && !isFolder && isTable(name) }
    if path[0] == ReadableCopy.receiptsName {
      return path.count == 2
        ? isFolder && isDay(name) : path.count == 3 && !isFolder && isScan(name, on: path[1])
    }
    guard path[0] == FolderListing.devicesName else { return false }
    switch path.count {
    case 2: return isFolder && FolderListing.device(name) != nil
    case 3: return isFolder ? isInnerFolder(name) : isSegment(name, of: path[1])
    case 4 where path[2] == FolderListing.pagesName: return !isFolder && isPage(name)
    case 4: return !isFolder && isSegment(name, of: path[2])
    default: return false
    }
  }

  private static func isTable(_ name: String) -> Bool {
    RecordTableName.allCases.contains { table in
      LedgerNames.isFile(name) { $0 == ReadableCopy.fileName(table) }
    }
  }

  private static func isDay(_ name: String) -> Bool {
    name == ReceiptNames.undated || CivilDate(iso: name) != nil
  }

  /// Whether a file in the folder of a day has a name that the readable copy gives.
  private static func isScan(_ name: String, on day: String) -> Bool {
    if name.hasPrefix(".") { return name.hasPrefix(".\(day)_") && name.hasSuffix(".tmp") }
    return name.hasPrefix(day + "_") && ReceiptNames.isScan(name)
  }

  private static func isInnerFolder(_ name: String) -> Bool {
    name == FolderListing.pagesName || FolderListing.device(name) != nil
  }

  private static func isSegment(_ name: String, of folder: String) -> Bool {
    guard let device = FolderListing.device(folder) else { return false }
    // A temporary file has only the beginning of the name that it was to get.
    return SegmentName(name, of: device) != nil || LedgerNames.isFile(name, isBeginningOfSegment)
  }

  private static func isBeginningOfSegment(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let first = UInt64(parts[0]), let last = UInt64(parts[1]) else { return false }
    return first <= last && LedgerNames.isHexadecimal(parts[2], count: parts[2].utf8.count)
  }

  private static func isPage(_ name: String) -> Bool {
    if name.hasSuffix(".icloud") { return false }
    return LedgerNames.isHexadecimal(name.prefix(64).lowercased(), count: 64)
      || LedgerNames.isFile(name) { LedgerNames.isHexadecimal($0, count: 60) }
  }
}
