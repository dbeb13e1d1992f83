internal import CLedgerSQLite
internal import LedgerBytes
internal import LedgerPlatform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The database file that a connection has open, and its -wal, as they were when it was opened.
struct OpenFiles {
  /// The path that SQLite uses.
  private let path: String
  let file: FileIdentity
  /// `nil` without a write-ahead log.
  private let writeAheadLog: FileIdentity?
  private let held: HeldFiles

  /// The files of a connection that has read something, or `nil` for one in memory.
  ///
  /// - Throws: `.cannotOpen` if the file was moved or deleted while it was being opened.
  init?(of handle: Handle, _ mode: Connection.Mode, _ given: String) throws(SQLiteError) {
    guard mode != .memory, let name = sqlite3_db_filename(handle.pointer, "main") else { return nil }
    path = String(cString: name)
    var hasMoved: Int32 = 0
    guard let file = FileIdentity(path),
      sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) != SQLITE_OK
        || hasMoved == 0
    else {
      throw SQLiteError(
        extendedCode: SQLITE_CANTOPEN, message: "it was moved or deleted meanwhile", action: "open \(given)")
    }
    self.file = file
    switch mode {
    case .create, .readWrite, .readOnly, .readOnlyWithWriters: writeAheadLog = FileIdentity(path + "-wal")
    case .createAlone, .immutable, .memory: writeAheadLog = nil
    }
    held =
      writeAheadLog == nil
      ? HeldFiles(databases: [path]) : HeldFiles(databases: [path, path + "-shm"], others: [path + "-wal"])
  }

  /// Whether `path` leads to these files.
  func areInPlace(at path: String) -> Bool {
    FileIdentity(path) == file && (writeAheadLog == nil || FileIdentity(path + "-wal") == writeAheadLog)
  }

  /// Keeps SQLite from deleting the -wal and -shm of another ledger that replaced this one.
  ///
  /// The last connection to close deletes the -wal and -shm by their names. If another ledger replaced
  /// this one, they are that ledger's, with commits in them.
  func spareOthers(_ handle: Handle) {
    guard let writeAheadLog, handle.pointer != nil else { return }
    let isReplaced =
      (FileIdentity(path).map { $0 != file } ?? false)
      || (FileIdentity(path + "-wal").map { $0 != writeAheadLog } ?? false)
    if isReplaced { _ = ledger_sqlite_configure(handle.pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
  }

  /// Removes the -shm of a database unless a connection has it open.
  static func removeIndex(of path: String) {
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(path, &pointer, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    let handle = Handle(pointer)
    guard code == SQLITE_OK else { return }
    _ = ledger_sqlite_configure(handle.pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    // Read under a lock on the whole file, a -wal needs no -shm. While the lock is held nobody can open the file.
    let sql = "PRAGMA locking_mode = EXCLUSIVE; SELECT count(*) FROM sqlite_schema"
    guard sqlite3_exec(handle.pointer, sql, nil, nil, nil) == SQLITE_OK else { return }
    unlink(path + "-shm")
  }
}
