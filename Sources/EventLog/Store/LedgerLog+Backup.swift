internal import LedgerBytes
internal import LedgerSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension LedgerLog {
  /// Copies the log, as of one moment, into a folder that holds no ledger yet (made where it is missing).
  ///
  /// Others may go on writing. The copy has a head of its own and no `device` file: whoever writes to it takes a new
  /// id first. It is complete or not there: a temporary name, synced, renamed, the folder synced. Attachments are the
  /// book's. Errors: `.ledgerExists`, `.logMissing`, or the file system's. Cost: reads and writes every page.
  public func backup(to folder: String) throws {
    let target = LedgerFolder(folder)
    try DurableFile.createFolder(target.path)
    try Self.lockingCreation(in: target) {
      if try DurableFile.size(target.log) ?? 0 > 0 { throw EventLogError.ledgerExists(folder: target.path) }
      try Self.requireNoLedger(in: target)
      let temporary = target.path + "/log." + UniqueID.random().description + ".tmp"
      do {
        try connection.backup(to: temporary)
        let copy = try Connection(path: temporary, mode: .immutable)
        var heads = try DeviceHeads(copy)
        let head = LogHead(ledger: ledgerID, devices: heads.trees)
        try copy.close()
        // The log first: it is whole without its head, and a head without its log would be in the way of another try.
        target.removeSides()
        try DurableFile.move(temporary, to: target.log)
        try DurableFile.replace(target.head, bytes: head.bytes)
      } catch {
        unlink(temporary)
        throw error
      }
    }
  }
}
