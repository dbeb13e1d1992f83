internal import LedgerBytes
internal import LedgerSQLite

extension EventLog {
  /// Copies the log into a folder, whole and as of one moment, while others read and write.
  ///
  /// The copy appears under its name only when it is complete and durable. It has no `device`: it is another
  /// folder, and goes on as a device of its own when it is first written; `log.head` is made then too.
  ///
  /// Errors: `.ledgerExists`, `FileError`.
  /// Cost: the bytes of the log.
  public func backup(to folder: String) throws {
    let copy = LedgerFolder(folder)
    guard !DurableFile.exists(copy.log) else { throw EventLogError.ledgerExists(folder: folder) }
    try DurableFile.createFolder(folder)
    let temporary = copy.log + "." + UniqueID.random().description + ".tmp"
    do {
      try connection.backup(to: temporary)
      // A database that nobody else has open, closed: it may be renamed (an open one in WAL mode may not).
      try DurableFile.synchronize(temporary)
      try DurableFile.move(temporary, to: copy.log)
    } catch {
      for suffix in ["", "-wal", "-shm", "-journal"] { try? DurableFile.remove(temporary + suffix) }
      throw error
    }
    try DurableFile.synchronizeFolder(folder)
  }
}
