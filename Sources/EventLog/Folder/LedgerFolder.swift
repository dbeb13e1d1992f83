#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Where the parts of a ledger lie in its folder.
struct LedgerFolder {
  let path: String

  /// The folder of that path, without closing slashes.
  init(_ path: String) {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path.isEmpty ? "." : path
  }

  /// Whether files can be made in it, as far as the system says.
  var isWritable: Bool { access(path, W_OK) == 0 }

  var log: String { path + "/log.sqlite" }
  var writeAheadLog: String { log + "-wal" }
  /// What is set aside of a -wal that lost events.
  var writeAheadLogBeforeRecovery: String { writeAheadLog + ".before-recovery" }
  var head: String { path + "/log.head" }
  var device: String { path + "/device" }
}
