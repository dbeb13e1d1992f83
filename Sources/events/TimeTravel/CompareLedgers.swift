internal import EventLog
internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerPlatform
internal import LedgerSync

extension Command {
  private static let quick = Option.flag("quick", "Compare only hash trees, and read no payloads")

  static let compare = Command(
    path: ["compare"], section: .travel,
    summary: "Compare two folders of one ledger, or a ledger with a shared folder",
    operands: [
      Operand(
        "A", "A ledger's folder or a shared folder", isFile: true),
      Operand("B", "The other folder (default: --ledger)", isOptional: true, isFile: true),
    ],
    options: [quick],
    run: compareLedgers)

  private static func compareLedgers(_ invocation: Invocation) throws -> ExitCode {
    let operands = invocation.arguments.operands
    let (here, there) =
      operands.count > 1 ? (operands[0], operands[1]) : (try invocation.ledgerFolder(), operands[0])
    let sides = (here: try ComparedSide(here, invocation), there: try ComparedSide(there, invocation))
    defer {
      sides.here.close()
      sides.there.close()
    }
    let progress = invocation.progress("Comparing: event")
    var comparison: LedgerComparison
    do {
      comparison = try LedgerComparison.of(
        sides.here.log, sides.there.log, readsPayloads: !invocation.arguments.has(quick)
      ) { progress.update($0, of: $1) }
    } catch let error as OtherLedgerError {
      var failure = Failure(Refusal(error))
      failure.advice = ["\(here): ledger \(error.here)", "\(there): ledger \(error.there)"]
      throw failure
    }
    progress.finish()
    // A shared folder has neither an order of arrival nor read models.
    let hasFolder = sides.here.report != nil || sides.there.report != nil
    if hasFolder { comparison.leaveOutOrder() } else { comparison.compareModels(here, there) }
    let names = try DeviceNames(sides.here.log).merging(try DeviceNames(sides.there.log))
    return try invocation.show(
      ComparisonAnswer(
        comparison, names, folders: (here, there),
        notRead: sides.here.notRead(names) + sides.there.notRead(names)))
  }
}

/// A ledger's folder, or a shared folder whose events were read into a scratch folder.
private struct ComparedSide {
  let log: LedgerLog
  /// The report on a shared folder, or `nil` for a ledger.
  let report: SyncReport?
  private let scratch: String?

  init(_ folder: String, _ invocation: Invocation) throws {
    guard FolderLog.isSharedFolder(folder) else {
      log = try LedgerLog.open(folder, mode: .readOnly)
      (report, scratch) = (nil, nil)
      return
    }
    guard let scratch = System.makeTemporaryFolder() else {
      throw Failure(
        .cannotCreate, "there is no place for temporary files", advice: "Name a folder for them in TMPDIR")
    }
    do {
      let read = try FolderLog(of: folder, scratch: scratch + "/log", now: invocation.clock().milliseconds)
      (log, report, self.scratch) = (read.log, read.report, scratch)
    } catch {
      System.removeTemporaryFolder(scratch)
      throw error
    }
  }

  func close() {
    try? log.close()
    scratch.map(System.removeTemporaryFolder)
  }

  /// Returns the parts of a shared folder that could not be read, each in a sentence.
  func notRead(_ names: DeviceNames) -> [String] {
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
