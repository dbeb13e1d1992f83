internal import EventLog
public import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections

extension Book {
  /// Makes a ledger's folder on a new device, from the files of a shared folder.
  ///
  /// Nothing is seeded: settings and categories come with the events. Pages come with the syncs that follow.
  ///
  /// - Parameters:
  ///   - settings: How the new folder is opened. `deviceName` is recorded.
  ///   - folder: The shared folder.
  /// - Throws: `SyncError.noDataset`, `.datasetMissing`, `.foreignEvents`, `.noBeginning`, `EventLogError.ledgerExists`.
  public static func join(_ settings: Settings, from folder: String) throws -> Book {
    try DurableFile.refuseFile(asFolder: folder)
    guard DurableFile.exists(folder) else { throw SyncError.noFolder(folder) }
    let root = try SharedPlace(root: folder)
    let listing = try FolderListing(root)
    let owner = FolderOwner(path: folder, root: root, listing: listing, memory: nil)
    guard let dataset = try owner.dataset(expecting: nil) else { throw SyncError.noDataset(folder: folder) }
    return try Book.join(settings, ledger: dataset.ledger) { book in
      var imports = try SegmentImport(
        book.log, root, now: settings.clock().milliseconds, hooks: SyncHooks(),
        memory: SyncMemory(ledgerFolder: book.log.folder), folder: folder, report: SyncReport(dataset: dataset))
      try imports.run(listing)
      let stream = StreamID(kind: StreamKind.ledger.rawValue, id: dataset.ledger)
      guard StreamFold(kind: stream.kind, events: try book.log.events(of: stream)).ledger.created != nil else {
        let files = imports.report.quarantined.filter { !$0.isBranch }
        throw SyncError.noBeginning(
          folder: folder, waiting: listing.placeholderCount + files.count, reason: files.first?.reason)
      }
      // So that the first sync does not read the same files again.
      var memory = imports.memory
      try memory.save()
    }
  }
}
