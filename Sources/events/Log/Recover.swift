internal import EventLog
internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerPlatform
internal import LedgerSync

private enum Options {
  static let from = Option.value(
    "from", "FOLDER", "A backup, another device's ledger, or a shared folder with missing events", repeats: true
  )
  static let accept = Option.flag(
    "accept-loss", "Continue as a new device without the events that are lost")
}

extension Command {
  static let recover = Command(
    path: ["recover"], section: .log,
    summary: "Repair a damaged ledger, and restore missing events",
    operands: [Operand("FOLDER", "The same as --from FOLDER", isOptional: true, repeats: true)],
    options: [Options.from, Options.accept], shared: [.ledger, .json, .verbose, .yes, .dryRun],
    run: { invocation in
      let folders = invocation.arguments.operands + invocation.arguments.all(Options.from)
      let folder = try invocation.ledgerFolder()
      if !invocation.arguments.has(.dryRun), let aside = try LedgerRecovery.finishInterrupted(in: folder) {
        let words = "A recovery that was interrupted is finished. The damaged folder is \(aside)."
        try invocation.show(Reply(nil, [.paragraph(Line(words))]))
      }
      return try invocation.recoverSound(folders) ?? invocation.recoverDamaged(folders)
    })
}

extension Invocation {
  /// Brings missing scans and events into a ledger whose log is sound. Returns `nil` if the log is damaged.
  fileprivate func recoverSound(_ folders: [String]) throws -> ExitCode? {
    var settings = try bookSettings()
    settings.isReadOnly = settings.isReadOnly || arguments.has(.dryRun)
    let progress = progress("Verifying: event")
    defer { progress.finish() }
    guard let book = try Book.openSound(settings, progress: { progress.update($0, of: $1) }) else { return nil }
    progress.finish()
    defer { try? book.close() }
    let recovered = try book.recoverMissing(from: folders, dryRun: arguments.has(.dryRun))
    let code = try show(recovered.reply(isDryRun: arguments.has(.dryRun)))
    guard code == .ok else { throw Failure(Refusal(.refused, "scans are missing", .takeBack)) }
    return code
  }

  fileprivate func recoverDamaged(_ folders: [String]) throws -> ExitCode {
    let settings = try bookSettings()
    let recovery: LedgerRecovery
    do {
      recovery = try LedgerRecovery(settings, from: folders)
    } catch EventLogError.noLedger(let folder) where !folders.isEmpty || DurableFile.exists(folder) {
      throw Failure(
        .noInput, "nothing of a ledger can be read in \(folder)",
        advice: folders.isEmpty
          ? "Name a folder that has it: events recover --from FOLDER"
          : "Make the ledger again from a backup: events restore FOLDER")
    }
    let report = recovery.report
    try show(report.found)
    if arguments.has(.dryRun) { return try show(report.unchanged) }
    if !report.isComplete, !arguments.has(Options.accept),
      try !asks || !agrees(to: "Go on without the events that are lost?")
    {
      try show(report.unchanged)
      throw Failure(Refusal(.refused, "events are lost, so nothing was changed", .takeBack, .acceptLoss))
    }
    do {
      let (aside, device) = try recovery.perform()
      return try show(report.done(setAside: aside, device: device))
    } catch let error as FileError where error.isMountPoint {
      let folder = FigureWords.quoted(report.folder)
      throw Failure(
        .cannotCreate,
        "\(report.folder) is a mount point, so a new folder cannot take its place; nothing was changed",
        advice: [
          "Recover a copy of it: cp -a \(folder) COPY, then: events --ledger COPY recover",
          "Then empty \(folder) and copy the files back: cp -a COPY/. \(folder)",
        ])
    }
  }
}
