#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A folder, and the time when its names last changed.
///
/// The system moves that time whenever a name in the folder is added, removed or given to another file. So while a
/// folder keeps a settled stamp, one look at it takes the place of a look at every file in it.
package struct FolderStamp: Hashable, Sendable {
  private let folder: FileIdentity
  /// Nanoseconds since 1970. Some file systems move only the one, some only the other.
  private let modified: Int64
  private let changed: Int64

  /// The stamp of the folder that `path` leads to, through symbolic links, or `nil` if it is missing.
  package init?(_ path: String) {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let times = (status.st_mtimespec, status.st_ctimespec)
    #else
      let times = (status.st_mtim, status.st_ctim)
    #endif
    self.init(FileIdentity(status), modified: times.0.nanoseconds, changed: times.1.nanoseconds)
  }

  init(_ folder: FileIdentity, modified: Int64, changed: Int64) {
    self.folder = folder
    self.modified = modified
    self.changed = changed
  }

  /// Returns the stamp of a folder if every later change gives it another one, or `nil`.
  ///
  /// The times move in steps. A change right after an earlier one may get the same time.
  package static func settled(_ path: String) -> FolderStamp? {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    guard let stamp = FolderStamp(path), stamp.isSettled(at: now.nanoseconds) else { return nil }
    return stamp
  }

  /// Whether a change at that time or later gives another stamp. It is given in nanoseconds since 1970.
  func isSettled(at time: Int64) -> Bool {
    let second: Int64 = 1_000_000_000
    // Most systems count in steps of up to 10 ms. Some file systems keep whole seconds or every other one.
    let isCoarse = modified % second == 0 || changed % second == 0
    return max(modified, changed) < time - (isCoarse ? 3 * second : second / 20)
  }
}

extension timespec {
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
