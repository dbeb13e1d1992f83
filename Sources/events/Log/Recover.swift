internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerSQLite
internal import LedgerSync

/// The options of the command.
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
      if !invocation.arguments.has(.dryRun), let aside = try LedgerRecovery.finishInterrupted(in: folder),
        !invocation.isJSON
      {
        try invocation.print(
          paragraph: "A recovery that was interrupted is finished. The damaged folder is \(aside).")
      }
      return try invocation.recoverSound(folders) ?? invocation.recoverDamaged(folders)
    })
}

// MARK: - A sound ledger

extension Invocation {
  /// Brings missing scans and events into a ledger whose log is sound. Returns `nil` if the log is damaged.
  fileprivate func recoverSound(_ folders: [String]) throws -> ExitCode? {
    guard let book = try soundBook() else { return nil }
    defer { try? book.close() }
    let recovered = try book.recoverMissing(from: folders, dryRun: arguments.has(.dryRun))
    if isJSON {
      try print(json: [
        "changed": .boolean(!recovered.sources.isEmpty && !arguments.has(.dryRun)), "device": .null,
        "lost": .array([]), "lostPages": .array(recovered.missingPages.map { .string($0.sha256) }),
        "setAside": .null, "sources": .array(recovered.sources.map(\.json)),
        "taken": .count(recovered.sources.reduce(0) { $0 + $1.eventCount }),
        "waiting": .array(recovered.waiting.map(\.json)),
      ])
      return recovered.missingPages.isEmpty ? .ok : .no
    }
    for part in recovered.sources { try print(part.line(arguments.has(.dryRun) ? "would come" : "came")) }
    let taken = recovered.sources.reduce(0) { $0 + $1.eventCount }
    if taken > 0, !arguments.has(.dryRun) { try print("\(counted(taken, "event")) came back") }
    try printWaiting(recovered.waiting)
    for page in recovered.missingPages {
      let receipt = page.transaction.description.prefix(8)
      try print("page \(page.sha256.prefix(12)) of transaction \(receipt): \(page.words)")
    }
    if recovered.missingPages.isEmpty {
      try print(
        recovered.sources.isEmpty
          ? "Nothing is damaged or missing. Nothing was changed."
          : arguments.has(.dryRun) ? "Nothing was changed" : "Nothing is missing any more")
      return .ok
    }
    throw Failure(Refusal(.refused, "scans are missing", .takeBack))
  }

  /// Opens the ledger if its log is sound and has all of its events. Nothing is changed by looking.
  private func soundBook() throws -> Book? {
    var settings = try bookSettings()
    let isReadOnly = settings.isReadOnly || arguments.has(.dryRun)
    settings.isReadOnly = true
    do {
      let book = try Book.open(settings)
      let progress = progress("Verifying: event")
      let report = try book.log.verify { progress.update($0, of: $1) }
      progress.finish()
      let isAhead = if case .ahead = book.log.headAtOpening { true } else { false }
      guard report.isSound, !isAhead else {
        try book.close()
        return nil
      }
      if isReadOnly { return book }
      try book.close()
      settings.isReadOnly = false
      return try Book.open(settings)
    } catch let error as EventLogError {
      switch error {
      case .logMissing(_, let found):
        if found.contains(LedgerLog.erasingMark) || LedgerLog.isWaitingForCloud(found) { throw error }
        return nil
      case .damaged, .notALedger, .otherWriteAheadLog: return nil
      case .noLedger, .ledgerExists, .secondName, .displaced, .newerVersion, .readOnly, .busy, .lostEvents,
        .otherLedger, .foreignFolder, .deviceExists, .wrongVersion, .invalidPayload, .tooLarge, .invalidDraft,
        .commandReused, .noSuchEvent, .alreadyRedacted, .gap, .fork, .invalidEvent, .timeTooLate, .damagedCopy:
        throw error
      }
    } catch let error as SQLiteError {
      switch error.kind {
      case .corrupt, .notADatabase, .io, .constraint, .other, .tooBig: return nil
      case .busy, .full, .readOnly, .cannotOpen, .interrupted, .noMemory: throw error
      }
    }
  }
}

// MARK: - A damaged ledger

extension Invocation {
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
    if !isJSON { try printReport(report) }
    if arguments.has(.dryRun) {
      if isJSON { try print(json: report.json(setAside: nil, device: nil)) }
      return .ok
    }
    if !report.isComplete, !arguments.has(Options.accept) {
      guard canAsk, !isJSON, try agrees(to: "Go on without the events that are lost?") else {
        if isJSON { try print(json: report.json(setAside: nil, device: nil)) }
        throw Failure(Refusal(.refused, "events are lost, so nothing was changed", .takeBack, .acceptLoss))
      }
    }
    let (aside, device): (String, UniqueID)
    do { (aside, device) = try recovery.perform() } catch let error as FileError where error.isMountPoint {
      let folder = FigureWords.quoted(report.folder)
      throw Failure(
        .cannotCreate,
        "\(report.folder) is a mount point, so a new folder cannot take its place; nothing was changed",
        advice: [
          "Recover a copy of it: cp -a \(folder) COPY, then: events --ledger COPY recover",
          "Then empty \(folder) and copy the files back: cp -a COPY/. \(folder)",
        ])
    }
    if isJSON {
      try print(json: report.json(setAside: aside, device: report.device == nil ? device : nil))
      return report.lostPages.isEmpty ? .ok : .no
    }
    let taken = report.sources.dropFirst().reduce(0) { $0 + $1.eventCount }
    if taken > 0 { try print("\(counted(taken, "event")) came back") }
    try print("The ledger is sound again: \(counted(report.events, "event")).")
    if report.device == nil { try print("This folder goes on as device \(device)") }
    try print(paragraph: "The damaged folder is kept whole: \(aside)")
    return report.lostPages.isEmpty ? .ok : .no
  }

  private func printReport(_ report: RecoveryPlan) throws {
    for part in report.sources where part.eventCount > 0 || part.pages > 0 {
      try print(part.line("can be read"))
    }
    for lost in report.lost { try print("Lost: \(lost.words)") }
    if report.lostOfUnknownDevices > 0 {
      try print("Lost: \(counted(Int(clamping: report.lostOfUnknownDevices), "event")) of devices not known")
    }
    if report.beginsAgain {
      try print(
        paragraph:
          "Lost: the ledger's beginning, with its currency, its calendar and its first categories. It begins "
          + "again with EUR and the usual settings, until a folder brings the beginning back")
    }
    try printWaiting(report.waiting)
    for page in report.lostPages {
      try print("Lost: page \(page.sha256.prefix(12)) of transaction \(page.transaction.description.prefix(8))")
    }
  }

  private func printWaiting(_ ranges: [EventRange]) throws {
    guard !ranges.isEmpty else { return }
    for range in ranges { try print("Waiting for the events before them: \(range.words)") }
    try print(
      paragraph:
        "Events that wait can be read, and are kept in the damaged folder. They count once the events before "
        + "them are back: events recover --from FOLDER")
  }
}

extension RecoveredPart {
  /// Returns the part in a line.
  fileprivate func line(_ verb: String) -> String {
    let pages = pages > 0 ? " and \(counted(pages, "page"))" : ""
    return "\(folder): \(counted(eventCount, "event"))\(pages) \(verb)"
      + (events.isEmpty ? "" : " (\(events.map(\.short).joined(separator: ", ")))")
  }

  fileprivate var json: JSONValue {
    [
      "events": .array(events.map(\.json)), "folder": .string(folder), "pages": .count(pages),
    ]
  }
}

extension EventRange {
  fileprivate var short: String { "\(device.description.prefix(8)):\(first)–\(last)" }
  fileprivate var words: String {
    first == last
      ? "event \(first) of device \(device.description.prefix(8))"
      : "events \(first)–\(last) of device \(device.description.prefix(8))"
  }
  fileprivate var json: JSONValue {
    [
      "device": .string(device.description), "expected": .integer(Int64(clamping: last)),
      "first": .integer(Int64(clamping: first)), "found": .integer(Int64(clamping: first - 1)),
      "last": .integer(Int64(clamping: last)),
    ]
  }
}

extension RecoveryPlan {
  fileprivate func json(setAside: String?, device: UniqueID?) -> JSONValue {
    [
      "beginsAgain": .boolean(beginsAgain), "changed": .boolean(setAside != nil),
      "device": .optional(device?.description),
      "lost": .array(lost.map(\.json)), "lostOfUnknownDevices": .integer(lostOfUnknownDevices),
      "lostPages": .array(lostPages.map { .string($0.sha256) }), "setAside": .optional(setAside),
      "sources": .array(sources.map(\.json)),
      "taken": .count(sources.dropFirst().reduce(0) { $0 + $1.eventCount }),
      "waiting": .array(waiting.map(\.json)),
    ]
  }
}
