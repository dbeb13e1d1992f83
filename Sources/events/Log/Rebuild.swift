internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerProjections

private enum Options {
  static let model = Option.value(
    "model", "NAME",
    "Only these; history is for past screens",
    choices: ["models", "search", "history"])
  static let jobs = Option.value("jobs", "N", "Number of threads (default: the number of cores)")
  static let check = Option.flag(
    "check", "Build a second set, compare it with the current models, and change nothing")
  static let preview = Option.flag("preview", "Show which rows and totals would change, then ask")
  static let skip = Option.value(
    "skip", "P", "Ignore an unreadable event on all devices: a position or DEVICE:SEQUENCE",
    repeats: true)
}

extension Command {
  static let rebuild = Command(
    path: ["rebuild"], section: .log, summary: "Rebuild all read models from the log",
    options: [Options.model, Options.jobs, Options.check, Options.preview, Options.skip],
    shared: Option.reading + [.yes],
    run: { invocation in
      // The command decides when the models are touched, because opening them may rebuild them.
      let book = try Book.open(invocation.bookSettings())
      defer { try? book.close() }
      try invocation.refuseStreamsOfLedger()
      return try RebuildCommand(
        ledger: OpenLedger(book: book, invocation: invocation, settings: try book.settingsFromLog())
      ).run()
    })
}

private struct RebuildCommand {
  let ledger: OpenLedger
  private var arguments: Arguments { ledger.arguments }
  private var invocation: Invocation { ledger.invocation }

  func run() throws -> ExitCode {
    let jobs = try arguments.number(Options.jobs, in: 1...256)
    let (checks, previews) = (arguments.has(Options.check), arguments.has(Options.preview))
    let skipped = try positions()
    guard !(checks && previews), skipped.isEmpty || !checks && !previews else {
      throw Failure.usage("--check, --preview and --skip do not go together", command: "rebuild")
    }
    for position in skipped {
      let outcome = try ledger.book.skip(position)
      let since = outcome.isUnchanged ? "already" : "from now on"
      try invocation.show(Reply(nil, "Event \(position) is skipped \(since)"))
    }
    if checks { return try check(jobs) }
    if previews { return try preview(jobs) }
    if arguments[Options.model] == "history" { return try rebuildHistory(jobs) }
    if arguments[Options.model] == "search" {
      let progress = invocation.progress("Indexing for the search: record")
      try ledger.book.rebuildSearch { progress.update($0.done, of: $0.all) }
      progress.finish()
      return try invocation.show(Reply(["model": "search"], "Rebuilt the search"))
    }
    return try rebuild(jobs)
  }

  private func positions() throws -> [Position] {
    try arguments.all(Options.skip).map { text in
      if let number = Int64(text), number > 0 { return Position(number) }
      if let position = try ledger.book.position(ofReference: text) { return position }
      throw Failure.usage("--skip takes a position or DEVICE:SEQUENCE, not “\(text)”", command: "rebuild")
    }
  }

  private func rebuild(_ jobs: Int?) throws -> ExitCode {
    let progress = RebuildMeter("Rebuilding", invocation)
    let report = try ledger.book.rebuild(jobs: jobs) { progress.update($0) }
    progress.finish()
    if arguments[Options.model] == nil, try ledger.book.hasHistory() { _ = try makeHistory(jobs) }
    return try invocation.show(report.reply)
  }

  private func makeHistory(_ jobs: Int?) throws -> HistoryState {
    let progress = RebuildMeter("Building the history", invocation)
    let state = try ledger.book.rebuildHistory(jobs: jobs) { progress.update($0) }
    progress.finish()
    return state
  }

  private func rebuildHistory(_ jobs: Int?) throws -> ExitCode {
    guard case .present(let position, _, let bytes) = try makeHistory(jobs) else {
      throw Failure(
        .cannotCreate, "no history can be kept, because nothing may be written in this ledger's folder",
        advice: "--at works without it: it folds the log")
    }
    return try invocation.show(Reply(historyThrough: position, bytes: bytes))
  }

  private func check(_ jobs: Int?) throws -> ExitCode {
    let progress = RebuildMeter("Checking", invocation)
    let comparison = try ledger.book.checkModels(jobs: jobs) { progress.update($0) }
    progress.finish()
    return try ledger.show(ModelsComparisonAnswer(comparison, isVerdict: true))
  }

  private func preview(_ jobs: Int?) throws -> ExitCode {
    let progress = RebuildMeter("Previewing", invocation)
    let comparison = try ledger.book.previewRebuild(jobs: jobs) { progress.update($0) }
    progress.finish()
    _ = try ledger.show(ModelsComparisonAnswer(comparison, isVerdict: false))
    guard invocation.canAsk || arguments.has(.yes) else { return .ok }
    guard try invocation.agrees(to: "Rebuild now?") else { return .ok }
    return try rebuild(jobs)
  }
}

extension Invocation {
  /// Returns the progress display of a long command.
  func progress(_ label: String) -> Progress { Progress(label, on: errors, terminal: errorTerminal) }
}
