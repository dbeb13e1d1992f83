internal import CLedgerSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Connection {
  /// Opens a database step by step.
  ///
  /// A step that fails with BUSY is repeated until the timeout. SQLite does not wait by itself when it switches to WAL
  /// or recovers after a crash.
  static func open(
    _ path: String, mode: Mode, synchronous: Synchronous, applicationID: Int64?, busyTimeoutMilliseconds: Int32
  ) throws(SQLiteError) -> Handle {
    let handle = try openFile(path, mode: mode)

    Interruption.watch(handle.pointer)
    try check(handle, sqlite3_extended_result_codes(handle.pointer, 1), path)
    try check(handle, ledger_sqlite_wait_for_locks(handle.pointer, busyTimeoutMilliseconds), path)
    try configure(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, path)
    try configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, path)
    try configure(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, path)
    try configure(handle, SQLITE_DBCONFIG_DQS_DDL, 0, path)
    try configure(handle, SQLITE_DBCONFIG_DQS_DML, 0, path)

    try run(handle, "PRAGMA foreign_keys = ON")
    try run(handle, "PRAGMA recursive_triggers = ON")  // otherwise INSERT OR REPLACE bypasses the delete guards
    try run(handle, "PRAGMA cell_size_check = ON")
    try run(handle, "PRAGMA temp_store = MEMORY")
    try run(handle, "PRAGMA mmap_size = 0")

    let deadline = monotonicMilliseconds() + Int64(busyTimeoutMilliseconds)
    if let applicationID {
      try retryingWhileBusy(until: deadline) { () throws(SQLiteError) in
        try requireApplication(applicationID, handle, path)
      }
    }
    switch mode {
    case .create, .readWrite:
      try retryingWhileBusy(until: deadline) { () throws(SQLiteError) in
        try run(handle, "PRAGMA page_size = 8192")  // has an effect only before the first page is written
        try requireWAL(handle, path)
      }
      try run(handle, synchronous == .full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
      #if canImport(Darwin)
        if synchronous == .full { try run(handle, "PRAGMA fullfsync = ON") }
        // A checkpoint overwrites pages, so that what it copies must be on the disk before the -wal starts again.
        try run(handle, "PRAGMA checkpoint_fullfsync = ON")
      #endif
    case .readOnly, .readOnlyWithWriters, .immutable:
      try run(handle, "PRAGMA query_only = ON")
      try retryingWhileBusy(until: deadline) { () throws(SQLiteError) in
        try run(handle, "SELECT count(*) FROM sqlite_schema")  // recovers here, or fails with a clear error
      }
    case .createAlone:
      try run(handle, "PRAGMA page_size = 8192")
      // The locking mode stays normal, because a `PageFile` writes the file between transactions. A rollback journal in
      // memory stays small, because the file only grows. SQLite refuses OFF in defensive mode.
      try run(handle, "PRAGMA journal_mode = MEMORY")
      try run(handle, "PRAGMA synchronous = OFF")
    case .memory:
      try run(handle, "PRAGMA page_size = 8192")
    }
    return handle
  }

  private static func openFile(_ path: String, mode: Mode) throws(SQLiteError) -> Handle {
    let action = "open \(path)"
    let name: String
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    switch mode {
    case .create, .createAlone:
      name = try resolved(path, action)
      try createFile(name, action)
      flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW
    case .readWrite:
      name = try resolved(path, action)
      flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW
    case .readOnlyWithWriters:
      name = try resolved(path, action)
      flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW
    case .readOnly:
      name = try resolved(path, action)
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW
    case .immutable:
      name = uri(try resolved(path, action)) + "?immutable=1"
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    case .memory:
      name = ":memory:"
      flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(name, &pointer, flags, nil)
    let handle = Handle(pointer)
    guard code == SQLITE_OK else { throw handle.error(code, action: action) }
    return handle
  }

  /// Sets WAL mode and checks the result, because SQLite keeps the old mode on some file systems.
  private static func requireWAL(_ handle: Handle, _ path: String) throws(SQLiteError) {
    let statement = try Statement("PRAGMA journal_mode = WAL", on: handle)
    let answer = try statement.step() ? statement.string(0) : ""
    guard answer == "wal" else {
      throw SQLiteError(
        extendedCode: SQLITE_CANTOPEN, message: "the file system allows no write-ahead log (\(answer))",
        sql: statement.sql, action: "open \(path)")
    }
  }

  private static func requireApplication(
    _ id: Int64, _ handle: Handle, _ path: String
  ) throws(SQLiteError) {
    let found = try Statement("PRAGMA application_id", on: handle).firstInt64()
    if found == id { return }
    let isEmpty = try Statement("PRAGMA page_count", on: handle).firstInt64() == 0
    let hasSchema = try Statement("SELECT count(*) FROM sqlite_schema", on: handle).firstInt64() != 0
    guard isEmpty || found == 0 && !hasSchema else {
      throw SQLiteError(
        extendedCode: SQLITE_NOTADB, message: "the database belongs to another application",
        action: "open \(path)")
    }
  }

  private static func run(_ handle: Handle, _ sql: String) throws(SQLiteError) {
    try Statement(sql, on: handle).run()
  }

  private static func configure(
    _ handle: Handle, _ option: Int32, _ value: Int32, _ path: String
  ) throws(SQLiteError) {
    try check(handle, ledger_sqlite_configure(handle.pointer, option, value), path)
  }

  private static func check(_ handle: Handle, _ code: Int32, _ path: String) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw handle.error(code, action: "open \(path)") }
  }

  private static func retryingWhileBusy(
    until deadline: Int64, _ body: () throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    while true {
      do {
        return try body()
      } catch {
        guard error.kind == .busy, monotonicMilliseconds() < deadline else { throw error }
        usleep(UInt32.random(in: 500...3_000))
      }
    }
  }

  private static func monotonicMilliseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }
}

// MARK: - The file

extension Connection {
  /// Resolves the symbolic links of the folder, but not of the file itself.
  ///
  /// SQLite's NOFOLLOW refuses a link anywhere in a path, and only a link in place of the file has to be refused. On
  /// macOS `/tmp` is a link.
  private static func resolved(_ path: String, _ action: String) throws(SQLiteError) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let file = slash.map { String(path[path.index(after: $0)...]) } ?? path
    guard let real = realpath(folder, nil) else {
      throw SQLiteError(
        extendedCode: SQLITE_CANTOPEN, message: "\(folder): " + String(cString: strerror(errno)), action: action
      )
    }
    defer { free(real) }
    let name = String(cString: real)
    return name == "/" ? "/" + file : name + "/" + file
  }

  /// Creates the file with mode 0600 if it does not exist. SQLite gives the -wal and -shm the same mode.
  private static func createFile(_ path: String, _ action: String) throws(SQLiteError) {
    let descriptor = Self.openDescriptor(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
    if descriptor >= 0 {
      _ = Self.closeDescriptor(descriptor)
    } else if errno != EEXIST {
      let message = String(cString: strerror(errno))
      throw SQLiteError(
        extendedCode: errno == ENOSPC ? SQLITE_FULL : SQLITE_CANTOPEN, message: message, action: action)
    }
  }

  static func openDescriptor(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, flags, 0o600)
    #elseif canImport(Musl)
      Musl.open(path, flags, 0o600)
    #else
      Darwin.open(path, flags, 0o600)
    #endif
  }

  /// Returns the path as a `file:` URI, with everything but plain characters escaped.
  private static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text = Array("file:".utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        text.append(byte)
      default:
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
