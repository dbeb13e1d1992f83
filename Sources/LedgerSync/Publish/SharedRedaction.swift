internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

/// The removal of erased contents from a shared folder.
///
/// Each device replaces the files that it has published. The files of the others are only read, so that the report can
/// name who still has to sync.
struct SharedRedaction {
  private let book: Book
  private let root: SharedPlace
  /// The devices as which this folder has published.
  private let selves: [UniqueID]
  private let hooks: SyncHooks
  /// The events whose content is erased, by device.
  private var numbers: [UniqueID: Set<UInt64>] = [:]
  /// The leaves of events of branches whose content is erased.
  private var leaves: Set<SHA256Digest> = []

  /// The number of erased contents. As long as it is the same, there is nothing new to remove.
  private(set) var count = 0
  /// The files of other devices that still have erased content, by device.
  private(set) var holders: [UniqueID: Int] = [:]

  init(_ book: Book, _ root: SharedPlace, selves: [UniqueID], _ hooks: SyncHooks) throws {
    self.book = book
    self.root = root
    self.selves = selves
    self.hooks = hooks
    for reference in try book.log.redactions() {
      numbers[reference.device, default: []].insert(reference.sequence)
    }
    count = numbers.values.reduce(0) { $0 + $1.count }
    guard count > 0 else { return }
    for event in try book.log.eventsAside().values where event.payload == nil {
      leaves.insert(event.leaf)
      numbers[event.reference.device, default: []].insert(event.reference.sequence)
    }
    count += leaves.count
  }

  // MARK: Segments

  /// Publishes again, without the contents, what this folder has published, and removes the old files.
  mutating func removeFromSegments(_ listing: FolderListing, _ memory: inout SyncMemory) throws {
    var sizes: [UniqueID: UInt64] = [:]
    for head in try book.log.devices() { sizes[head.device] = head.size }
    for entry in listing.segments.values.joined() where concerns(entry.name) {
      guard let place = root.folder(of: entry), let file = entry.path.last else { continue }
      let segment = try? Segment(
        try place.read(file, limit: Segment.bytesMax), name: entry.name, ledger: book.log.ledgerID)
      guard selves.contains(entry.publisher) else {
        if try segment?.redacted(isErased) != nil { holders[entry.publisher, default: 0] += 1 }
        continue
      }
      // A file of ours that is damaged may have the content, too. The next sync publishes its events again.
      if let segment {
        guard let (name, bytes) = try segment.redacted(isErased) else { continue }
        try hooks.step(.beforeRedacted)
        try place.publish(name.text, bytes)
        if memory.isKnown(entry.name) { memory.know(name) }
      } else if entry.name.sequences.upperBound > sizes[entry.name.device] ?? 0 {
        continue
      }
      try place.remove(file)
      try place.synchronize()
      try hooks.step(.afterRedacted)
    }
  }

  private func concerns(_ name: SegmentName) -> Bool {
    numbers[name.device]?.contains { name.sequences.contains($0) } ?? false
  }

  private func isErased(_ event: ForeignEvent) throws -> Bool {
    try leaves.contains(event.leaf) || book.log.isErased(event.reference, type: event.type)
  }

  // MARK: Pages

  /// Returns the pages of the folder that no event names any more.
  func unnamedPages(_ listing: FolderListing) throws -> Set<SHA256Digest> {
    guard !listing.pages.isEmpty else { return [] }
    var unnamed = Set(listing.pages.keys).subtracting(try PageImport(book: book, root: root).namedByLog())
    for event in try book.log.eventsAside().values { unnamed.subtract(event.namedPages) }
    return unnamed
  }

  /// Removes pages that this folder has published, and counts those that others have.
  mutating func remove(_ pages: Set<SHA256Digest>) throws {
    guard !pages.isEmpty, let devices = try root.folder(FolderListing.devicesName) else { return }
    for name in try devices.names(max: FolderListing.foldersMax) {
      guard let publisher = FolderListing.device(name), case .folder? = devices.kind(name),
        let place = try devices.folder(name)?.folder(FolderListing.pagesName)
      else { continue }
      for file in try place.names(max: FolderListing.filesMax) {
        guard let digest = SHA256Digest(hexadecimal: file.prefix(64).lowercased()), pages.contains(digest),
          case .file? = place.kind(file)
        else { continue }
        if selves.contains(publisher) {
          try place.remove(file)
        } else {
          holders[publisher, default: 0] += 1
        }
      }
      if selves.contains(publisher) { try place.synchronize() }
    }
  }

  // MARK: Files of killed writers

  /// Removes the temporary files of writers that were killed.
  func removeTemporaryFiles() throws {
    for device in selves {
      let path = [FolderListing.devicesName, device.description]
      try removeTemporaryFiles(path)
      for inner in try place(path)?.names(max: FolderListing.filesMax) ?? []
      where SharedNames.isOwn(path + [inner], isFolder: true) {
        try removeTemporaryFiles(path + [inner])
      }
    }
    try removeTemporaryFiles([ReadableCopy.dataName])
    for day in try place([ReadableCopy.receiptsName])?.names(max: FolderListing.filesMax) ?? [] {
      try removeTemporaryFiles([ReadableCopy.receiptsName, day])
    }
  }

  private func removeTemporaryFiles(_ path: [String]) throws {
    guard let place = try place(path) else { return }
    for name in try place.names(max: FolderListing.filesMax)
    where name.hasPrefix(".") && name.hasSuffix(".tmp") && SharedNames.isOwn(path + [name], isFolder: false) {
      try place.remove(name)
    }
  }

  private func place(_ path: [String]) throws -> SharedPlace? {
    var place = root
    for name in path {
      guard case .folder? = place.kind(name), let next = try place.folder(name) else { return nil }
      place = next
    }
    return place
  }
}
