internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

extension LedgerLog {
  /// Copies the log, as of one moment, into a folder that holds no ledger yet (made where it is missing).
  ///
  /// Others may go on writing. The copy has a head of its own and no `device` file, so the first to write to it takes a
  /// new id. It is complete or not there: a temporary name, synced, renamed, the folder synced. Attachments are the
  /// book's: `complete` copies them once the copy's content is known and before it gets its name. What an earlier try
  /// left is removed. Returns how many events the copy has.
  /// Errors: `.ledgerExists`, `.logMissing`, the file system's, and what `complete` throws. Cost: reads and writes
  /// every page.
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
