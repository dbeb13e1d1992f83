internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerScreens
internal import LedgerSync

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
    let folder = try latestBackup(in: given)
    let target = try ledgerFolder()
    var settings = try bookSettings()
    settings.folder = folder
    settings.isReadOnly = true
    let source = try Book.open(settings)
    if arguments.has(.dryRun) {
      let events = try source.log.lastPosition().rawValue
      try source.close()
      guard !DurableFile.exists(target + "/log.sqlite") else {
        throw EventLogError.ledgerExists(folder: target)
      }
      return try reportRestoring(
        "Would restore \(visible(folder)) to \(visible(target)): \(counted(Int(clamping: events), "event")).",
        ["events": .integer(events), "folder": .string(target), "from": .string(folder)])
    }
    let report = try source.backup(to: target)
    try source.close()
    settings.folder = target
    let restored = try Book.open(settings)
    let progress = progress("Verifying: event")
    let integrity = try restored.verify { progress.update($0, of: $1) }
    progress.finish()
    try restored.close()
    report.remark(to: self)
    for finding in integrity.found { remark(visible("events: \(finding.line)")) }
    let isWhole = report.isWhole && integrity.isSound
    var json = report.json(folder: target)
    if case .object(var members) = json {
      members["from"] = .string(folder)
      members["ok"] = .boolean(isWhole)
      json = .object(members)
    }
    let verdict = isWhole ? "every byte verified" : "not all of it is whole"
    _ = try reportRestoring(
      "Restored \(visible(folder)) to \(visible(target)): \(report.words); \(verdict).", json)
    if isWhole, !isJSON {
      try print("The next entry is recorded as a new device, because the old one may go on elsewhere.")
    }
    return isWhole ? .ok : .no
  }

  private func reportRestoring(_ words: String, _ json: JSONValue) throws -> ExitCode {
    if isJSON { try print(json: json) } else { try print(paragraph: words) }
    return .ok
  }

  /// Returns the folder itself if it is a ledger, or the latest backup that `backup --keep` made in it.
  private func latestBackup(in folder: String) throws -> String {
    if DurableFile.exists(folder + "/log.sqlite") { return folder }
    guard DurableFile.isFolder(folder) else {
      throw Failure(
        .noInput, "there is no folder \(visible(folder))",
        advice: "Name the folder that events backup has made: events restore FOLDER")
    }
    let shelf = BackupShelf(folder: folder)
    guard let latest = try shelf.names().last else {
      throw Failure(
        .noInput, "there is no backup in \(visible(folder))",
        advice: "Name the folder that events backup has made: events restore FOLDER")
    }
    return shelf.path(of: latest)
  }
}
