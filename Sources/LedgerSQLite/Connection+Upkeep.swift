internal import CLedgerSQLite
internal import LedgerPlatform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Connection {
  /// Copies a snapshot of the database into a new file with SQLite's backup interface, and syncs it.
  ///
  /// Other connections may write meanwhile. The caller passes a temporary name and renames the file afterwards.
  ///
  /// - Complexity: Reads and writes every page.
  package func backup(to path: String) throws(SQLiteError) {
    let action = "back up to \(path)"
    let descriptor = Self.openDescriptor(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SQLiteError(
        extendedCode: SQLITE_CANTOPEN, message: String(cString: strerror(errno)), action: action)
    }
    // Closing a descriptor drops SQLite's locks on the file, so this one stays open until SQLite has closed its own.
    defer { _ = Self.closeDescriptor(descriptor) }
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(path, &pointer, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    let target = Handle(pointer)
    guard code == SQLITE_OK else { throw target.error(code, action: action) }
    guard let backup = sqlite3_backup_init(target.pointer, "main", handle.pointer, "main") else {
      throw target.error(sqlite3_errcode(target.pointer), action: action)
    }
    var step = sqlite3_backup_step(backup, -1)
    var attempts = 0
    while step == SQLITE_BUSY || step == SQLITE_LOCKED, attempts < 500 {
      usleep(10_000)
      attempts += 1
      step = sqlite3_backup_step(backup, -1)
    }
    let finished = sqlite3_backup_finish(backup)
    guard step == SQLITE_DONE else { throw target.error(step, action: action) }
    guard finished == SQLITE_OK else { throw target.error(finished, action: action) }
    let closed = target.close()
    guard closed == SQLITE_OK else { throw target.error(closed, action: action) }
    guard DurableFile.synchronize(descriptor: descriptor) == 0 else {
      throw SQLiteError(
        extendedCode: SQLITE_IOERR | 4 << 8, message: String(cString: strerror(errno)), action: action)
    }
  }

  /// Returns SQLite's findings about the structure of the file, empty if it is sound.
  ///
  /// - Parameter schema: The name under which the file is attached.
  /// - Complexity: Reads every page.
  package func integrityCheck(of schema: String = "main") throws(SQLiteError) -> [String] {
    let statement = try statement("PRAGMA \"\(schema)\".integrity_check")
    defer { statement.reset() }
    var findings: [String] = []
    while try statement.step() {
      let line = statement.string(0)
      if line != "ok" { findings.append(line) }
    }
    return findings
  }

  /// The extent of a checkpoint.
  package enum Checkpoint: Hashable, Sendable {
    /// Copies as much as is possible without waiting.
    case passive
    /// Waits for readers, copies everything and truncates the -wal.
    case truncate
  }

  /// Copies the -wal into the database.
  package func checkpoint(_ kind: Checkpoint) throws(SQLiteError) {
    precondition(!isInTransaction, "a checkpoint runs between transactions")
    let mode: Int32
    switch kind {
    case .passive: mode = SQLITE_CHECKPOINT_PASSIVE
    case .truncate: mode = SQLITE_CHECKPOINT_TRUNCATE
    }
    let code = sqlite3_wal_checkpoint_v2(handle.pointer, nil, mode, nil, nil)
    guard code == SQLITE_OK else { throw handle.error(code, action: "checkpoint \(path)") }
  }

  /// Copies the -wal into the database, waiting for other connections no longer than that.
  ///
  /// - Parameters:
  ///   - kind: The work to do.
  ///   - waitMilliseconds: The time to wait.
  ///   - later: The time that statements wait afterwards.
  package func checkpoint(
    _ kind: Checkpoint, waitMilliseconds: Int32, later: Int32
  ) throws(SQLiteError) {
    _ = ledger_sqlite_wait_for_locks(handle.pointer, waitMilliseconds)
    defer { _ = ledger_sqlite_wait_for_locks(handle.pointer, later) }
    try checkpoint(kind)
  }

  /// Sets the number of pages in the -wal after which a commit runs a checkpoint (1,000 by default).
  package func setAutomaticCheckpoint(pages: Int32) {
    sqlite3_wal_autocheckpoint(handle.pointer, pages)
  }

  /// Runs `body` with triggers disabled on this connection only.
  ///
  /// It serves batches that the caller checks as a whole. SQLite prepares each cached statement again at its next use,
  /// which takes a few dozen microseconds.
  package func withoutTriggers<T>(_ body: () throws -> T) throws -> T {
    precondition(isInTransaction, "guards are off inside one transaction alone")
    func turn(on isOn: Int32) throws(SQLiteError) {
      let code = ledger_sqlite_configure(handle.pointer, SQLITE_DBCONFIG_ENABLE_TRIGGER, isOn)
      guard code == SQLITE_OK else { throw handle.error(code, action: "configure \(path)") }
    }
    try turn(on: 0)
    let result = Result { try body() }
    try turn(on: 1)
    return try result.get()
  }

  /// Keeps the -wal when this connection closes, for a file that must not be changed any further.
  package func keepWriteAheadLogAtClose() throws(SQLiteError) {
    let code = ledger_sqlite_configure(handle.pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    guard code == SQLITE_OK else { throw handle.error(code, action: "configure \(path)") }
  }

  /// Returns a number that changes when another connection has changed the file. Reads no page.
  package func dataVersion() throws(SQLiteError) -> Int64 {
    try statement("PRAGMA data_version").firstInt64() ?? 0
  }

  /// A number that changes with every commit, or `nil` if SQLite does not know it.
  ///
  /// Commits of other connections change it from this connection's next transaction on. If it has the same value after
  /// a commit and inside a later transaction, no other connection committed in between. No statement is run for it.
  package var commitNumber: UInt32? {
    var version: UInt32 = 0
    guard sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_DATA_VERSION, &version) == SQLITE_OK else {
      return nil
    }
    return version
  }

  static func closeDescriptor(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #else
      Darwin.close(descriptor)
    #endif
  }
}

/// Settings of the whole process, to be made before the first connection is opened.
package enum SQLiteProcess {
  /// Stops SQLite from counting memory under a lock that all threads share.
  ///
  /// Parallel scans become faster by a third. An executable calls it once at its start. Heap limits have no effect
  /// afterwards.
  package static func disableMemoryStatistics() { _ = ledger_sqlite_memory_statistics(0) }
}
