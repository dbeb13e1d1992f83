internal import EventLog
package import LedgerPlatform

/// The files of a ledger in a folder, found by their names.
///
/// Links, and files that are not the ledger's, stay where they are. Nothing outside the folder is touched.
package struct OwnFiles: Sendable {
  /// Whether a name belongs to the ledger. The path is relative to the folder.
  private let isOwn: @Sendable (_ path: [String], _ isFolder: Bool) -> Bool

  /// Creates a search for the files that `isOwn` accepts.
  package init(isOwn: @escaping @Sendable (_ path: [String], _ isFolder: Bool) -> Bool) { self.isOwn = isOwn }

  /// The files that were found or removed.
  package struct Found {
    package var files = 0
    package var bytes: Int64 = 0
    /// The paths of files and folders that are not the ledger's, at most `leftNamesMax` of them.
    package var left: [String] = []

    static let leftNamesMax = 100

    mutating func leave(_ path: [String]) {
      if left.count < Self.leftNamesMax { left.append(path.joined(separator: "/")) }
    }
  }

  /// Counts the files.
  ///
  /// - Throws: `FileError`, also if `forRemoval` and something in one of the folders could not be removed.
  package func count(in place: SharedPlace, forRemoval: Bool = true) throws -> Found {
    var found = Found()
    if forRemoval { try requireWritable(place) }
    _ = try walk(place, [], &found, forRemoval ? .checking : .counting)
    return found
  }

  /// The purpose of a walk.
  private enum Purpose {
    case counting
    case checking
    case removing
  }

  /// Removes the files, and the folders that are empty then. The folder itself stays.
  package func remove(in place: SharedPlace) throws -> Found {
    var found = Found()
    _ = try walk(place, [], &found, .removing)
    try place.synchronize()
    return found
  }

  /// Visits a folder. Returns whether nothing is left in it.
  private func walk(
    _ place: SharedPlace, _ path: [String], _ found: inout Found, _ purpose: Purpose
  ) throws -> Bool {
    var isEmpty = true
    for name in try place.names(max: .max) {
      let inner = path + [name]
      switch place.kind(name) {
      case .file(let bytes, _) where isOwn(inner, false):
        if purpose == .removing { try place.remove(name) }
        found.files += 1
        found.bytes += Int64(bytes)
      case .folder where isOwn(inner, true):
        guard let folder = try place.folder(name) else { continue }
        if purpose == .checking { try requireWritable(folder) }
        guard try walk(folder, inner, &found, purpose) else {
          isEmpty = false
          continue
        }
        if purpose == .removing, try !place.removeFolder(name) {
          found.leave(inner)
          isEmpty = false
        }
      case .file, .folder, .other:
        found.leave(inner)
        isEmpty = false
      case nil: continue
      }
    }
    return isEmpty
  }

  private func requireWritable(_ place: SharedPlace) throws(FileError) {
    guard !DurableFile.isWritable(place.path) else { return }
    throw FileError(operation: "remove the files in", path: place.path, code: System.permissionDenied)
  }
}

/// The names of a ledger's files in its folder.
package enum LedgerNames {
  package static let erasing = LedgerLog.erasingMark
  package static let recovering = "recovering"
  package static let log = "log.sqlite"
  package static let head = "log.head"
  /// The file of a backup that lacks pages, with their names.
  package static let incomplete = "incomplete"

  private static let top = [
    log, "\(log)-wal", "\(log)-shm", "\(log)-journal", "\(log)-wal.before-recovery", head, "device", erasing,
    "redacting", "redacted", incomplete, recovering,
  ]
  private static let syncFiles = ["lock", "known", "state.json", "journal"]
  private static let backupFiles = ["settings.json", "state.json", "lock"]
  private static let databaseEndings = [
    ".sqlite", ".sqlite-wal", ".sqlite-shm", ".sqlite-journal", ".building", ".gone",
  ]
  private static let modelFiles = [
    "probe", "rebuild.lock", "history.lock", "search.lock", "verify.lock", "bisect",
  ]

  /// Whether a name in the ledger's folder is the ledger's.
  package static func isOwn(_ path: [String], isFolder: Bool) -> Bool {
    guard path.count > 1 else { return isFolder ? isFolderName(path[0]) : isFile(path[0], top.contains) }
    let name = path[path.count - 1]
    switch (path[0], path.count) {
    case ("attachments", 2), ("pictures", 2): return isFolder && isHexadecimal(name, count: 2)
    case ("attachments", 3): return !isFolder && isFile(name) { isHexadecimal($0, count: 64) }
    case ("pictures", 3): return !isFolder && isFile(name) { isHexadecimal($0.prefix(64), count: 64) }
    case ("cursors", 2): return !isFolder && isFile(name, isCursor)
    case ("ynab", 2): return !isFolder && isFile(name, ["settings.json", "cache.json"].contains)
    case ("backup", 2): return !isFolder && isFile(name, backupFiles.contains)
    case ("sync", 2): return !isFolder && isFile(name, syncFiles.contains)
    case ("models", 2): return isFolder ? name == "verify" : isFile(name, isModel)
    case ("models", 3): return !isFolder && path[1] == "verify" && isFile(name, isModel)
    case (let folder, 2) where folder.hasPrefix(".new-"): return !isFolder && isFile(name, top.contains)
    default: return false
    }
  }

  private static func isFolderName(_ name: String) -> Bool {
    ["attachments", "pictures", "cursors", "sync", "ynab", "models", "backup"].contains(name)
      || name.hasPrefix(".new-")
  }

  /// Whether a name is accepted, or is that of a temporary file which was to get an accepted name.
  ///
  /// A process that was killed leaves `.NAME.DIGITS.tmp`, or `device.ID.tmp` and `log.ID.tmp` with SQLite's journals of it.
  package static func isFile(_ name: String, _ isAccepted: (String) -> Bool) -> Bool {
    if isAccepted(name) { return true }
    guard let ending = temporaryEndings.first(where: { name.hasSuffix($0) }) else { return false }
    let stem = name.dropLast(ending.utf8.count)
    guard let dot = stem.lastIndex(of: ".") else { return false }
    let (before, end) = (String(stem[..<dot]), stem[stem.index(after: dot)...])
    if before.hasPrefix("."), isHexadecimal(end, count: end.utf8.count) {
      return isAccepted(String(before.dropFirst()))
    }
    return end.utf8.count == 36 && (before == "device" || before == "log") && isAccepted(head)
  }

  private static let temporaryEndings = [".tmp", ".tmp-journal", ".tmp-wal", ".tmp-shm"]

  private static func isCursor(_ name: String) -> Bool {
    name.utf8.count <= 64
      && name.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x5f
      }
  }

  private static func isModel(_ name: String) -> Bool {
    if modelFiles.contains(name) || name.hasPrefix("cursor-") && isCursor(name) { return true }
    if name.hasPrefix("aside-") { return databaseEndings.contains { name.hasSuffix($0) } }
    let stem = name.hasPrefix("history-") ? name.dropFirst(8) : name[...]
    guard isHexadecimal(stem.prefix(16), count: 16) else { return false }
    return name.hasSuffix(".stopped") || databaseEndings.contains { name.hasSuffix($0) }
  }

  package static func isHexadecimal(_ text: some StringProtocol, count: Int) -> Bool {
    count > 0 && text.utf8.count == count
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
