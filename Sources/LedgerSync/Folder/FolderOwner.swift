internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

/// Finds out which ledger a shared folder belongs to, before anything is written there.
///
/// A drive brings files in any order. So a folder without `dataset.json` may belong to another ledger.
struct FolderOwner {
  let path: String
  let root: SharedPlace
  let listing: FolderListing
  /// The memory of the ledger's syncs, or `nil` if there is no ledger yet.
  let memory: SyncMemory?

  private static let namesMax = 10_000

  /// Returns the dataset, or `nil` if the folder belongs to no ledger.
  ///
  /// - Parameter own: The dataset that the folder must have, or `nil` if any will do.
  /// - Throws: `SyncError` if anything in the folder belongs to another ledger, or may belong to one.
  /// - Complexity: A look at the beginning of each file with events that is new.
  func dataset(expecting own: Dataset?) throws -> Dataset? {
    let found = try Dataset(in: root)
    let names = try root.names(max: Self.namesMax)
    guard let expected = own ?? found else {
      guard names.contains(where: isOfLedger) || names.contains(where: Self.isArriving) else { return nil }
      throw SyncError.datasetMissing(folder: path)
    }
    try refuse(found, expected)
    for name in names where Self.isCopy(name) {
      // A copy that cannot be read proves nothing.
      try refuse((try? Dataset(in: root, file: name)) ?? nil, expected)
    }
    let devices = try devices(of: expected, hasDataset: found != nil)
    if found != nil { return found }
    let unknown = listing.publishers.subtracting(devices)
    let isProven = unknown.isEmpty && listing.placeholders.isEmpty
    if names.contains(where: Self.isArriving) {
      // An evicted file comes back when a person opens it, so every device folder must have events of the ledger.
      guard isProven, !devices.isEmpty else { throw SyncError.datasetMissing(folder: path) }
      return expected
    }
    if unknownPlaceholders == 0, memory?.folders[path]?.syncedAtMilliseconds != nil { return nil }
    guard isProven, !devices.isEmpty || !names.contains(where: isOfLedger) else {
      throw SyncError.datasetMissing(folder: path)
    }
    return nil
  }

  private func refuse(_ found: Dataset?, _ own: Dataset) throws {
    guard let found, found.ledger != own.ledger else { return }
    throw SyncError.otherLedger(folder: path, found: found, own: own)
  }

  /// Returns the device folders in which there are events of a ledger.
  ///
  /// - Parameter hasDataset: Whether `dataset.json` names the ledger. Then only a whole file of another ledger counts, and the
  ///   import names a damaged one.
  /// - Throws: `SyncError.foreignEvents` if one of them has events of another.
  private func devices(of own: Dataset, hasDataset: Bool) throws -> Set<UniqueID> {
    var devices: Set<UniqueID> = []
    for entry in listing.absentSegments where memory?.isKnown(entry.name) == true {
      devices.insert(entry.publisher)
    }
    for entry in listing.segments.values.joined() {
      if memory?.isKnown(entry.name) == true {
        devices.insert(entry.publisher)
      } else if let header = root.header(of: entry), header.device == entry.name.device {
        guard header.ledger == own.ledger else {
          if hasDataset, !root.isWhole(entry, of: header.ledger) { continue }
          throw SyncError.foreignEvents(folder: path, file: entry.shown, ledger: header.ledger)
        }
        devices.insert(entry.publisher)
      }
    }
    return devices
  }

  private var unknownPlaceholders: Int {
    listing.placeholders.count + listing.absentSegments.filter { memory?.isKnown($0.name) != true }.count
  }

  /// Whether a name at the top of the folder is that of a ledger's folder, or a placeholder of it.
  private func isOfLedger(_ name: String) -> Bool {
    let target = Placeholder.target(of: name) ?? name
    guard target == ReadableCopy.dataName else {
      // An erasing leaves the folder if there are files of others in it.
      return target == FolderListing.devicesName && listing.strangers.isEmpty
    }
    // People have folders of this name, too.
    let tables = (try? root.folder(name)?.names(max: Self.namesMax)) ?? []
    return tables.contains { SharedNames.isOwn([target, Placeholder.target(of: $0) ?? $0], isFolder: false) }
  }

  /// Whether a drive has announced `dataset.json`, or is downloading it.
  private static func isArriving(_ name: String) -> Bool {
    if Placeholder.target(of: name) == Dataset.fileName { return true }
    // This program's own temporary file may have been left by a crash.
    return name.contains(Dataset.fileName) && name != Dataset.fileName && FolderListing.isLeftover(name)
      && !LedgerNames.isFile(name) { $0 == Dataset.fileName }
  }

  /// Whether a name is that of a copy which a drive makes of `dataset.json` when two devices wrote it.
  static func isCopy(_ name: String) -> Bool {
    name.hasPrefix("dataset") && name.hasSuffix(".json") && name != Dataset.fileName
  }
}

extension SharedPlace {
  /// Returns the header of a segment file, or `nil` if the file cannot be read.
  fileprivate func header(of entry: FolderListing.Entry) -> SegmentHeader? {
    guard let name = entry.path.last,
      let bytes = try? folder(of: entry)?.read(name, limit: .max, first: SegmentHeader.bytesMax + 1),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    return try? SegmentHeader(Array(bytes[..<end]))
  }

  /// Whether every event in a segment file is one of a ledger.
  fileprivate func isWhole(_ entry: FolderListing.Entry, of ledger: UniqueID) -> Bool {
    guard let name = entry.path.last, let bytes = try? folder(of: entry)?.read(name, limit: Segment.bytesMax)
    else { return false }
    return (try? Segment(bytes, name: entry.name, ledger: ledger)) != nil
  }
}
