package import LedgerBytes
internal import LedgerMigrations
internal import LedgerPlatform
internal import LedgerSQLite

extension LedgerLog {
  /// Makes a ledger in a folder, which is made too where it is missing (0700), and opens it.
  ///
  /// Any number of programs may try at once: one makes it, the others get `.ledgerExists` once it is complete.
  /// A creation that a crash interrupted is begun again. Where anything else is left of a ledger, `.logMissing` lists it
  /// and nothing is changed. `stateFolder` is where this machine keeps the marks of its devices, outside of all ledgers.
  package static func create(
    at folder: String, ledger: UniqueID, device: UniqueID, stateFolder: String? = nil, clock: WallClock = .now()
  ) throws -> LedgerLog {
    let files = LedgerFolder(folder)
    try DurableFile.createFolder(files.path)
    return try lockingCreation(in: files) {
      try requireNoLedger(in: files)
      // Write the head first. After a crash, a head with zero events identifies an interrupted creation.
      try DurableFile.replace(files.head, bytes: LogHead(ledger: ledger, devices: LogHead.Trees()).bytes)
      try DeviceFile.install(try DeviceFile.prepare(device, in: files, stateFolder: stateFolder), in: files)
      try createLog(files, ledger: ledger, createdAtMilliseconds: clock.milliseconds)
      try DurableFile.synchronizeFolder(files.path)
      return try open(folder, mode: .readWrite, stateFolder: stateFolder)
    }
  }

  /// Creates a ledger together with its first events.
  ///
  /// No other process sees the ledger before `body` returns. It is filled in a staging folder, then moved. If `body`
  /// throws, only the staging folder is removed.
  ///
  /// - Throws: The errors of `create(at:ledger:device:stateFolder:clock:)`, and those of `body`.
  package static func create(
    at folder: String, ledger: UniqueID, device: UniqueID, stateFolder: String? = nil,
    clock: WallClock = .now(), filling body: (LedgerLog) throws -> Void
  ) throws {
    let files = LedgerFolder(folder)
    try requireNoLedger(in: files)
    // On the same disk as the folder that it is moved to.
    let staging = LedgerFolder(
      DurableFile.exists(files.path)
        ? "\(files.path)/.new-\(UniqueID.random())" : "\(files.path).new-\(UniqueID.random())")
    defer { staging.removeWhole() }
    let log = try create(
      at: staging.path, ledger: ledger, device: device, stateFolder: stateFolder, clock: clock)
    do {
      try body(log)
    } catch {
      try? log.close()
      throw error
    }
    try log.close()
    try DurableFile.createFolder(files.path)
    try lockingCreation(in: files) {
      try requireNoLedger(in: files)
      files.removeSides()
      // Move the log first: the log alone is a complete ledger, the other files alone are not.
      try DurableFile.move(staging.log, to: files.log)
      try DurableFile.move(staging.head, to: files.head)
      try DurableFile.move(staging.device, to: files.device)
      // `body` may have made folders, such as the memory of a sync. Models are left, because they can be built again.
      for name in try DurableFile.list(staging.path) where name != "models" {
        let (path, place) = ("\(staging.path)/\(name)", "\(files.path)/\(name)")
        if DurableFile.isFolder(path), !DurableFile.exists(place) { try DurableFile.move(path, to: place) }
      }
    }
  }

  /// Opens the folder's ledger, and makes it first if it does not exist.
  package static func openOrCreate(
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

  /// Runs `body` while holding the folder's creation lock.
  static func lockingCreation<T>(in files: LedgerFolder, _ body: () throws -> T) throws -> T {
    let lock = try OpenFile(folder: files.path)
    guard lock.lock(waiting: 10_000) else { throw EventLogError.busy(milliseconds: 10_000) }
    defer { lock.unlock() }
    return try body()
  }

  /// Whether there is a complete log. One without a schema is the rest of an interrupted creation.
  static func holdsLedger(_ files: LedgerFolder) throws -> Bool {
    guard DurableFile.exists(files.log), try DurableFile.size(files.log) != 0 else { return false }
    let connection = try openConnection(files, mode: .readWrite)
    try connection.keepWriteAheadLogAtClose()  // a damaged one is examined when the ledger is opened
    return try LogSchema.check(connection, path: files.log)
  }
}
