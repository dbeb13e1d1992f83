internal import LedgerPlatform

/// The paths of a ledger's parts in its folder.
struct LedgerFolder {
  let path: String

  /// The folder of that path, without closing slashes.
  init(_ path: String) {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path.isEmpty ? "." : path
  }

  /// Whether files can be made in it, as far as the system tells.
  var isWritable: Bool { DurableFile.isWritable(path) }

  /// The size of the log, its time, and whether there is a -wal. They change when a process writes it.
  var trace: [Int64] {
    guard let trace = DurableFile.trace(log) else { return [] }
    return trace + [DurableFile.exists(writeAheadLog) ? 1 : 0]
  }

  /// Removes the folder with everything in it: a folder that only this process has filled.
  func removeWhole() { Self.removeWhole(path) }

  private static func removeWhole(_ path: String) {
    for name in (try? DurableFile.list(path)) ?? [] {
      let inner = "\(path)/\(name)"
      if DurableFile.isFolder(inner) {
        removeWhole(inner)
      } else {
        try? DurableFile.discard(inner)
      }
    }
    DurableFile.removeEmptyFolder(path)
  }

  /// Removes the -wal and -shm of a log that was never completed.
  ///
  /// SQLite would apply them to the next log of that name.
  func removeSides() {
    for file in [writeAheadLog, log + "-shm"] where DurableFile.exists(file) { try? DurableFile.discard(file) }
  }

  var log: String { path + "/log.sqlite" }
  var writeAheadLog: String { log + "-wal" }
  /// The copy of a -wal that lost events.
  var writeAheadLogBeforeRecovery: String { writeAheadLog + ".before-recovery" }
  /// The note of redactions whose remains are still in the folder.
  var redacting: String { path + "/redacting" }
  /// The digests of the pages that erased events had named.
  var redacted: String { path + "/redacted" }
  var head: String { path + "/log.head" }
  var device: String { path + "/device" }
}
