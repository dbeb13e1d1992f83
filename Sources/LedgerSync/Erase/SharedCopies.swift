internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

/// The content of shared folders, compared with a ledger before one of them is erased.
///
/// Files are read and compared with the digests in their names. A name alone is not believed.
struct SharedCopies {
  private let book: Book
  private let memory: SyncMemory
  private let heads: [DeviceHead]

  init(_ book: Book) throws {
    self.book = book
    memory = SyncMemory(ledgerFolder: book.log.folder)
    heads = try book.log.devices()
  }

  /// Returns the folders that can be read, of those that the ledger was synced with.
  func folders() -> [SharedFolder] {
    memory.folders.keys.sorted().compactMap { path in
      guard let folder = try? SharedFolder(path, of: book), let listing = try? FolderListing(folder.root),
        (try? folder.dataset(creating: false, listing, memory)) != nil
      else { return nil }
      return folder
    }
  }

  /// Counts the ledger's events and pages that are in no such folder.
  ///
  /// - Complexity: O(bytes) of the folders.
  func onlyHere(outside folders: [SharedFolder]) throws -> EraseLoss {
    var covered: [UniqueID: [ClosedRange<UInt64>]] = [:]
    var pages: Set<SHA256Digest> = []
    for folder in folders {
      let listing = try FolderListing(folder.root)
      for entry in listing.segments.values.joined() where memory.isKnown(entry.name) {
        if folder.root.holds(entry) { covered[entry.name.device, default: []].append(entry.name.sequences) }
      }
      for (digest, path) in listing.pages where Self.holds(digest, path, in: folder.root) {
        pages.insert(digest)
      }
    }
    var loss = EraseLoss()
    for head in heads {
      for range in SegmentPublisher.uncovered(covered[head.device] ?? [], size: head.size) {
        loss.events += range.count
      }
    }
    try book.attachments.forEachFile { digest, _ in if !pages.contains(digest) { loss.pages += 1 } }
    return loss
  }

  /// Counts the events and pages in a shared folder that are not in the ledger.
  ///
  /// A segment that this device has not imported counts in full, unless others that it has imported cover it.
  func onlyThere(_ folder: SharedFolder) throws -> EraseLoss {
    let listing = try FolderListing(folder.root)
    var loss = EraseLoss()
    for (device, entries) in listing.segments {
      let size = heads.first { $0.device == device }?.size ?? 0
      let known = entries.filter { memory.isKnown($0.name) && $0.name.sequences.upperBound <= size }
      let unknown = entries.filter { !memory.isKnown($0.name) || $0.name.sequences.upperBound > size }
      // A forged name can have any numbers.
      loss.events = loss.events.addingClamped(
        Self.count(unknown.map(\.name.sequences), except: known.map(\.name.sequences)))
    }
    // If all events of the folder are here, a page that none of them names is what a redaction has left.
    let named = loss.events == 0 ? try PageImport(book: book, root: folder.root).namedByLog() : nil
    for digest in listing.pages.keys where named?.contains(digest) != false && !isHere(digest) {
      loss.pages += 1
    }
    return loss
  }

  /// Counts the numbers in some ranges that are in none of the others.
  static func count(_ ranges: [ClosedRange<UInt64>], except others: [ClosedRange<UInt64>]) -> Int {
    guard let last = ranges.map(\.upperBound).max() else { return 0 }
    let gaps = SegmentPublisher.uncovered(others, size: last)
    let outside = SegmentPublisher.uncovered(others + ranges, size: last)
    return gaps.reduce(0) { $0 + $1.count } - outside.reduce(0) { $0 + $1.count }
  }

  private func isHere(_ digest: SHA256Digest) -> Bool {
    guard let bytes = try? book.attachments.read(digest) else { return false }
    return SHA256.hash(bytes) == digest
  }

  private static func holds(_ digest: SHA256Digest, _ path: [String], in root: SharedPlace) -> Bool {
    var place = root
    for name in [FolderListing.devicesName] + path.dropLast() {
      guard let next = try? place.folder(name) else { return false }
      place = next
    }
    guard let bytes = try? place.read(path[path.count - 1], limit: AttachmentStore.pageBytesMax) else {
      return false
    }
    return SHA256.hash(bytes) == digest
  }
}

/// Events and pages that would exist nowhere after an erasing.
public struct EraseLoss: Hashable, Sendable {
  /// The number of events.
  public internal(set) var events = 0
  /// The number of pages.
  public internal(set) var pages = 0

  /// The number of both.
  public var count: Int { events.addingClamped(pages) }
}

extension Int {
  /// Returns the sum, or the largest number if the sum is larger. Both numbers are positive.
  func addingClamped(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
