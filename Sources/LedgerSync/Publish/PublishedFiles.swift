internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

/// Checks by size the files that this ledger folder published, as drives truncate files.
struct PublishedFiles {
  let book: Book
  let root: SharedPlace
  /// The devices whose subfolders are this ledger folder's.
  let mine: Set<UniqueID>

  /// Returns the names of own segments whose content is no longer what was published.
  ///
  /// A segment that was published before sizes were noted is read once.
  ///
  /// - Complexity: A look-up per own segment.
  func torn(in listing: FolderListing, _ memory: inout SyncMemory) -> [FolderListing.Entry] {
    var torn: [FolderListing.Entry] = []
    var sizes: [UniqueID: Int] = [:]
    for entry in listing.segments.values.joined() where mine.contains(entry.publisher) {
      guard memory.isKnown(entry.name), let name = entry.path.last, name == entry.name.text,
        case .file(let bytes, _)? = root.folder(of: entry)?.kind(name)
      else { continue }
      if let known = memory.bytes(of: entry.name) {
        if known == bytes { sizes[SyncMemory.key(entry.name)] = known } else { torn.append(entry) }
      } else if root.holds(entry) {
        sizes[SyncMemory.key(entry.name)] = bytes
      } else {
        torn.append(entry)
      }
    }
    memory.published = sizes
    return torn
  }

  /// Returns the pages in own subfolders that have another size than here.
  ///
  /// - Complexity: Two look-ups per own page.
  func tornPages(in listing: FolderListing) -> Set<SHA256Digest> {
    var torn: Set<SHA256Digest> = []
    var places: [String: SharedPlace] = [:]
    for (page, path) in listing.pages where path.last == page.description {
      guard let device = FolderListing.device(path[0]), mine.contains(device) else { continue }
      let place = places[path[0]] ?? root.folder([FolderListing.devicesName] + path.dropLast())
      places[path[0]] = place
      guard let place, case .file(let bytes, _)? = place.kind(page.description),
        let own = (try? DurableFile.size(book.attachments.path(of: page))) ?? nil
      else { continue }
      if bytes != own { torn.insert(page) }
    }
    return torn
  }

  /// Removes torn segments whose events were published again under another name.
  func remove(_ torn: [FolderListing.Entry], except names: Set<SegmentName>) throws {
    for entry in torn where !names.contains(entry.name) {
      guard let place = root.folder(of: entry), let name = entry.path.last else { continue }
      try place.remove(name)
    }
  }
}

extension FolderListing {
  /// Returns the copies that a drive made of known files, and whose content is another one.
  ///
  /// - Complexity: O(bytes) of such copies, which are rare.
  func differingCopies(in root: SharedPlace, _ memory: SyncMemory) -> [String] {
    let dataset = try? root.read(Dataset.fileName, limit: Dataset.bytesMax)
    var differing = ((try? root.names(max: Self.foldersMax)) ?? []).filter { name in
      FolderOwner.isCopy(name) && (try? root.read(name, limit: Dataset.bytesMax)) != dataset
    }
    for entry in segments.values.joined()
    where entry.path.last?.lowercased() != entry.name.text && memory.isKnown(entry.name) {
      if !root.holds(entry) { differing.append(entry.shown) }
    }
    for (page, paths) in pageCopies {
      for path in paths {
        let bytes = try? root.folder([Self.devicesName] + path.dropLast())?
          .read(path[path.count - 1], limit: AttachmentStore.pageBytesMax)
        if bytes.map({ SHA256.hash($0) }) != page { differing.append(path.joined(separator: "/")) }
      }
    }
    return differing.sorted()
  }
}
