internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections

/// A shared folder that was looked at and fits a ledger.
struct SharedFolder {
  /// The path by which it is remembered.
  let path: String
  let root: SharedPlace
  private let book: Book

  init(_ path: String, of book: Book) throws {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    try DurableFile.refuseFile(asFolder: path)
    guard DurableFile.exists(path) else { throw SyncError.noFolder(path) }
    guard !Self.isInside(path, book.log.folder) else { throw SyncError.ownFolder(path) }
    root = try SharedPlace(root: path)
    self.path = path
    self.book = book
  }

  /// Whether the files of a ledger, or a placeholder of them, are in a folder.
  static func isThere(_ path: String) -> Bool {
    let names = (try? SharedPlace(root: path).names(max: 10_000)) ?? []
    return names.contains { (Placeholder.target(of: $0) ?? $0) == Dataset.fileName }
  }

  /// Whether a folder is the ledger's own or inside it.
  private static func isInside(_ path: String, _ ledger: String) -> Bool {
    guard let own = FileIdentity(ledger) else { return false }
    var above = path
    for _ in 0..<64 {
      guard let folder = FileIdentity(above) else { return false }
      if folder == own { return true }
      if folder == FileIdentity(above + "/..") { return false }
      above += "/.."
    }
    return false
  }

  /// Returns the folder's dataset, which must be the ledger's. A folder without one gets it.
  ///
  /// - Throws: `SyncError`, also if anything in the folder belongs to another ledger. Then nothing was written.
  func dataset(creating: Bool, _ listing: FolderListing, _ memory: SyncMemory) throws -> Dataset {
    let own = Dataset(ledger: book.log.ledgerID, name: try ledgerName())
    let owner = FolderOwner(path: path, root: root, listing: listing, memory: memory)
    if let found = try owner.dataset(expecting: own) { return found }
    guard creating else { throw SyncError.noDataset(folder: path) }
    try root.publish(Dataset.fileName, own.bytes)
    return own
  }

  private func ledgerName() throws -> String {
    let stream = StreamID(kind: StreamKind.ledger.rawValue, id: book.log.ledgerID)
    let created = StreamFold(kind: stream.kind, events: try book.log.events(of: stream)).ledger.created
    return created?.device ?? ""
  }
}
