internal import LedgerBytes
internal import LedgerPlatform

/// A folder for the files of one comparison, which no other process uses.
///
/// A lock next to it shows that its process is alive. The next comparison removes the folders of killed processes.
final class ComparisonFolder {
  let path: String
  private let lock: FileLock

  /// Creates a folder whose name begins with `stem`.
  init(_ stem: String) throws {
    let name = stem.lastIndex(of: "/").map { (String(stem[..<$0]), String(stem[stem.index(after: $0)...])) }
    if let (parent, name) = name {
      try DurableFile.createFolder(parent)
      Self.removeLeftovers(in: parent, name + "-")
    }
    while true {
      let path = "\(stem)-\(UniqueID.random())"
      guard let lock = try FileLock(path + ".lock", wait: false), lock.isInPlace else { continue }
      try DurableFile.createFolder(path)
      self.path = path
      self.lock = lock
      return
    }
  }

  /// Whether nothing has removed it.
  var isInPlace: Bool { lock.isInPlace && DurableFile.exists(path) }

  /// Removes the folder and its lock.
  func remove() { Self.remove(path) }

  private static func removeLeftovers(in parent: String, _ prefix: String) {
    for name in (try? DurableFile.list(parent)) ?? [] where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name.hasSuffix(".lock") ? String(name.dropLast(5)) : name)"
      guard let lock = try? FileLock(path + ".lock", wait: false), lock.isInPlace else { continue }
      withExtendedLifetime(lock) { remove(path) }
    }
  }

  private static func remove(_ path: String) {
    for name in (try? DurableFile.list(path)) ?? [] { try? DurableFile.remove("\(path)/\(name)") }
    DurableFile.removeEmptyFolder(path)
    try? DurableFile.remove(path + ".lock")
  }
}
