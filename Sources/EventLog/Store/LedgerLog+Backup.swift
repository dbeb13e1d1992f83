internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

extension LedgerLog {
  /// Copies a snapshot of the log into a folder that holds no ledger yet.
  ///
  /// A missing folder is created. Other processes may write meanwhile. The copy has a head of its own and no `device`
  /// file, so the first to write to it takes a new id. The copy is complete or absent: it is written under a temporary
  /// name, synced, verified and renamed. Files of an interrupted backup are removed, and its log is replaced.
  ///
  /// - Parameters:
  ///   - folder: The folder of the copy.
  ///   - isVerified: Whether the copy is verified against the head of this log. A copy to be thrown away need not be.
  ///   - progress: A closure that gets the number of events verified and of all events.
  ///   - complete: A closure that copies the attachments. It gets the copied log, before that gets its name.
  /// - Returns: The number of events in the copy.
  /// - Throws: `.ledgerExists`, `.logMissing`, `.damagedCopy`, `FileError`, and the errors of the closures.
  /// - Complexity: O(pages of the log), all of which are read and written, and O(events) to verify them.
  @discardableResult
  package func backup(
    to folder: String, isVerified: Bool = true, progress: (Int64, Int64) throws -> Void = { _, _ in },
    _ complete: (LedgerLog) throws -> Void = { _ in }
  ) throws -> Int64 {
    try requireNotHeld()
    let target = LedgerFolder(folder)
    try DurableFile.createFolder(target.path)
    return try Self.lockingCreation(in: target) {
      if try DurableFile.size(target.log) ?? 0 > 0 {
        guard try isInterruptedBackup(target) else { throw EventLogError.ledgerExists(folder: target.path) }
      } else {
        // An earlier try may have left pages: they are of this backup.
        try Self.requireNoLedger(in: target, allowingAttachments: true)
      }
      for name in try DurableFile.list(target.path) where Self.isTemporary(name) {
        try DurableFile.discard(target.path + "/" + name)
      }
      return try copy(into: target, isVerified: isVerified, progress, complete)
    }
  }

  /// Whether a name is that of a temporary file of a killed backup, or of SQLite's journal of it.
  private static func isTemporary(_ name: String) -> Bool {
    (name.hasPrefix("log.") || name.hasPrefix(".log."))
      && [".tmp", ".tmp-journal", ".tmp-wal", ".tmp-shm"].contains { name.hasSuffix($0) }
  }

  /// Whether a folder has only what a backup of this log leaves if it is killed before its last file.
  ///
  /// The log in it has no event that is not here. So nothing is lost if it is replaced.
  private func isInterruptedBackup(_ target: LedgerFolder) throws -> Bool {
    let left = ["log.sqlite", "log.sqlite-wal", "log.sqlite-shm", "attachments", "incomplete"]
    guard try DurableFile.list(target.path).allSatisfy({ left.contains($0) || Self.isTemporary($0) }),
      try DurableFile.size(target.writeAheadLog) ?? 0 == 0,
      let copy = try? Connection(path: target.log, mode: .immutable)
    else { return false }
    defer { try? copy.close() }
    guard (try? LogSchema.check(copy, path: target.log)) == true, (try? Self.ledgerRow(copy).0) == ledgerID,
      let heads = try? DeviceHeads(copy)
    else { return false }
    let edges = try edges()
    return try heads.list.allSatisfy { head in
      guard head.edge.size <= edges[head.id]?.size ?? 0 else { return false }
      var edge = RightEdge()
      try forEachLeaf(of: head.id, after: 0, through: head.edge.size) { _, leaf in
        edge.append(leaf)
        return true
      }
      return edge == head.edge
    }
  }

  private func copy(
    into target: LedgerFolder, isVerified: Bool, _ progress: (Int64, Int64) throws -> Void,
    _ complete: (LedgerLog) throws -> Void
  ) throws -> Int64 {
    let temporary = target.path + "/log." + UniqueID.random().description + ".tmp"
    var isNamed = false
    do {
      var report = VerificationReport()
      // The head first: the log may grow before it is copied, and never shrinks.
      let head = isVerified ? headForVerifying(&report) : nil
      let copy = try copied(as: temporary, for: target)
      defer { try? copy.close() }
      if isVerified {
        try copy.verify(against: head, &report, progress: progress)
        guard report.isSound else { throw EventLogError.damagedCopy(report) }
      }
      var heads = try DeviceHeads(copy.connection)
      let copyHead = LogHead(ledger: ledgerID, devices: heads.trees)
      try complete(copy)
      try copy.close()
      target.removeSides()
      // It is empty, for a backup that is copied over a folder whose last process died. The commits that this process
      // had not yet copied into its log must not be added to this one.
      try DurableFile.replace(target.writeAheadLog, bytes: [])
      // The log first: it is whole without its head, and a head without its log would be in the way of another try.
      isNamed = true
      try DurableFile.move(temporary, to: target.log)
      try DurableFile.replace(target.head, bytes: copyHead.bytes)
      return Int64(clamping: heads.list.reduce(0) { $0 + $1.edge.size })
    } catch {
      try? DurableFile.discard(temporary)
      if isNamed { try? DurableFile.discard(target.log) }
      target.removeSides()
      throw error
    }
  }

  /// Copies the log into a new file, and opens that.
  ///
  /// - Throws: `.damagedCopy` if this log or the copy cannot be read.
  private func copied(as temporary: String, for target: LedgerFolder) throws -> LedgerLog {
    let copy: Connection
    do throws(SQLiteError) {
      try connection.backup(to: temporary)
      copy = try Connection(path: temporary, mode: .immutable)
    } catch {
      guard error.kind == .corrupt || error.kind == .notADatabase else { throw error }
      var report = VerificationReport()
      report.add(.structure, "it cannot be copied: \(error.message)")
      throw EventLogError.damagedCopy(report)
    }
    return LedgerLog(
      files: target, connection: copy, headFile: nil, busyTimeoutMilliseconds: busyTimeoutMilliseconds,
      ledgerID: ledgerID, createdAtMilliseconds: createdAtMilliseconds, access: .readOnlyMedium,
      headAtOpening: .current, stateFolder: nil)
  }
}
