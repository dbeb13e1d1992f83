public import LedgerBytes
internal import LedgerMigrations
internal import LedgerSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension LedgerLog {
  /// Makes a ledger in a folder, which is made too where it is missing (0700), and opens it.
  ///
  /// Any number of programs may try at once: one makes it, the others get `.ledgerExists` once it is complete.
  /// A creation that a crash interrupted is begun anew. `stateFolder` is where this machine keeps the marks of its
  /// devices, outside of all ledgers.
  public static func create(
    at folder: String, ledger: UniqueID, device: UniqueID, stateFolder: String? = nil, clock: WallClock = .now()
  ) throws -> LedgerLog {
    let files = LedgerFolder(folder)
    try DurableFile.createFolder(files.path)
    return try lockingCreation(in: files) {
      if try holdsLedger(files) { throw EventLogError.ledgerExists(folder: files.path) }
      try DeviceFile.install(try DeviceFile.prepare(device, in: files, stateFolder: stateFolder), in: files)
      try createLog(files, ledger: ledger, createdAtMilliseconds: clock.milliseconds)
      let head = try Descriptor.file(files.head, flags: O_RDWR | O_CREAT)
      try head.write(LogHead(ledger: ledger, devices: LogHead.Trees()).bytes)
      try head.synchronize()
      try DurableFile.synchronizeFolder(files.path)
      return try open(folder, mode: .readWrite, stateFolder: stateFolder)
    }
  }

  /// Opens the folder's ledger, and makes it first where there is none.
  public static func openOrCreate(
    at folder: String, ledger: UniqueID, device: UniqueID, stateFolder: String? = nil, clock: WallClock = .now()
  ) throws -> LedgerLog {
    do {
      return try create(at: folder, ledger: ledger, device: device, stateFolder: stateFolder, clock: clock)
    } catch EventLogError.ledgerExists {
      return try open(folder, mode: .readWrite, stateFolder: stateFolder)
    }
  }

  private static func createLog(_ files: LedgerFolder, ledger: UniqueID, createdAtMilliseconds: Int64) throws {
    let connection = try Connection(path: files.log, mode: .create)
    try connection.transaction(.exclusive) {
      for file in Migrations.log { try connection.execute(file.sql) }
      let statement = try connection.statement(
        "INSERT OR ROLLBACK INTO ledger (one, id, created) VALUES (1, ?1, ?2)")
      try statement.bind(1, ledger)
      try statement.bind(2, createdAtMilliseconds)
      try statement.run()
    }
    try connection.close()
  }

  /// Runs `body` alone among all who create or look for a ledger in the folder.
  static func lockingCreation<T>(in files: LedgerFolder, _ body: () throws -> T) throws -> T {
    let lock = try Descriptor.folder(files.path)
    guard lock.lock(waiting: 10_000) else { throw EventLogError.busy(milliseconds: 10_000) }
    defer { lock.unlock() }
    return try body()
  }

  /// Whether there is a complete log; one without a schema is the rest of an interrupted creation.
  static func holdsLedger(_ files: LedgerFolder) throws -> Bool {
    guard DurableFile.exists(files.log), try DurableFile.size(files.log) != 0 else { return false }
    let connection = try openConnection(files, mode: .readWrite)
    try connection.keepWriteAheadLogAtClose()  // what a damaged one holds is for whoever opens the ledger
    return try LogSchema.check(connection, path: files.log)
  }
}
