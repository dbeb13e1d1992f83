internal import EventLog
public import LedgerBook
public import LedgerBytes
internal import LedgerPlatform

/// Fetches the pages that events name from a shared folder.
struct PageImport {
  let book: Book
  let root: SharedPlace

  /// Returns the pages that events of the log name and that are not here.
  ///
  /// - Complexity: O(events): for a ledger that has forgotten its syncs.
  func missingByLog() throws -> Set<SHA256Digest> {
    try namedByLog().filter { !isHere($0) }
  }

  /// Returns the pages that events of the log name.
  ///
  /// - Complexity: O(events).
  func namedByLog() throws -> Set<SHA256Digest> {
    var named: Set<SHA256Digest> = []
    try book.forEachNamingEvent { named.formUnion($1) }
    return named
  }

  func isHere(_ page: SHA256Digest) -> Bool { DurableFile.exists(book.attachments.path(of: page)) }

  /// Stores the pages that the folder has, and returns those that are still missing.
  ///
  /// A file with other bytes than its name tells is incomplete, and is tried again at the next sync.
  func fetch(
    _ missing: Set<SHA256Digest>, _ listing: FolderListing, _ check: () throws -> Void
  ) throws -> (missing: Set<SHA256Digest>, came: Int) {
    var left = missing
    var came = 0
    for page in missing.sorted(by: { $0.word0 < $1.word0 }) {
      if isHere(page) {
        left.remove(page)
        continue
      }
      try check()
      guard let path = listing.pages[page], let bytes = try read(path), SHA256.hash(bytes) == page else {
        continue
      }
      _ = try book.attachments.store(bytes, page: 1)
      left.remove(page)
      came += 1
    }
    return (left, came)
  }

  private func read(_ path: [String]) throws -> [UInt8]? {
    var place = root
    for name in [FolderListing.devicesName] + path.dropLast() {
      guard let next = try? place.folder(name) else { return nil }
      place = next
    }
    return try? place.read(path[path.count - 1], limit: AttachmentStore.pageBytesMax)
  }
}

extension Book {
  /// Returns the devices whose scans have not come yet, with the number of these scans.
  ///
  /// It is what the last sync remembers.
  ///
  /// - Complexity: O(events) if a scan is missing, else a read of the memory.
  public func awaitedScans() throws -> [UniqueID: Int] {
    guard var missing = SyncMemory(ledgerFolder: log.folder).missingPages, !missing.isEmpty else { return [:] }
    var devices: [UniqueID: Int] = [:]
    try forEachNamingEvent { device, pages in
      for page in pages where missing.remove(page) != nil { devices[device, default: 0] += 1 }
    }
    return devices
  }

  /// Calls `body` with the device and the pages of each event that names pages.
  fileprivate func forEachNamingEvent(_ body: (UniqueID, [SHA256Digest]) -> Void) throws {
    try log.forEachNamingEvent { body($0.reference.device, $0.envelope.namedPages) }
  }
}
