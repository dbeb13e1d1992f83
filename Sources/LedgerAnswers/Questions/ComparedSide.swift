internal import EventLog
internal import LedgerAudit
package import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSync

/// One side of a comparison: a ledger, or a shared folder whose events were read into a scratch folder.
package struct ComparedSide {
  let log: LedgerLog
  private let folder: String
  /// The report on a shared folder, or `nil` for a ledger.
  private let report: SyncReport?
  private let scratch: String?
  /// Whether the log was opened for the comparison.
  private let isOwn: Bool

  /// A ledger that is open.
  package init(_ book: Book) {
    (log, folder, report, scratch, isOwn) = (book.log, book.folder, nil, nil, false)
  }

  /// Opens a folder to read it.
  ///
  /// - Parameters:
  ///   - folder: The folder of a ledger, or a shared folder.
  ///   - now: The time in milliseconds, by which events from the future are told.
  /// - Throws: `EventLogError`, `SyncError` and `FileError` if it cannot be read.
  package init(_ folder: String, now: @autoclosure () -> Int64) throws {
    (self.folder, isOwn) = (folder, true)
    guard FolderLog.isSharedFolder(folder) else {
      log = try LedgerLog.open(folder, mode: .readOnly)
      (report, scratch) = (nil, nil)
      return
    }
    guard let scratch = System.makeTemporaryFolder() else {
      throw Refusal(
        .forbidden, "there is no place for temporary files", .enter("Name a folder for them in TMPDIR"))
    }
    do {
      let read = try FolderLog(of: folder, scratch: scratch + "/log", now: now())
      (log, report, self.scratch) = (read.log, read.report, scratch)
    } catch {
      System.removeTemporaryFolder(scratch)
      throw error
    }
  }

  package func close() {
    if isOwn { try? log.close() }
    scratch.map(System.removeTemporaryFolder)
  }

  package func comparison(
    with there: ComparedSide, _ readsPayloads: Bool, _ progress: (Int64, Int64) -> Void
  ) throws -> ComparisonAnswer {
    var comparison: LedgerComparison
    do {
      comparison = try LedgerComparison.of(log, there.log, readsPayloads: readsPayloads, progress: progress)
    } catch let error as OtherLedgerError {
      let refusal = Refusal(error)
      throw Refusal(
        refusal.sort, refusal.sentence, detail: refusal.detail, .enter("\(folder): ledger \(error.here)"),
        .enter("\(there.folder): ledger \(error.there)"))
    }
    // A shared folder has neither an order of arrival nor read models.
    let hasFolder = report != nil || there.report != nil
    if hasFolder { comparison.leaveOutOrder() } else { comparison.compareModels(folder, there.folder) }
    let names = try DeviceNames(log).merging(try DeviceNames(there.log))
    return ComparisonAnswer(
      comparison: comparison, names: names, folders: (folder, there.folder),
      notRead: notRead(names) + there.notRead(names))
  }

  /// Returns the parts of a shared folder that could not be read, each in a sentence.
  private func notRead(_ names: DeviceNames) -> [String] {
    guard let report else { return [] }
    var lines = report.quarantined.filter { !$0.isBranch }.map { "Not read: \($0.file): \($0.reason)." }
    lines += report.waiting.map { waiting in
      let missing = waiting.missing.sequences
      let range =
        missing.count == 1
        ? "event \(missing.lowerBound)" : "events \(missing.lowerBound) to \(missing.upperBound)"
      return "Not read: \(counted(waiting.held, "event")) of \(names.words(waiting.missing.device)), which "
        + "\(waiting.held == 1 ? "waits" : "wait") for \(range)."
    }
    if report.placeholders > 0 {
      lines.append("Not read: \(counted(report.placeholders, "file")) that your drive has not downloaded.")
    }
    return lines
  }
}
