package import EventLog
internal import LedgerBytes
internal import LedgerPlatform

/// The events in a shared folder, as a log of their own for reading.
///
/// The log is in a scratch folder, and no device records in it.
package struct FolderLog {
  /// The log with the events that could be imported.
  package let log: LedgerLog
  /// The parts that could not be imported, and why.
  package let report: SyncReport

  /// Whether a folder is one that devices sync with.
  package static func isSharedFolder(_ folder: String) -> Bool {
    DurableFile.exists(folder + "/" + Dataset.fileName)
  }

  /// Reads a shared folder. Nothing is written there.
  ///
  /// - Parameters:
  ///   - folder: The shared folder.
  ///   - scratch: A folder for the log, which is made.
  ///   - now: The time in milliseconds, by which events from the future are told.
  /// - Throws: `SyncError`, `EventLogError`, `FileError`.
  /// - Complexity: O(bytes of the folder's files).
  package init(of folder: String, scratch: String, now: Int64) throws {
    let root = try SharedPlace(root: folder)
    guard let dataset = try Dataset(in: root) else { throw SyncError.noDataset(folder: folder) }
    let log = try LedgerLog.create(at: scratch, ledger: dataset.ledger, device: .random())
    do {
      let listing = try FolderListing(root)
      var report = SyncReport(dataset: dataset)
      report.placeholders = listing.placeholderCount
      report.strangers = listing.strangers
      var imports = try SegmentImport(
        log, root, now: now, hooks: SyncHooks(), memory: SyncMemory(ledgerFolder: log.folder), folder: folder,
        report: report)
      try imports.run(listing)
      self.report = imports.report
    } catch {
      try? log.close()
      throw error
    }
    self.log = log
  }
}
