internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

extension Invocation {
  /// The folder of a backup that the only operand names, or `nil` if it names a record.
  ///
  /// No id and no name of a record is a folder that exists or has a slash.
  var backupToRestore: String? {
    guard arguments.operands.count == 1, !arguments.has(RecordSelection.isFiltered) else { return nil }
    let operand = arguments.operands[0]
    return operand.contains("/") || DurableFile.isFolder(operand) ? operand : nil
  }

  /// Makes the ledger's folder from a backup, and verifies every byte of it.
  func restoreBackup(_ given: String) throws -> ExitCode {
    let (folder, others) = try latestBackup(in: given)
    let target = try ledgerFolder()
    guard try DurableFile.size(target + "/log.sqlite") ?? 0 == 0 else {
      throw Failure(
        .cannotCreate, "there is already a ledger in \(target)",
        advice: "If it is damaged or lacks events: " + printedCommand("recover", options: [("from", given)]))
    }
    var settings = try bookSettings()
    settings.folder = folder
    settings.isReadOnly = true
    let source = try Book.open(settings)
    defer { try? source.close() }
    if arguments.has(.dryRun) {
      let events = try source.lastPosition().rawValue
      let words = "Would restore \(folder) to \(target): \(counted(Int(clamping: events), "event"))."
      return try show(
        Reply(
          ["events": .integer(events), "folder": .string(target), "from": .string(folder)],
          [.paragraph(Line(words))]))
    }
    let progress = progress("Verifying: event")
    let report: BackupReport
    do {
      // The copy is verified, and a page that is missing in the latest backup may be in an older one.
      report = try source.copy(to: target, isBackup: false, pagesAlsoFrom: others) {
        progress.update($0, of: $1)
      }
    } catch EventLogError.damagedCopy(let report) {
      progress.finish()
      throw damagedBackup(report, source, at: folder, in: others.isEmpty ? nil : given)
    }
    progress.finish()
    let notation = OpenLedger(book: source, invocation: self).notation
    return try show(report.restored(from: folder, to: target, notation))
  }

  /// Returns the failure of restoring a damaged backup, with the newest good one of its folder.
  private func damagedBackup(
    _ report: VerificationReport, _ source: Book, at folder: String, in shelf: String?
  ) -> Failure {
    let first = report.firstDamaged.map { "\($0): \($0.words)" } ?? report.findings.first?.words ?? ""
    let good = shelf.flatMap { BackupShelf(folder: $0).newestGood(of: source.ledgerID, besides: folder) }
    return Failure(
      .no, "the backup \(folder) is damaged, so nothing was restored; the first finding: \(first)",
      advice: good.map { "Restore the newest good backup: " + printedCommand("restore", $0) }
        ?? "Restore another backup: events restore FOLDER")
  }

  /// Returns the folder itself if it is a ledger, or the latest backup that `backup --keep` made in it.
  ///
  /// The others are the older backups there, the newest first.
  private func latestBackup(in folder: String) throws -> (latest: String, others: [String]) {
    if DurableFile.exists(folder + "/log.sqlite") { return (folder, []) }
    let advice = "Name the folder that events backup has made: events restore FOLDER"
    try DurableFile.refuseFile(asFolder: folder)
    guard DurableFile.isFolder(folder) else {
      throw Failure(.noInput, "there is no folder \(folder)", advice: advice)
    }
    let shelf = BackupShelf(folder: folder)
    let names = try shelf.names()
    guard let latest = names.last else {
      throw Failure(.noInput, "there is no backup in \(folder)", advice: advice)
    }
    return (shelf.path(of: latest), names.dropLast().reversed().map(shelf.path(of:)))
  }
}
