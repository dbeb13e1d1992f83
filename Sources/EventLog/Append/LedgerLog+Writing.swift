internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

/// The behavior of a write if the log has lost events.
package enum LossPolicy: Hashable, Sendable {
  /// Throws `.lostEvents`, and appends nothing.
  case refuse
  /// Goes on, so that `takeIn` can import what is missing, this device's own events included.
  ///
  /// The head stays as it is until nothing is missing. Nothing is appended in the name of a device that has lost events.
  case takeBack
  /// Goes on with what is left, and writes a new head.
  ///
  /// The write adopts a new device and records what is lost. The old device would give its numbers twice.
  case accept
}

extension LedgerLog {
  /// Runs one write unit. Everything that `body` does is on the disk when this returns, or nothing of it is.
  ///
  /// It locks `log.head`, begins a transaction (BEGIN IMMEDIATE) and compares the log with its head. It runs `body` and
  /// commits, which is one fdatasync. Then it writes `log.head` by one pwrite and unlocks it. Nesting is a bug.
  ///
  /// Nothing is acknowledged that is not in the log at the folder's path. The write looks for a folder that was moved,
  /// deleted or replaced while it was open before it begins, and again before it returns.
  ///
  /// - Throws: `.readOnly`, `.busy`, `.lostEvents`, `.displaced`, and the errors of `body`.
  package func write<T>(losses: LossPolicy = .refuse, _ body: (LogWriter) throws -> T) throws -> T {
    guard access == .readWrite else { throw EventLogError.readOnly(folder: folder) }
    try requireNotHeld()
    precondition(!isWriting, "a write within a write")
    precondition(!connection.isInTransaction, "log.head is locked before the database, never after it")
    isWriting = true
    defer { isWriting = false }
    let headFile = try lockHead()
    defer { headFile.unlock() }
    precondition(headFile.isLocked, "a write holds the lock on log.head")
    try beginWriting()
    do {
      let known = takeKnownEnd()
      let (found, isAsWritten) = try readHead(headFile)
      let writer = try LogWriter(self, losses: losses, known)
      // The last write of this connection compared the log and its head.
      if known?.isInHead != true || !isAsWritten { try checkHead(found, writer) }
      writer.head = found
      let last = writer.lastPosition
      if losses == .refuse { try checkMark(writer) }
      let result = try body(writer)
      try writer.finish()
      precondition(writer.lastPosition >= last, "a write never shortens the log")
      // Before the commit: a device that may have recorded more elsewhere must not get another event after a crash.
      if let retired = writer.retired {
        try requireInPlace()
        try DeviceFile.retire(retired, in: files)
        try refreshIdentity()
      }
      try connection.commit()
      try requireInPlace(isWritten: true)
      recordedCount += last.distance(to: writer.lastPosition)
      let isInHead = settle(writer, headFile, found)
      knownEnd = connection.commitNumber.map { writer.end(commitNumber: $0, isInHead: isInHead) }
      return result
    } catch {
      let isRolledBack = !connection.isInTransaction
      connection.rollback()
      reader.surrogates.forget()
      reader.passedOver.forget()
      // Each guard of the log ends the transaction. What this program writes into a whole log passes them.
      if isRolledBack, let error = error as? SQLiteError, error.kind == .constraint {
        throw EventLogError.damaged("it refuses what is to be recorded: \(error.message)")
      }
      throw error
    }
  }

  /// Throws `.displaced` unless the folder's path leads to the log that is open here.
  ///
  /// - Complexity: A look at the folder, or at two files after something in it has changed.
  package func requireInPlace() throws { try requireInPlace(isWritten: false) }

  private func requireInPlace(isWritten: Bool) throws {
    guard isFolderUnchanged || connection.isInPlace(at: files.log) else {
      throw EventLogError.displaced(path: files.log, isWritten: isWritten)
    }
  }

  /// Whether the names in the folder are what they were when all its files were last found in place.
  private var isFolderUnchanged: Bool { inPlace.map { FolderStamp(files.path) == $0 } ?? false }

  /// Returns the head's file, locked, with the folder's files found in place.
  ///
  /// Other writers lock the file that has the head's name. So if that file was replaced or removed, the one with the name
  /// is opened or created.
  func lockHead() throws -> OpenFile {
    while true {
      let headFile = try headFile ?? openHead()
      guard headFile.lock(waiting: Int64(busyTimeoutMilliseconds)) else {
        throw EventLogError.busy(milliseconds: Int64(busyTimeoutMilliseconds))
      }
      do {
        if try isFolderUnchanged || findFiles() { return headFile }
      } catch {
        headFile.unlock()
        throw error
      }
      headFile.unlock()
      self.headFile = nil
    }
  }

  private func openHead() throws -> OpenFile {
    try requireInPlace()
    let opened = try OpenFile(files.head, .readWriteOrCreate, forLedger: true)
    headIdentity = opened.identity
    headFile = opened
    lastHead = nil
    holdOwnFiles()
    return opened
  }

  /// Looks at every file in the folder. Returns `false` if the head is not the one that is open.
  private func findFiles() throws -> Bool {
    // Before the files: a change meanwhile gives another stamp.
    let stamp = FolderStamp.settled(files.path)
    inPlace = nil
    try requireInPlace()
    guard FileIdentity(files.head) == headIdentity else { return false }
    try refreshIdentity()
    inPlace = stamp
    return true
  }

  /// Returns the content of `log.head`, and whether this log wrote it and need not parse it again.
  private func readHead(_ headFile: OpenFile) throws -> (LogHead?, isAsWritten: Bool) {
    let bytes = try headFile.read(upTo: Self.headBytesMax)
    if let lastHead, lastHead.bytes == bytes { return (lastHead.head, true) }
    return (LogHead(bytes, ledger: ledgerID), false)
  }

  private func beginWriting() throws {
    do {
      try connection.begin(.immediate)
    } catch {
      guard error.kind == .busy else { throw error }
      throw EventLogError.busy(milliseconds: Int64(busyTimeoutMilliseconds))
    }
  }

  /// Throws `.lostEvents` if the log is shorter than its head.
  private func checkHead(_ found: LogHead?, _ writer: LogWriter) throws {
    guard let found, writer.losses == .refuse else { return }
    let missing = found.losses(in: writer.heads.trees)
    if !missing.isEmpty { throw EventLogError.lostEvents(missing) }
  }

  /// Writes `device`, the mark and `log.head` after the commit.
  ///
  /// Returns whether the head is that of the log.
  ///
  /// Events on record stay so, whatever fails here. Without its `device` file the folder is foreign, and a head that was
  /// not written lags. The next write mends both.
  private func settle(_ writer: LogWriter, _ headFile: OpenFile, _ found: LogHead?) -> Bool {
    precondition(
      !connection.isInTransaction, "log.head is written after the commit, so it can lag and never lead")
    precondition(headFile.isLocked, "log.head and the mark are written under the writers' lock")
    lastUpkeepFailure = nil
    writer.isOpen = false
    do throws(FileError) {
      if let prepared = writer.preparedDeviceFile {
        writer.preparedDeviceFile = nil
        try DeviceFile.install(prepared, in: files)
        try refreshIdentity()
      }
      moveMark(writer)
      let head = LogHead(ledger: ledgerID, devices: writer.heads.trees)
      let stillMissing = writer.losses == .takeBack && found?.losses(in: head.devices).isEmpty == false
      if found == head { return true }
      if stillMissing { return false }
      if writer.losses == .refuse, let found {
        precondition(found.losses(in: head.devices).isEmpty, "log.head only moves forward")
      }
      let bytes = head.bytes
      lastHead = nil
      isHeadUnsynced = true
      try headFile.write(bytes)
      lastHead = (bytes, head)
      return true
    } catch {
      lastUpkeepFailure = error
      return false
    }
  }

  /// Reads `device` again if it was replaced: another program may have adopted an id for this folder.
  private func refreshIdentity() throws(FileError) {
    let inode = DurableFile.inode(files.device)
    guard inode != deviceInode else { return }
    identity = try DeviceFile.read(files, state)
    deviceInode = inode
    holdOwnFiles()
  }
}
