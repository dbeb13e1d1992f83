internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform

/// A folder that events and pages are recovered from.
struct RecoverySource {
  /// The folder.
  let folder: String
  let log: SalvagedLog
  /// The shared folder's pages, or `nil` for a ledger's folder.
  private let shared: (root: SharedPlace, listing: FolderListing)?

  /// Names of streams and events, for a log that has lost its own.
  static let knownNames = StreamKind.allCases.map(\.rawValue) + EventType.allCases.map(\.rawValue)

  /// Reads the folder of a ledger or a backup. Any part of it may be damaged or missing.
  init(ledger folder: String, stateFolder: String? = nil) throws {
    self.folder = folder
    log = try SalvagedLog(folder, stateFolder: stateFolder, knownNames: Self.knownNames)
    shared = nil
  }

  /// Reads a shared folder, without the events that a log has already.
  ///
  /// - Complexity: O(bytes) of the files with events that the log lacks.
  init(shared folder: String, isKnown: (EventReference) -> Bool) throws {
    let root = try SharedPlace(root: folder)
    guard let dataset = try Dataset(in: root) else { throw SyncError.noDataset(folder: folder) }
    let listing = try FolderListing(root)
    var events: [EventReference: ForeignEvent] = [:]
    for (device, entries) in listing.segments {
      for entry in entries {
        func isLacking(_ sequence: UInt64) -> Bool {
          let reference = EventReference(device: device, sequence: sequence)
          return !isKnown(reference) && events[reference] == nil
        }
        guard entry.name.sequences.contains(where: isLacking), let name = entry.path.last,
          let bytes = try? root.folder(of: entry)?.read(name, limit: Segment.bytesMax),
          let segment = try? Segment(bytes, name: entry.name, ledger: dataset.ledger)
        else { continue }
        for event in segment.events where isLacking(event.reference.sequence) {
          events[event.reference] = event
        }
      }
    }
    self.folder = folder
    log = SalvagedLog(
      folder, ledger: dataset.ledger,
      events: events.values.sorted {
        $0.time == $1.time ? $0.reference < $1.reference : $0.time < $1.time
      })
    shared = (root, listing)
  }

  /// Reads a folder that a person has named.
  ///
  /// It is a ledger's folder, a backup, a folder with backups, or a shared folder.
  ///
  /// - Returns: The sources, the latest backup first.
  static func all(in folder: String, isKnown: (EventReference) -> Bool) throws -> [RecoverySource] {
    try DurableFile.refuseFile(asFolder: folder)
    guard DurableFile.isFolder(folder) else { throw SyncError.noFolder(folder) }
    if FolderLog.isSharedFolder(folder) { return [try RecoverySource(shared: folder, isKnown: isKnown)] }
    let shelf = BackupShelf(folder: folder)
    let names = try shelf.allNames()
    if names.isEmpty || DurableFile.exists(folder + "/log.sqlite") {
      return [try RecoverySource(ledger: folder)]
    }
    return try names.reversed().map { try RecoverySource(ledger: shelf.path(of: $0)) }
  }

  /// Returns the store that holds pages of a ledger's folder, or `nil` for a shared folder.
  var attachments: AttachmentStore? { shared == nil ? AttachmentStore(at: folder + "/attachments") : nil }

  /// Whether a page is there and sound.
  func holds(_ page: SHA256Digest) -> Bool {
    attachments?.isSound(page) ?? (sharedPage(page) != nil)
  }

  /// Returns the bytes of a page, or `nil` if it is not there whole.
  func page(_ page: SHA256Digest) throws -> [UInt8]? {
    guard let attachments else { return sharedPage(page) }
    return attachments.isSound(page) ? try attachments.read(page) : nil
  }

  /// Returns the bytes of a page of a shared folder, or `nil` if it is not there whole.
  func sharedPage(_ page: SHA256Digest) -> [UInt8]? {
    guard let shared, let path = shared.listing.pages[page] else { return nil }
    var place = shared.root
    for name in [FolderListing.devicesName] + path.dropLast() {
      guard let next = try? place.folder(name) else { return nil }
      place = next
    }
    let bytes = try? place.read(path[path.count - 1], limit: AttachmentStore.pageBytesMax)
    return bytes.flatMap { SHA256.hash($0) == page ? $0 : nil }
  }
}
