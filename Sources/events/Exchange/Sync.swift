internal import LedgerAnswers
internal import LedgerBook
internal import LedgerPlatform
internal import LedgerSync

extension Command {
  private static let repair = Option.flag("repair", "Write all events of all devices into the folder again")
  private static let watch = Option.flag("watch", "Sync after every change, until interrupted")

  private static let readable = Option.flag(
    "readable", "Also write readable tables and scans into the folders Data and Receipts")

  static let sync = Command(
    path: ["sync"], section: .exchange, summary: "Exchange events with other devices through a shared folder",
    operands: [
      Operand(
        "FOLDER",
        "The shared folder (default: the last one), or status or log to show earlier syncs",
        isOptional: true, isFile: true)
    ],
    options: [repair, watch, readable], shared: [.ledger, .json, .verbose, .yes],
    run: { invocation in
      switch invocation.arguments.operands.first {
      case "status": try invocation.withLedger(showStatus)
      case "log": try invocation.withLedger { try $0.show(SyncLogAnswer($0.book.syncArrivals())) }
      case let folder: try invocation.withLedger { try exchange($0, folder) }
      }
    })

  private static func exchange(_ ledger: OpenLedger, _ folder: String?) throws -> ExitCode {
    var options = SyncOptions()
    options.repairs = ledger.arguments.has(repair)
    options.writesReadableCopy = ledger.arguments.has(readable)
    if ledger.arguments.has(.yes) { options.lossesMax = .max }
    let known = ledger.book.syncStatus().folders
    guard
      let folder = folder
        ?? known.max(by: { ($0.syncedAtMilliseconds ?? 0) < ($1.syncedAtMilliseconds ?? 0) })?.folder
    else {
      throw Failure.usage("name the folder to sync with", command: "sync")
    }
    var code = try exchange(ledger, folder, options, isFirst: true)
    guard ledger.arguments.has(watch) else { return code }
    options.repairs = false
    var seen = try ledger.book.syncTrace(with: folder)
    while true {
      SystemClock.sleep(milliseconds: 1_000)
      let now = try ledger.book.syncTrace(with: folder)
      guard now != seen else { continue }
      do { code = try exchange(ledger, folder, options, isFirst: false) } catch let error as SyncError {
        ledger.invocation.remark("events: \(Refusal(error).line); it is tried again")
      }
      try ledger.invocation.output.flush()
      seen = try ledger.book.syncTrace(with: folder)
    }
  }

  private static func exchange(
    _ ledger: OpenLedger, _ folder: String, _ options: SyncOptions, isFirst: Bool
  ) throws -> ExitCode {
    let progress = ledger.invocation.progress("Syncing: event")
    func sync(_ options: SyncOptions) throws -> SyncReport {
      defer { progress.finish() }
      return try ledger.book.sync(with: folder, options: options) {
        progress.update(Int64($0.receivedCount), of: nil)
      }
    }
    let report: SyncReport
    do { report = try sync(options) } catch let error as SyncError {
      let reason = Refusal(error).sentence
      let question = "\(reason.prefix(1).uppercased())\(reason.dropFirst()). Go on?"
      guard case .losesMuch = error, ledger.invocation.canAsk else { throw error }
      guard try ledger.invocation.agrees(to: question) else { return .no }
      var all = options
      all.lossesMax = .max
      report = try sync(all)
    }
    return try ledger.show(
      SyncAnswer(report, isQuiet: !isFirst && report.sent == 0 && report.receivedCount == 0))
  }

  private static func showStatus(_ ledger: OpenLedger) throws -> ExitCode {
    try ledger.show(SyncStatusAnswer(ledger.book.syncStatus()))
  }
}
