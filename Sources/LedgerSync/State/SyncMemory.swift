internal import EventLog
internal import LedgerBytes
internal import LedgerPlatform

/// The memory of this device about its syncs, in the folder `sync` of the ledger.
///
/// It only saves work. If it is deleted, the next sync reads every file of the shared folder again.
struct SyncMemory {
  /// A file of a shared folder that is not imported, and why.
  struct Quarantined: Hashable {
    let file: String
    let bytes: Int
    let modified: Int64
    let reason: String
    /// The reason in a word, or `nil` if an earlier version noted it.
    var code: String?
    /// Whether the log keeps its events as a branch of their device.
    var isBranch = false

    /// Whether the next sync reads the file again although it has not changed.
    var isRetried: Bool { bytes < 0 }

    /// The file in a report.
    var reported: SyncReport.QuarantinedFile {
      SyncReport.QuarantinedFile(file: file, reason: reason, reasonCode: code, isBranch: isBranch)
    }
  }

  /// The tree at the end of a published segment, where the next one begins without reading all leaves.
  struct PublishedEnd: Hashable {
    let edge: RightEdge
    /// The last leaf, which tells whether the log still has the same history.
    let leaf: SHA256Digest
  }

  /// The part of the memory about one shared folder.
  struct Folder: Hashable {
    /// When a sync with it was last complete, by this device's wall clock.
    var syncedAtMilliseconds: Int64?
    var quarantined: [Quarantined] = []
    /// The number of erased contents that the folder was searched for.
    var erasedContents = 0
    /// The files of other devices that had erased content then, by device.
    var holders: [UniqueID: Int] = [:]
    /// The number of events there of this ledger folder's devices, or `nil` if it was not noted.
    var sent: [UniqueID: UInt64]?
    /// The events and files that the last sync left waiting.
    var waits: [SyncWait] = []
  }

  /// The first 16 bytes of the digests of segments whose events are all in the log.
  private(set) var known: Set<UniqueID> = []
  var folders: [String: Folder] = [:]
  /// The end of the last segment of each device that was published here.
  private(set) var ends: [UniqueID: PublishedEnd] = [:]
  /// The sizes of published segments, by the first 16 bytes of their digests.
  var published: [UniqueID: Int] = [:]
  /// The pages that events name and that are not here, or `nil` if the log must be searched for them.
  var missingPages: Set<SHA256Digest>?

  private let path: String
  private var added: [UInt8] = []

  private static let bytesMax = 1 << 30
  private static let quarantinedFilesMax = 1_000

  init(ledgerFolder: String) {
    path = ledgerFolder + "/sync"
    readKnown()
    readState()
  }

  private var knownPath: String { path + "/known" }
  private var statePath: String { path + "/state.json" }

  /// Whether the events of a segment are all in the log.
  func isKnown(_ name: SegmentName) -> Bool { known.contains(Self.key(name)) }

  /// Notes that the events of a segment are all in the log.
  mutating func know(_ name: SegmentName) {
    let key = Self.key(name)
    if known.insert(key).inserted { key.append(to: &added) }
  }

  /// Notes where a published segment ends, if it is the last of its device.
  mutating func publish(_ end: PublishedEnd, of device: UniqueID) {
    if end.edge.size > ends[device]?.edge.size ?? 0 { ends[device] = end }
  }

  /// Notes the size of a segment that was published.
  mutating func publish(_ name: SegmentName, bytes: Int) { published[Self.key(name)] = bytes }

  /// Returns the size of a segment that was published, or `nil` if it was not noted.
  func bytes(of name: SegmentName) -> Int? { published[Self.key(name)] }

  static func key(_ name: SegmentName) -> UniqueID {
    UniqueID(high: name.digest.word0, low: name.digest.word1)
  }

  private mutating func readKnown() {
    guard let bytes = try? DurableFile.read(knownPath, limit: Self.bytesMax) else { return }
    known.reserveCapacity(bytes.count / 16)
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, through: bytes.count - 16, by: 16) {
        if let key = UniqueID(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 16])) { known.insert(key) }
      }
    }
  }

  /// Writes what has changed. After a power cut the files may be older: then the next sync reads more.
  mutating func save() throws(FileError) {
    try DurableFile.createFolder(path)
    if !added.isEmpty {
      let all = known.reduce(into: [UInt8]()) { $1.append(to: &$0) }
      try DurableFile.replace(knownPath, bytes: all, synced: false)
      added = []
    }
    try DurableFile.replace(statePath, bytes: stateBytes, synced: false)
  }
}

// MARK: - The file

extension SyncMemory {
  private var stateBytes: [UInt8] {
    let folders = folders.mapValues { folder -> JSONValue in
      [
        "quarantined": .array(
          folder.quarantined.prefix(Self.quarantinedFilesMax).map { file in
            [
              "branch": .boolean(file.isBranch), "bytes": .integer(Int64(file.bytes)),
              "file": .string(file.file),
              "modified": .integer(file.modified), "reason": .string(file.reason),
              "reasonCode": file.code.map { .string($0) } ?? .null,
            ]
          }),
        "erasedContents": .integer(Int64(folder.erasedContents)),
        "holders": .object(
          Dictionary(folder.holders.map { ($0.description, JSONValue.integer(Int64($1))) }) { first, _ in first
          }),
        "sent": folder.sent.map { sent in
          .object(sent.reduce(into: [:]) { $0[$1.key.description] = .integer(Int64(clamping: $1.value)) })
        } ?? .null,
        "synced": folder.syncedAtMilliseconds.map { .integer($0) } ?? .null,
        "waits": .array(folder.waits.map(\.stored)),
      ]
    }
    var edges: [String: JSONValue] = [:]
    for (device, end) in ends {
      edges[device.description] = [
        "edge": .string(Base64.encode(end.edge.bytes)), "leaf": .string(end.leaf.description),
        "size": .integer(Int64(clamping: end.edge.size)),
      ]
    }
    let state: JSONValue = [
      "edges": .object(edges), "folders": .object(folders),
      "missingPages": missingPages.map { .array($0.map { .string($0.description) }) } ?? .null,
      "published": .object(published.reduce(into: [:]) { $0[$1.key.description] = .integer(Int64($1.value)) }),
    ]
    return state.encoded() + [UInt8(ascii: "\n")]
  }

  private mutating func readState() {
    guard let bytes = try? DurableFile.read(statePath, limit: Self.bytesMax),
      let state = try? JSONValue(parsing: bytes, as: .exchange)
    else { return }
    if case .object(let folders)? = state["folders"] {
      self.folders = folders.reduce(into: [:]) { $0[$1.key] = Self.folder($1.value, path: $1.key) }
    }
    if case .object(let edges)? = state["edges"] {
      for (device, value) in edges {
        guard let device = UniqueID(device), case .string(let text)? = value["edge"],
          case .integer(let size)? = value["size"], size > 0, let bytes = Base64.decode(text),
          let edge = RightEdge(size: UInt64(size), bytes: bytes), case .string(let digits)? = value["leaf"],
          let leaf = SHA256Digest(hexadecimal: digits)
        else { continue }
        ends[device] = PublishedEnd(edge: edge, leaf: leaf)
      }
    }
    if case .object(let sizes)? = state["published"] {
      for (key, bytes) in sizes {
        if let key = UniqueID(key), case .integer(let bytes) = bytes { published[key] = Int(clamping: bytes) }
      }
    }
    if case .array(let pages)? = state["missingPages"] {
      missingPages = Set(
        pages.compactMap { page in
          if case .string(let text) = page { SHA256Digest(hexadecimal: text) } else { nil }
        })
    }
  }

  private static func folder(_ value: JSONValue, path: String) -> Folder {
    var folder = Folder()
    if case .object(let sizes)? = value["sent"] {
      folder.sent = sizes.reduce(into: [:]) { sent, entry in
        if let device = UniqueID(entry.key), case .integer(let size) = entry.value, size >= 0 {
          sent[device] = UInt64(size)
        }
      }
    }
    if case .array(let waits)? = value["waits"] {
      folder.waits = waits.compactMap { SyncWait(stored: $0, folder: path) }
    }
    if case .integer(let instant)? = value["synced"] { folder.syncedAtMilliseconds = instant }
    if case .integer(let count)? = value["erasedContents"] { folder.erasedContents = Int(clamping: count) }
    if case .object(let holders)? = value["holders"] {
      for case (let name, .integer(let count)) in holders {
        if let device = UniqueID(name) { folder.holders[device] = Int(clamping: count) }
      }
    }
    guard case .array(let files)? = value["quarantined"] else { return folder }
    for file in files {
      guard case .string(let name)? = file["file"], case .integer(let bytes)? = file["bytes"],
        case .integer(let modified)? = file["modified"], case .string(let reason)? = file["reason"]
      else { continue }
      var code: String?
      if case .string(let word)? = file["reasonCode"] { code = word }
      folder.quarantined.append(
        Quarantined(
          file: name, bytes: Int(clamping: bytes), modified: modified, reason: reason, code: code,
          isBranch: file["branch"] == true))
    }
    return folder
  }
}
