internal import LedgerBytes

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

  /// What changes when somebody writes the log: its size and time, and whether there is a -wal.
  var trace: [Int64] {
    var status = stat()
    guard stat(log, &status) == 0 else { return [] }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    let hasWriteAheadLog: Int64 = access(writeAheadLog, F_OK) == 0 ? 1 : 0
    return [Int64(status.st_size), Int64(time.tv_sec), Int64(time.tv_nsec), hasWriteAheadLog]
  }

  /// Removes the files of a ledger that did not come to be, and the folder if nothing else is in it.
  func remove() {
    for file in [log, head, device] where DurableFile.exists(file) { try? DurableFile.discard(file) }
    removeSides()
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
  /// What is set aside of a -wal that lost events.
  var writeAheadLogBeforeRecovery: String { writeAheadLog + ".before-recovery" }
  var head: String { path + "/log.head" }
  var device: String { path + "/device" }
}
