internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform

/// The copying of a ledger's pages into a backup.
struct BackupPages {
  private let pages: AttachmentStore
  private let copy: AttachmentStore
  /// The pages that are in the backup with the bytes that their names promise.
  private var whole: Set<SHA256Digest> = []
  /// The pages that were written, which a backup that fails takes back.
  private var written: [SHA256Digest] = []
  private var problems: [SHA256Digest: String] = [:]
  private var bytes: Int64 = 0

  init(from pages: AttachmentStore, to copy: AttachmentStore) {
    self.pages = pages
    self.copy = copy
  }

  /// The pages in the backup.
  var count: FileCount { FileCount(count: whole.count, bytes: bytes) }

  /// Copies every file of a page, also those that no readable event names.
  ///
  /// - Parameter check: A closure that is called before each, and may throw to stop.
  mutating func copyAll(_ check: () throws -> Void) throws {
    try pages.forEachFile { digest, path in
      try check()
      let page: [UInt8]
      do throws(FileError) {
        page = try DurableFile.read(path, limit: AttachmentStore.pageBytesMax)
      } catch {
        problems[digest] = "it cannot be read: \(error)"
        return
      }
      guard SHA256.hash(page) == digest else {
        problems[digest] = "its bytes have changed"
        return
      }
      try add(page, digest)
    }
  }

  /// Returns the pages that events name and that are not in the backup.
  ///
  /// - Parameters:
  ///   - copied: The log of the backup.
  ///   - log: The ledger's log. An event that was redacted there meanwhile needs no page.
  ///   - others: Other copies of the ledger, which may have a page that is missing.
  mutating func findMissing(
    in copied: LedgerLog, besides log: LedgerLog, alsoFrom others: [AttachmentStore]
  ) throws -> [BackupReport.PageFinding] {
    var missing: [SHA256Digest: [TransactionID]] = [:]
    try copied.forEachNamingEvent { event in
      for digest in event.envelope.namedPages where !whole.contains(digest) {
        if try log.isRedacted(event.reference) { continue }
        if let page = Self.page(digest, in: others) {
          try add(page, digest)
          continue
        }
        let transaction = TransactionID(event.stream.id)
        if missing[digest]?.contains(transaction) != true { missing[digest, default: []].append(transaction) }
      }
    }
    return missing.keys.sorted { $0.description < $1.description }.map { digest in
      BackupReport.PageFinding(
        sha256: digest.description, words: problems[digest] ?? "it is not there",
        transactions: missing[digest] ?? [])
    }
  }

  private mutating func add(_ page: [UInt8], _ digest: SHA256Digest) throws {
    if !copy.holds(digest) {
      written.append(digest)
      _ = try copy.store(page, page: 1)
    }
    whole.insert(digest)
    bytes += Int64(page.count)
  }

  private static func page(_ digest: SHA256Digest, in stores: [AttachmentStore]) -> [UInt8]? {
    for store in stores {
      if let page = try? store.read(digest), SHA256.hash(page) == digest { return page }
    }
    return nil
  }

  /// Removes the pages that were written, and the folders that are empty then.
  func takeBack() {
    for digest in written {
      let path = copy.path(of: digest)
      try? DurableFile.discard(path)
      DurableFile.removeEmptyFolder(String(path.dropLast(65)))
    }
    DurableFile.removeEmptyFolder(copy.folder)
  }
}
