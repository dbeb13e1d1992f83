internal import LedgerBytes
internal import LedgerSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What a write does about a log that has lost events.
public enum LossPolicy: Hashable, Sendable {
  /// Throws `.lostEvents`: nothing is appended.
  case refuse
  /// Goes on, so that `takeIn` can take back what is missing, this device's own events included. The head stays as
  /// it is until nothing is missing any more, and nothing is appended in a name that has lost events.
  case takeBack
  /// Goes on with what is left, and writes the head anew. For a write that adopts a new device and says what is lost:
  /// a name that has lost events can't be gone on in, its numbers would be given twice.
  case accept
}

extension LedgerLog {
  /// One write unit: everything `body` does is on the disk when this returns, or nothing of it is.
  ///
  /// In this order: the lock on `log.head`, BEGIN IMMEDIATE, the comparison of the log with its head, `body`, COMMIT
  /// (one fdatasync), one pwrite of `log.head`, unlock. Nesting is a bug.
  ///
  /// Nothing is acknowledged that is not in the log at the folder's path: a folder that was moved, deleted or replaced
  /// while it was open is noticed before the commit, and again before this returns.
  ///
  /// Errors: `.readOnly`, `.busy`, `.lostEvents`, `.displaced`, and whatever `body` throws.
  public func write<T>(losses: LossPolicy = .refuse, _ body: (LogWriter) throws -> T) throws -> T {
    guard access == .readWrite else { throw EventLogError.readOnly(folder: folder) }
    precondition(!isWriting, "a write within a write")
    isWriting = true
    defer { isWriting = false }
    let headFile = try lockHead()
    defer { headFile.unlock() }
    try beginWriting()
    do {
      try refreshIdentity()
      let known = takeKnownEnd()
      let (found, isAsWritten) = try readHead(headFile)
      let writer = try LogWriter(self, losses: losses, known)
      // What this connection wrote last, into the log and into its head, was compared then.
      if known?.isInHead != true || !isAsWritten { try checkHead(found, writer) }
      writer.head = found
      if losses == .refuse { try checkMark(writer) }
      let result = try body(writer)
      try writer.finish()
      try requireInPlace()
      // Before the commit: a device that may have recorded more elsewhere must not get another event after a crash.
      if let retired = writer.retired {
        try DeviceFile.retire(retired, in: files)
        try refreshIdentity()
      }
      try connection.commit()
      try requireInPlace(isWritten: true)
      let isInHead = settle(writer, headFile, found)
      knownEnd = connection.commitNumber.map { writer.end(commitNumber: $0, isInHead: isInHead) }
      return result
    } catch {
      connection.rollback()
      reader.surrogates.forget()
      reader.passedOver.forget()
      throw error
    }
  }

  /// Throws `.displaced` unless the folder's path leads to the log that is open here.
  ///
  /// - Complexity: a look at two files.
  public func requireInPlace() throws { try requireInPlace(isWritten: false) }

  private func requireInPlace(isWritten: Bool) throws {
    guard connection.isInPlace(at: files.log) else {
      throw EventLogError.displaced(path: files.log, isWritten: isWritten)
    }
  }

  /// Returns the head's file, locked.
  ///
  /// Other writers lock the file that has the head's name. So if that file was replaced or removed, the one with the name
  /// is opened or created.
  private func lockHead() throws -> Descriptor {
    if headFile == nil || FileIdentity(files.head) != headIdentity {
      try requireInPlace()
      let reopened = try Descriptor.file(files.head, flags: O_RDWR | O_CREAT)
      headIdentity = reopened.identity
      headFile = reopened
      lastHead = nil
      holdOwnFiles()
    }
    guard let headFile else { throw EventLogError.readOnly(folder: folder) }
    guard headFile.lock(waiting: Int64(busyTimeoutMilliseconds)) else {
      throw EventLogError.busy(milliseconds: Int64(busyTimeoutMilliseconds))
    }
    return headFile
  }

  /// What `log.head` says now, and whether this is what was written last: then it need not be parsed again.
  private func readHead(_ headFile: Descriptor) throws -> (LogHead?, isAsWritten: Bool) {
    let bytes = try headFile.read(limit: Self.headLimit)
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

  /// The gate: a log that is shorter than its head says has lost events.
  private func checkHead(_ found: LogHead?, _ writer: LogWriter) throws {
    guard let found, writer.losses == .refuse else { return }
    let missing = found.losses(in: writer.heads.trees)
    if !missing.isEmpty { throw EventLogError.lostEvents(missing) }
  }

  /// After the commit: what is on record stays so, whatever fails here. A `device` file that was not put in place
  /// leaves the folder foreign, a head that was not written lags; both are put right by the next write.
  ///
  /// Returns whether the head says now what the log says.
  private func settle(_ writer: LogWriter, _ headFile: Descriptor, _ found: LogHead?) -> Bool {
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
