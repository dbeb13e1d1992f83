internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

extension LedgerLog {
  /// Copies a snapshot of the log into a folder that holds no ledger yet.
  ///
  /// A missing folder is created. Other processes may write meanwhile. The copy has a head of its own and no `device`
  /// file, so the first to write to it takes a new id. The copy is complete or absent: it is written under a temporary
  /// name, synced and renamed. Files of an interrupted backup are removed.
  ///
  /// - Parameters:
  ///   - folder: The folder of the copy.
  ///   - complete: A closure that copies the attachments. It is called before the copy gets its name.
  /// - Returns: The number of events in the copy.
  /// - Throws: `.ledgerExists`, `.logMissing`, `FileError`, and the errors of `complete`.
  /// - Complexity: O(pages of the log), all of which are read and written.
  @discardableResult
  package func backup(to folder: String, _ complete: () throws -> Void = {}) throws -> Int64 {
    let target = LedgerFolder(folder)
    try DurableFile.createFolder(target.path)
    return try Self.lockingCreation(in: target) {
      if try DurableFile.size(target.log) ?? 0 > 0 { throw EventLogError.ledgerExists(folder: target.path) }
      // An earlier try may have left pages: they are of this backup.
      try Self.requireNoLedger(in: target, allowingAttachments: true)
      for name in try DurableFile.list(target.path) where name.hasPrefix("log.") && name.hasSuffix(".tmp") {
        try DurableFile.discard(target.path + "/" + name)
      }
      let temporary = target.path + "/log." + UniqueID.random().description + ".tmp"
      do {
        try connection.backup(to: temporary)
        let copy = try Connection(path: temporary, mode: .immutable)
        var heads = try DeviceHeads(copy)
        let head = LogHead(ledger: ledgerID, devices: heads.trees)
        try copy.close()
        try complete()
        target.removeSides()
        // It is empty, for a backup that is copied over a folder whose last process died. The commits that this process
        // had not yet copied into its log must not be added to this one.
        try DurableFile.replace(target.writeAheadLog, bytes: [])
        // The log first: it is whole without its head, and a head without its log would be in the way of another try.
        try DurableFile.move(temporary, to: target.log)
        try DurableFile.replace(target.head, bytes: head.bytes)
        return Int64(clamping: heads.list.reduce(0) { $0 + $1.edge.size })
      } catch {
        try? DurableFile.discard(temporary)
        throw error
      }
    }
  }
}
