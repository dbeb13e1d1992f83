package import LedgerPlatform

extension LedgerLog {
  /// Keeps every other process from writing to the ledger until the returned file is released.
  ///
  /// The log may be closed meanwhile. A process that writes after the log's file was removed finds it displaced.
  ///
  /// - Throws: `EventLogError.readOnly`, `.busy` and `.displaced`.
  package func lockWriters() throws -> OpenFile {
    guard access == .readWrite else { throw EventLogError.readOnly(folder: folder) }
    return try lockHead()
  }
}
