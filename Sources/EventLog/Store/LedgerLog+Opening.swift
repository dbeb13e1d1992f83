internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

extension LedgerLog {
  /// The way in which a log is opened.
  package enum Mode: Hashable, Sendable {
    /// Reading and writing.
    case readWrite
    /// Reading. If the folder cannot be written, the log counts as one that nothing changes.
    case readOnly
  }

  /// Opens the ledger in a folder.
  ///
  /// A log that has lost events opens, so that it can be read and recovered. `headAtOpening` reports the loss, and
  /// `write` refuses.
  ///
  /// - Parameters:
  ///   - folder: The folder of the ledger.
  ///   - mode: Whether the log is written, or only read.
  ///   - stateFolder: The folder outside of all ledgers in which this machine marks its devices. Without it, only other
  ///     devices' events reveal that a folder was restored in place.
  ///   - busyTimeoutMilliseconds: The time to wait for another writer.
  /// - Throws: `.noLedger`, `.logMissing`, `.secondName`, `.displaced`, `.notALedger`, `.newerVersion`, `SQLiteError`.
  package static func open(
    _ folder: String, mode: Mode, stateFolder: String? = nil, busyTimeoutMilliseconds: Int32 = 5_000
  ) throws -> LedgerLog {
    let files = LedgerFolder(folder)
    let mode: Mode = files.isWritable ? mode : .readOnly
    guard DurableFile.exists(files.path) else { throw EventLogError.noLedger(folder: folder) }
    if try DurableFile.size(files.log) ?? 0 == 0 {
      // Someone may be making it right now.
      try lockingCreation(in: files) {
        guard try DurableFile.size(files.log) ?? 0 > 0 else { throw try noLog(in: files, as: folder) }
      }
    }
    let connection = try openConnection(files, mode: mode, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    do {
      return try opened(
        connection, files, as: folder, stateFolder: stateFolder,
        busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    } catch let error as SQLiteError where error.kind == .io && !connection.isInPlace(at: files.log) {
      // In a folder that was moved meanwhile, SQLite finds its files missing and reports a failing disk.
      throw EventLogError.displaced(path: files.log, isWritten: false)
    }
  }

  private static func opened(
    _ connection: Connection, _ files: LedgerFolder, as folder: String, stateFolder: String?,
    busyTimeoutMilliseconds: Int32
  ) throws -> LedgerLog {
    if try !LogSchema.check(connection, path: files.log) {
      let isComplete = try lockingCreation(in: files) { try LogSchema.check(connection, path: files.log) }
      guard isComplete else { throw try noLog(in: files, as: folder) }
    }
    if connection.mode == .readWrite { try LogSchema.migrate(connection) }

    let (ledger, created) = try ledgerRow(connection)
    let headFile =
      connection.mode == .readWrite ? try OpenFile(files.head, .readWriteOrCreate, forLedger: true) : nil
    let state = try headState(files, headFile, ledger: ledger, connection)
    if case .ahead = state, connection.mode == .readWrite { try setWriteAheadLogAside(files, connection) }

    let access: Access
    switch connection.mode {
    case .create, .createAlone, .readWrite, .memory: access = .readWrite
    case .readOnly, .readOnlyWithWriters: access = .readOnly
    case .immutable: access = .readOnlyMedium
    }
    return LedgerLog(
      files: files, connection: connection, headFile: headFile,
      busyTimeoutMilliseconds: busyTimeoutMilliseconds, ledgerID: ledger, createdAtMilliseconds: created,
      access: access, headAtOpening: state, stateFolder: stateFolder)
  }

  static func openConnection(
    _ files: LedgerFolder, mode: Mode, busyTimeoutMilliseconds: Int32 = 5_000
  ) throws -> Connection {
    // SQLite keeps a -wal per name, so two names of a log would lose events. On a read-only medium there is no -wal.
    if files.isWritable, let names = FileIdentity(files.log)?.names, names > 1 {
      throw EventLogError.secondName(path: files.log)
    }
    if files.isWritable { try requireOwnWriteAheadLog(files) }
    do {
      switch mode {
      case .readWrite:
        return try Connection(
          path: files.log, mode: .readWrite, applicationID: LogSchema.applicationID,
          busyTimeoutMilliseconds: busyTimeoutMilliseconds)
      case .readOnly:
        // A -wal may hold events, which stay there. Without a -wal no process has the log open, but one may open it at any
        // moment. A log that counts as one that nothing changes would then read as malformed.
        let isInUse = (try? DurableFile.size(files.writeAheadLog)) ?? 0 > 0
        return try Connection(
          path: files.log, mode: !files.isWritable ? .immutable : isInUse ? .readOnly : .readOnlyWithWriters,
          applicationID: LogSchema.applicationID, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
      }
    } catch {
      switch error.kind {
      // Only a ledger has log.head or device next to its database. So the first page of this one is damaged.
      case .notADatabase where DurableFile.exists(files.head) || DurableFile.exists(files.device):
        throw EventLogError.damaged("its first page is not that of a ledger")
      case .notADatabase: throw EventLogError.notALedger(path: files.log)
      case .busy: throw EventLogError.busy(milliseconds: Int64(busyTimeoutMilliseconds))
      case .readOnly: throw EventLogError.readOnly(folder: files.path)
      // The folder was moved while SQLite opened the file in it.
      case .io where !DurableFile.exists(files.log), .cannotOpen where !DurableFile.exists(files.log):
        throw EventLogError.displaced(path: files.log, isWritten: false)
      case .full, .corrupt, .cannotOpen, .io, .constraint, .interrupted, .tooBig, .noMemory, .other: throw error
      }
    }
  }

  static func ledgerRow(_ connection: Connection) throws -> (UniqueID, Int64) {
    let statement = try connection.statement("SELECT id, created FROM ledger")
    defer { statement.reset() }
    guard try statement.step(), let id = statement.withBytes(0, { LogReader.id($0) }) else {
      throw EventLogError.damaged("it does not name its ledger")
    }
    return (id, statement.int64(1))
  }

  // MARK: The head

  /// The largest head that is read: ten million devices. It takes as much memory as it is long.
  static let headBytesMax = 1 << 30

  /// Compares `log.head` with the log. The head is read first: a log only grows.
  private static func headState(
    _ files: LedgerFolder, _ file: OpenFile?, ledger: UniqueID, _ connection: Connection
  ) throws -> HeadState {
    let bytes: [UInt8]
    if let file {
      bytes = try file.read(upTo: headBytesMax)
    } else {
      guard DurableFile.exists(files.head) else { return .missing }
      guard let read = try? OpenFile(files.head, .read, forLedger: true).read(upTo: headBytesMax) else {
        return .unreadable
      }
      bytes = read
    }
    guard !bytes.isEmpty else { return .missing }
    guard let head = LogHead(bytes, ledger: ledger) else { return .unreadable }
    let trees = try storedTrees(connection)
    let losses = head.losses(in: trees)
    if !losses.isEmpty { return .ahead(losses) }
    return trees == head.devices ? .current : .behind
  }

  /// Sizes and roots as the log has them. A row that cannot be read is left out, so that a damaged log still opens.
  private static func storedTrees(_ connection: Connection) throws -> LogHead.Trees {
    var trees: [LogHead.Trees.Entry] = []
    try connection.statement("SELECT id, size, root FROM device WHERE size > 0").forEachRow { row in
      guard let id = row.withBytes(0, { LogReader.id($0) }),
        let root = row.withBytes(2, { LogReader.digest($0) })
      else { return }
      trees.append(
        LogHead.Trees.Entry(
          device: id, tree: LogHead.Tree(size: UInt64(bitPattern: row.int64(1)), root: root)))
    }
    return LogHead.Trees(trees)
  }

  /// Copies the -wal of a log that has lost events, for a program that can read more from it.
  ///
  /// Recovery only reads the -wal. The next write and the checkpoint at close would destroy it. No write comes before the
  /// comparison with the head, and this connection leaves the -wal as it is at close. So the copy is made once, and an
  /// ordinary opening costs nothing.
  private static func setWriteAheadLogAside(_ files: LedgerFolder, _ connection: Connection) throws {
    try connection.keepWriteAheadLogAtClose()
    guard try DurableFile.size(files.writeAheadLog) ?? 0 > 0,
      !DurableFile.exists(files.writeAheadLogBeforeRecovery)
    else { return }
    let source = try OpenFile(files.writeAheadLog, .read, forLedger: true)
    let copy = try OpenFile(files.writeAheadLogBeforeRecovery, .createNew, forLedger: true)
    var offset = 0
    while true {
      let bytes = try source.read(upTo: 1 << 20, at: offset)
      if bytes.isEmpty { break }
      try copy.write(bytes, at: offset)
      offset += bytes.count
    }
    try copy.synchronize()
    try DurableFile.synchronizeFolder(files.path)
  }
}
