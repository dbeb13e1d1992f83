internal import EventLog
public import LedgerBook
internal import LedgerBytes
public import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections

/// The erasing of a ledger from this device, counted and not done yet.
///
/// Nothing can be recorded in the ledger while this exists, so that the counts stay true until `perform`.
///
///     let erasure = try LocalErasure(book)
///     let (events, loss) = (erasure.events, erasure.loss)
///     let report = try erasure.perform()
public final class LocalErasure {
  /// The ledger's folder, without links.
  public let folder: String
  /// The number of events. It is 0 if an interrupted erasing is continued, and `receipts` as well.
  public let events: Int64
  /// The number of saved transactions.
  public let receipts: Int
  /// The files of scans.
  public let pages: FileCount
  /// All files that are removed.
  public let files: FileCount
  /// The files and folders in the ledger's folder that stay, because they are not the ledger's.
  public let left: [String]
  /// The shared folders that have the ledger, or parts of it.
  public let sharedFolders: [String]
  /// The events and pages that are in none of these folders.
  public let loss: EraseLoss

  private let book: Book?
  private let place: SharedPlace
  private var locks: [AnyObject] = []
  private static let own = OwnFiles { LedgerNames.isOwn($0, isFolder: $1) }

  /// Counts what an open ledger would lose, and keeps others from writing to it.
  ///
  /// - Throws: `SyncError.readOnly` if the ledger is not writable. `SyncError.busy`, `EventLogError.busy`,
  ///   `EventLogError.displaced`, `EraseError`, `FileError`.
  /// - Complexity: O(bytes) of the shared folders.
  public init(_ book: Book) throws {
    guard book.log.access == .readWrite, !book.settings.isReadOnly else { throw SyncError.readOnly }
    folder = try Self.resolved(book.log.folder)
    self.book = book
    // A ledger that was never synced has no such folder, and looking at it makes nothing.
    if DurableFile.exists("\(folder)/sync") {
      guard let lock = try book.lockSync() else { throw SyncError.busy }
      locks.append(lock)
    }
    locks.append(try book.log.lockWriters())
    place = try SharedPlace(root: folder)
    guard case .file? = place.kind(LedgerNames.log) else { throw EraseError.logIsLink(folder: folder) }
    let found = try Self.own.count(in: place)
    (files, left) = (FileCount(count: found.files, bytes: found.bytes), found.left)
    events = try book.log.lastPosition().rawValue
    receipts = try book.count(TransactionFilter())
    pages = try book.attachments.count()
    let copies = try SharedCopies(book)
    let shared = copies.folders()
    sharedFolders = shared.map(\.path)
    loss = try copies.onlyHere(outside: shared)
  }

  /// Continues the erasing that was interrupted in a folder.
  ///
  /// Returns `nil` if the folder has a log, or no erasing has begun there.
  public init?(continuingIn path: String) throws {
    guard DurableFile.exists("\(path)/\(LedgerNames.erasing)"),
      !DurableFile.exists("\(path)/\(LedgerNames.log)")
    else { return nil }
    folder = try Self.resolved(path)
    book = nil
    place = try SharedPlace(root: folder)
    let found = try Self.own.count(in: place)
    (files, left) = (FileCount(count: found.files, bytes: found.bytes), found.left)
    (events, receipts, pages) = (0, 0, FileCount(count: 0, bytes: 0))
    (sharedFolders, loss) = ([], EraseLoss())
  }

  /// Removes the ledger's files, and the folder if nothing else is in it. This cannot be undone.
  ///
  /// The log goes first. If this is interrupted afterwards, the folder is no ledger any longer, and what is left is
  /// removed by `init(continuingIn:)`. The notes of this machine outside the folder stay. They have no content, and
  /// protect the ledger if an older copy of the folder comes back.
  public func perform() throws -> EraseReport {
    try book?.close()
    try DurableFile.replace("\(folder)/\(LedgerNames.erasing)", bytes: Array("ledger-erasing 1\n".utf8))
    for suffix in ["", "-wal", "-shm"] { try place.remove(LedgerNames.log + suffix) }
    try place.synchronize()
    let isLast: Set<String> = [LedgerNames.erasing, LedgerNames.head]
    _ = try OwnFiles { LedgerNames.isOwn($0, isFolder: $1) && !isLast.contains($0[0]) }.remove(in: place)
    let found = try Self.own.remove(in: place)
    DurableFile.removeEmptyFolder(folder)
    locks = []
    return EraseReport(files: files.count, bytes: files.bytes, left: found.left)
  }

  private static func resolved(_ path: String) throws(EventLogError) -> String {
    guard let resolved = DurableFile.resolved(path) else { throw .noLedger(folder: path) }
    return resolved
  }
}

/// The result of an erasing.
public struct EraseReport: Hashable, Sendable {
  /// The number of files removed.
  public let files: Int
  /// Their bytes.
  public let bytes: Int64
  /// The files and folders that stay, at most a hundred of them.
  public let left: [String]
}

/// The reason that a ledger cannot be erased.
public enum EraseError: Error, Hashable, Sendable {
  /// The log is a link, and what it leads to is not in the folder.
  case logIsLink(folder: String)
}

extension EraseError: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .logIsLink(let folder):
      Refusal(.forbidden, "log.sqlite in this folder is a link, and erasing follows no links", detail: folder)
    }
  }
}
