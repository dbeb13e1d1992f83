internal import LedgerBytes
internal import LedgerPlatform

/// The names in a shared folder, read once per sync. No file is opened.
struct FolderListing {
  /// A file that is named like a segment.
  struct Entry {
    let name: SegmentName
    /// The device whose subfolder it is in.
    let publisher: UniqueID
    /// The names of the folders on the way, below `devices`, and of the file.
    let path: [String]

    var shown: String { path.joined(separator: "/") }
  }

  /// The segments by the device that recorded their events.
  private(set) var segments: [UniqueID: [Entry]] = [:]
  /// The pages in the folder, and the folders they are in.
  private(set) var pages: [SHA256Digest: [String]] = [:]
  /// The copies of pages that a drive has made, under other names.
  private(set) var pageCopies: [SHA256Digest: [[String]]] = [:]
  /// The device folders, empty ones too.
  private(set) var publishers: Set<UniqueID> = []
  /// Placeholders of segments, whose content is not on this device.
  private(set) var absentSegments: [Entry] = []
  /// The pages of which there are only placeholders.
  private(set) var absentPages: Set<SHA256Digest> = []
  /// Placeholders of other files.
  private(set) var placeholders: [String] = []
  /// Names that are neither segments nor what drives leave.
  private(set) var strangers: [String] = []

  static let devicesName = "devices"
  static let pagesName = "pages"
  static let foldersMax = 10_000
  static let filesMax = 1_000_000
  private static let strangersMax = 100

  /// The names of all segments and pages.
  var trace: [String] {
    (segments.values.flatMap { $0.map(\.shown) } + pages.values.map { $0.joined(separator: "/") }).sorted()
  }

  /// Forgets pages, so that they are published again.
  mutating func forget(pages digests: Set<SHA256Digest>) {
    for digest in digests { pages[digest] = nil }
  }

  /// The number of placeholders.
  var placeholderCount: Int { placeholders.count + absentSegments.count + absentPages.count }

  var segmentCount: Int { segments.values.reduce(0) { $0 + $1.count } }

  init(_ root: SharedPlace) throws {
    guard let devices = try Self.folder(Self.devicesName, in: root) else { return }
    for name in try devices.names(max: Self.foldersMax) {
      guard let publisher = Self.device(name) else {
        note([name])
        continue
      }
      guard let folder = try Self.folder(name, in: devices) else {
        noteStranger(name)
        continue
      }
      publishers.insert(publisher)
      for inner in try folder.names(max: Self.filesMax) {
        if let segment = SegmentName(inner, of: publisher) {
          add(segment, publisher, [name, inner])
        } else if let origin = Self.device(inner) {
          try addRelayed(inner, of: origin, publisher, name, folder)
        } else if inner == Self.pagesName {
          try addPages(inner, name, folder)
        } else {
          note([name, inner], segmentOf: publisher, publisher)
        }
      }
    }
    absentPages.subtract(pages.keys)
  }

  private mutating func add(_ segment: SegmentName, _ publisher: UniqueID, _ path: [String]) {
    segments[segment.device, default: []].append(Entry(name: segment, publisher: publisher, path: path))
  }

  /// Adds events of another device that a device has published.
  private mutating func addRelayed(
    _ name: String, of origin: UniqueID, _ publisher: UniqueID, _ parent: String, _ folder: SharedPlace
  ) throws {
    guard let relayed = try Self.folder(name, in: folder) else { return noteStranger("\(parent)/\(name)") }
    for file in try relayed.names(max: Self.filesMax) {
      if let segment = SegmentName(file, of: origin) {
        add(segment, publisher, [parent, name, file])
      } else {
        note([parent, name, file], segmentOf: origin, publisher)
      }
    }
  }

  private mutating func addPages(_ name: String, _ parent: String, _ folder: SharedPlace) throws {
    guard let place = try Self.folder(name, in: folder) else { return noteStranger("\(parent)/\(name)") }
    for file in try place.names(max: Self.filesMax) {
      // A drive's duplicate has something after the digits.
      let lower = file.prefix(64).lowercased()
      if let digest = SHA256Digest(hexadecimal: lower), !file.hasSuffix(".tmp"),
        Placeholder.target(of: file) == nil
      {
        if pages[digest] == nil || file.utf8.count == 64 { pages[digest] = [parent, name, file] }
        if file.utf8.count != 64 { pageCopies[digest, default: []].append([parent, name, file]) }
      } else {
        note([parent, name, file], isPage: true)
      }
    }
  }

  /// Notes a name that is no segment: a placeholder, what a drive or a crash has left, or a stranger.
  private mutating func note(
    _ path: [String], segmentOf device: UniqueID? = nil, _ publisher: UniqueID? = nil, isPage: Bool = false
  ) {
    guard let name = path.last else { return }
    if let target = Placeholder.target(of: name) {
      if let device, let publisher, let segment = SegmentName(target, of: device) {
        absentSegments.append(Entry(name: segment, publisher: publisher, path: path))
      } else if isPage, let page = SHA256Digest(hexadecimal: target.prefix(64).lowercased()) {
        absentPages.insert(page)
      } else {
        placeholders.append(path.joined(separator: "/"))
      }
    } else if !Self.isLeftover(name) {
      noteStranger(path.joined(separator: "/"))
    }
  }

  private mutating func noteStranger(_ name: String) {
    if strangers.count < Self.strangersMax { strangers.append(name) }
  }

  /// Whether a name is one of the temporary files of drives and of this program.
  static func isLeftover(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasPrefix("~") || ["desktop.ini", "Thumbs.db"].contains(name)
      || [".tmp", ".part", ".partial", ".crdownload", ".download"].contains { name.hasSuffix($0) }
  }

  /// Returns the device that a folder's name tells. A drive may have changed its case or added to it.
  static func device(_ name: String) -> UniqueID? {
    guard name.utf8.count >= 36, name.utf8.count <= 255 else { return nil }
    return UniqueID(String(name.prefix(36)).lowercased())
  }

  /// Opens a folder, or returns `nil` if the name is missing or belongs to something else.
  private static func folder(_ name: String, in place: SharedPlace) throws -> SharedPlace? {
    guard case .folder? = place.kind(name) else { return nil }
    return try place.folder(name)
  }
}

extension SharedPlace {
  /// Opens the folder that a segment is in, from the shared folder, or returns `nil` if it was removed.
  func folder(of entry: FolderListing.Entry) -> SharedPlace? {
    folder([FolderListing.devicesName] + entry.path.dropLast())
  }

  /// Opens the folder at the end of a path, or returns `nil` if it was removed.
  func folder(_ path: [String]) -> SharedPlace? {
    var place = self
    for name in path {
      guard let next = try? place.folder(name) else { return nil }
      place = next
    }
    return place
  }

  /// Whether the content of a segment file matches the digest in its name.
  ///
  /// - Complexity: O(bytes).
  func holds(_ entry: FolderListing.Entry) -> Bool {
    guard let name = entry.path.last, let bytes = try? folder(of: entry)?.read(name, limit: Segment.bytesMax)
    else {
      return false
    }
    return SHA256.hash(bytes) == entry.name.digest
  }
}
