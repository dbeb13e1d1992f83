import Foundation
import LedgerTestSupport

/// A disk that keeps only data it was made to keep.
///
/// Everything since the last sync may be there or not, in part, and in any order.
struct SimulatedDisk: Sendable {
  private var contents: [Int32: [UInt8]] = [:]
  private var names: [String: Int32] = [:]
  private var folders: Set<String> = [""]
  /// Not yet synced, in order.
  private var pendingData: [Int32: [PendingData]] = [:]
  private var pendingNames: [NameChange] = []
  private var moment = 0
  /// The mutant that reports a sync and has not synced.
  var liesAboutSync = false

  enum DataChange: Sendable {
    case write(offset: Int, bytes: [UInt8])
    case truncate(Int)
  }

  private struct PendingData: Sendable {
    var moment: Int
    var change: DataChange
  }

  /// A folder that was moved with its files: they are kept by the old name, whatever name an operation gives them.
  private var move: (from: String, to: String)?
  /// Whether the folder's new name is on the disk.
  private var isMoveSynced = false

  struct NameChange: Sendable {
    var moment: Int
    var folder: String
    var kind: Kind

    enum Kind: Sendable {
      case moveFolder
      case link(String, Int32)
      case unlink(String)
      case rename(String, to: String, Int32?)
      case makeFolder(String)
    }
  }

  /// What was there before anything was recorded, by path: all of it on the disk.
  private var before: [String: [UInt8]] = [:]

  /// An empty disk.
  init() {}

  /// A disk that holds these files.
  init(_ image: DiskImage) {
    before = image.files
    folders = Set(image.folders).union([""])
  }

  /// How much is not yet on the disk.
  var pendingCount: Int { pendingNames.count + pendingData.values.reduce(0) { $0 + $1.count } }

  /// The name by which a folder is kept that was made where the moved one had been.
  fileprivate static let madeAgain = "\u{1}"

  /// The name by which a file is kept.
  private func kept(_ path: String) -> String {
    guard let move else { return path }
    if path.isIn(move.from) { return path.moved(move.from, to: Self.madeAgain) }
    return path.moved(move.to, to: move.from)
  }

  mutating func apply(_ operation: DiskOperation) {
    moment += 1
    switch operation.named(kept) {
    case .rename(let path, let other) where path == other:
      break
    case .rename(let path, let other) where folders.contains(path) || pendingNames.contains { $0.makes(path) }:
      move = (path, other)
      pendingNames.append(NameChange(moment: moment, folder: Self.folder(of: other), kind: .moveFolder))
    case .known(let path, let file):
      contents[file] = before.removeValue(forKey: path)
      names[path] = file
    case .link(let path, let file):
      pendingNames.append(NameChange(moment: moment, folder: Self.folder(of: path), kind: .link(path, file)))
    case .unlink(let path):
      pendingNames.append(NameChange(moment: moment, folder: Self.folder(of: path), kind: .unlink(path)))
    case .rename(let path, let other):
      let file = current(path)
      pendingNames.append(
        NameChange(moment: moment, folder: Self.folder(of: other), kind: .rename(path, to: other, file)))
    case .makeFolder(let path):
      pendingNames.append(NameChange(moment: moment, folder: Self.folder(of: path), kind: .makeFolder(path)))
    case .syncFolder(let path):
      guard !liesAboutSync else { return }
      for change in pendingNames where change.folder == path {
        Self.apply(change, &names, &folders)
        if case .moveFolder = change.kind { isMoveSynced = true }
      }
      pendingNames.removeAll { $0.folder == path }
    case .write(let file, let offset, let bytes):
      pendingData[file, default: []].append(
        PendingData(moment: moment, change: .write(offset: offset, bytes: bytes)))
    case .truncate(let file, let size):
      pendingData[file, default: []].append(PendingData(moment: moment, change: .truncate(size)))
    case .sync(let file):
      guard !liesAboutSync else { return }
      for pending in pendingData.removeValue(forKey: file) ?? [] {
        Self.apply(pending.change, sectors: .all, to: &contents[file, default: []])
      }
    case .mark:
      break
    }
  }

  /// The file that has a name while the power is on.
  private func current(_ path: String) -> Int32? {
    var names = names
    var folders = folders
    for change in pendingNames { Self.apply(change, &names, &folders) }
    return names[path]
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private static func apply(_ change: NameChange, _ names: inout [String: Int32], _ folders: inout Set<String>)
  {
    switch change.kind {
    case .moveFolder: break
    case .link(let path, let file): names[path] = file
    case .unlink(let path): names[path] = nil
    case .rename(let path, let other, let file):
      names[path] = nil
      if let file { names[other] = file }
    case .makeFolder(let path): folders.insert(path)
    }
  }
}

extension SimulatedDisk.NameChange {
  /// Whether it makes that folder.
  fileprivate func makes(_ path: String) -> Bool {
    if case .makeFolder(path) = kind { return true }
    return false
  }
}

extension DiskOperation {
  /// The operation with other paths.
  fileprivate func named(_ path: (String) -> String) -> DiskOperation {
    switch self {
    case .known(let name, let file): .known(path(name), file: file)
    case .link(let name, let file): .link(path(name), file: file)
    case .unlink(let name): .unlink(path(name))
    case .rename(let name, let other): .rename(path(name), to: path(other))
    case .makeFolder(let name): .makeFolder(path(name))
    case .syncFolder(let name): .syncFolder(path(name))
    case .write, .truncate, .sync, .mark: self
    }
  }
}

extension DiskImage {
  /// The image with a folder under another name.
  fileprivate func moving(_ from: String, to: String) -> DiskImage {
    DiskImage(
      folders: folders.map { $0.moved(from, to: to) }.sorted(),
      files: Dictionary(files.map { ($0.key.moved(from, to: to), $0.value) }) { first, _ in first })
  }

  /// The image without a folder.
  fileprivate func without(_ folder: String) -> DiskImage {
    DiskImage(folders: folders.filter { !$0.isIn(folder) }, files: files.filter { !$0.key.isIn(folder) })
  }
}

extension String {
  /// Whether this path is a folder or something in it.
  fileprivate func isIn(_ folder: String) -> Bool { self == folder || hasPrefix(folder + "/") }

  /// The path with another name of a folder that it is in.
  fileprivate func moved(_ folder: String, to other: String) -> String {
    isIn(folder) ? other + dropFirst(folder.count) : self
  }
}

// MARK: - What is left of it

/// What became of what was not synced when the power went.
enum CutPolicy: Int, CaseIterable, Sendable {
  /// None of it arrived.
  case nothing
  /// All of it did.
  case everything
  /// The last write alone, or a part of it: it overtook all before.
  case lastTorn
  /// Any of it, whole.
  case anyWhole
  /// Any of it, torn at sectors.
  case anyTorn
  /// All but one write.
  case allButOne
  /// A single write.
  case onlyOne
  /// All in order up to some write, which is torn.
  case prefixTorn
}

/// Which sectors of a write arrived.
enum Sectors {
  case all
  case none
  case first(Int)
  case mask(UInt64)

  func has(_ index: Int) -> Bool {
    switch self {
    case .all: true
    case .none: false
    case .first(let count): index < count
    case .mask(let bits): bits >> UInt64(index % 64) & 1 == 1
    }
  }
}

/// The files of a folder after the power came back.
struct DiskImage: Sendable {
  var folders: [String]
  var files: [String: [UInt8]]
}

extension SimulatedDisk {
  static let sector = 512

  /// The disk as the next start finds it.
  func cut(_ policy: CutPolicy, using generator: inout SeededGenerator) -> DiskImage {
    let total = pendingCount
    let chosen = total == 0 ? 0 : Int.random(in: 0..<total, using: &generator)
    // What arrives of each change, in the order in which they were made.
    let moments = (pendingNames.map(\.moment) + pendingData.values.flatMap { $0.map(\.moment) }).sorted()
    var arrived: [Int: Sectors] = [:]
    for (index, moment) in moments.enumerated() {
      arrived[moment] = policy.sectors(index, of: total, chosen: chosen, &generator)
    }
    var names = names
    var folders = folders
    var isMoved = isMoveSynced
    for change in pendingNames {
      switch arrived[change.moment] ?? .none {
      case .none, .first(0): break
      case .all, .first, .mask:
        Self.apply(change, &names, &folders)
        if case .moveFolder = change.kind { isMoved = true }
      }
    }
    var contents = contents
    for (file, changes) in pendingData {
      for pending in changes {
        Self.apply(
          pending.change, sectors: arrived[pending.moment] ?? .none, to: &contents[file, default: []])
      }
    }
    let reachable = folders.filter { path in
      var path = path
      while let slash = path.lastIndex(of: "/") {
        path = String(path[..<slash])
        if !folders.contains(path) { return false }
      }
      return true
    }
    var files: [String: [UInt8]] = [:]
    for (path, file) in names where reachable.contains(Self.folder(of: path)) {
      files[path] = contents[file] ?? []
    }
    files.merge(before.filter { folders.contains(Self.folder(of: $0.key)) }) { now, _ in now }
    let image = DiskImage(folders: reachable.sorted(), files: files)
    guard let move else { return image }
    // The old name is free only once the new one has arrived.
    guard isMoved else { return image.without(Self.madeAgain) }
    return image.moving(move.from, to: move.to).moving(Self.madeAgain, to: move.from)
  }

  fileprivate static func apply(_ change: DataChange, sectors: Sectors, to content: inout [UInt8]) {
    switch change {
    case .truncate(let size):
      switch sectors {
      case .none, .first(0): return
      case .all, .first, .mask: break
      }
      if size < content.count {
        content.removeSubrange(size...)
      } else {
        content += [UInt8](repeating: 0, count: size - content.count)
      }
    case .write(let offset, let bytes):
      var start = 0
      while start < bytes.count {
        // To the end of the sector that this byte lies in.
        let end = min(bytes.count, ((offset + start) / sector + 1) * sector - offset)
        let run: Int
        if case .all = sectors { run = bytes.count } else { run = end }
        if sectors.has((offset + start) / sector - offset / sector) {
          let needed = offset + run - content.count
          if needed > 0 { content += [UInt8](repeating: 0, count: needed) }
          content.withUnsafeMutableBytes { target in
            bytes.withUnsafeBytes { source in
              UnsafeMutableRawBufferPointer(rebasing: target[(offset + start)..<(offset + run)])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<run]))
            }
          }
        }
        start = run
      }
    }
  }
}

extension CutPolicy {
  /// What arrives of change number `index` of `total`.
  fileprivate func sectors(
    _ index: Int, of total: Int, chosen: Int, _ generator: inout SeededGenerator
  ) -> Sectors {
    switch self {
    case .nothing: .none
    case .everything: .all
    case .lastTorn: index == total - 1 ? .first(Int.random(in: 1...17, using: &generator)) : .none
    case .anyWhole: Bool.random(using: &generator) ? .all : .none
    case .anyTorn: .mask(generator.next())
    case .allButOne: index == chosen ? .none : .all
    case .onlyOne: index == chosen ? .all : .none
    case .prefixTorn:
      index < chosen ? .all : index == chosen ? .first(Int.random(in: 0...17, using: &generator)) : .none
    }
  }
}

extension DiskImage {
  /// Two hashes with keys of their own: images that share both are the same.
  struct Fingerprint: Hashable, Sendable {
    var first: Int
    var second: Int
  }

  /// What tells this image from others.
  var fingerprint: Fingerprint {
    func hash(_ key: UInt8) -> Int {
      var hasher = Hasher()
      hasher.combine(key)
      hasher.combine(folders)
      for path in files.keys.sorted() {
        hasher.combine(path)
        hasher.combine(files[path]?.count)
        files[path]?.withUnsafeBytes { hasher.combine(bytes: $0) }
      }
      return hasher.finalize()
    }
    return Fingerprint(first: hash(1), second: hash(2))
  }

  /// Creates the folder again with these files.
  ///
  /// The file `device` names its own inode, which a copy changes and a cut does not. It is therefore written as if it
  /// had kept its inode.
  func write(to folder: String) throws {
    let manager = FileManager.default
    try? manager.removeItem(atPath: folder)
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for path in folders where !path.isEmpty {
      try manager.createDirectory(atPath: folder + "/" + path, withIntermediateDirectories: true)
    }
    for (path, bytes) in files {
      let descriptor = open(folder + "/" + path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
      guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
      defer { close(descriptor) }
      var bytes = bytes
      if path == "device" || path.hasSuffix("/device") {
        var lines = String(decoding: bytes, as: UTF8.self).split(
          separator: "\n", omittingEmptySubsequences: false)
        var status = stat()
        if lines.count == 5, fstat(descriptor, &status) == 0 {
          lines[3] = "\(status.st_ino)"
          bytes = Array(lines.joined(separator: "\n").utf8)
        }
      }
      let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
      guard written == bytes.count else { throw CocoaError(.fileWriteUnknown) }
    }
  }
}
