internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerScreens
internal import LedgerSync

extension Command {
  private static let quick = Option.flag("quick", "Only trees: payloads are not read")

  static let compare = Command(
    path: ["compare"], section: .travel,
    summary: "Compare two folders of one ledger, or a ledger with a shared folder",
    operands: [
      Operand(
        "A", "A ledger's folder or a shared folder; with one only, it is compared with --ledger", isFile: true),
      Operand("B", "The other one", isOptional: true, isFile: true),
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
      throw Failure(
        .dataError, "these are two ledgers, not two folders of one",
        advice: ["\(here): ledger \(error.here)", "\(there): ledger \(error.there)"])
    }
    progress.finish()
    // A shared folder has neither an order of arrival nor read models.
    let hasFolder = sides.here.report != nil || sides.there.report != nil
    if hasFolder { comparison.leaveOutOrder() } else { comparison.compareModels(here, there) }
    let words = ComparisonWords(
      names: try DeviceNames(sides.here.log).merging(try DeviceNames(sides.there.log)))
    let notRead = sides.here.notRead(words.names) + sides.there.notRead(words.names)
    if invocation.isJSON {
      try invocation.print(json: words.json(comparison, here, there, notRead: notRead))
    } else {
      try print(comparison, words, invocation, here, there, notRead)
    }
    return comparison.isSame && notRead.isEmpty ? .ok : .no
  }

  private static func print(
    _ comparison: LedgerComparison, _ words: ComparisonWords, _ invocation: Invocation, _ here: String,
    _ there: String, _ notRead: [String]
  ) throws {
    try invocation.print("here   \(visible(here)), \(events(comparison, .here))")
    try invocation.print("there  \(visible(there)), \(events(comparison, .there))")
    try invocation.print()
    for difference in comparison.differences {
      try invocation.print(paragraph: visible(words.line(difference)))
    }
    for line in notRead { try invocation.print(paragraph: visible(line)) }
    if comparison.isSame, notRead.isEmpty {
      let how = comparison.readsPayloads ? "every one read" : "by their trees; payloads were not read"
      try invocation.print(paragraph: "Both hold the same events, \(how).")
    }
    for note in comparison.notes { try invocation.print(paragraph: visible(words.line(note))) }
  }

  private static func events(_ comparison: LedgerComparison, _ side: LedgerComparison.Side) -> String {
    counted(Int(clamping: comparison.events[side] ?? 0), "event")
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

/// A comparison in words and as JSON.
struct ComparisonWords {
  let names: DeviceNames

  func line(_ difference: LedgerComparison.Difference) -> String {
    switch difference {
    case .missing(let side, let device, let sequences, let first):
      let count = counted(sequences.count, "event")
      let range =
        sequences.count == 1 ? "\(sequences.lowerBound)" : "\(sequences.lowerBound) to \(sequences.upperBound)"
      return "Missing \(side.rawValue): \(count) of \(names.words(device)), \(range), beginning with "
        + "\(described(first))."
    case .fork(let here, let there, let parts):
      return "Two events of \(names.words(here.reference.device)) have number \(here.reference.sequence): "
        + "\(described(here)) here, \(described(there)) there (they differ in \(parts.joined(separator: ", "))). The "
        + "device's id was used twice, by a copy of its folder; from there on each side tells its own story."
    case .damaged(let side, let event):
      return
        "Damaged \(side.rawValue): event \(event.position), \(described(event)); its bytes are not those that "
        + "were hashed."
    case .redacted(let side, let event):
      return "Taken out \(side.rawValue) only: the payload of \(event.reference.sequence) of "
        + "\(names.words(event.reference.device)), \(described(event))."
    case .deleted(let side, let positions):
      let range =
        positions.count == 1 ? "\(positions.lowerBound)" : "\(positions.lowerBound) to \(positions.upperBound)"
      return "Deleted \(side.rawValue): the rows of \(counted(positions.count, "event")), at \(range). "
        + "Go on with the other folder, or with a backup."
    }
  }

  func line(_ note: LedgerComparison.Note) -> String {
    switch note {
    case .order(let position, let here, let there):
      return
        "They came in another order, from position \(position) on: \(words(here)) here, \(words(there)) there. "
        + "Totals and lists do not depend on it. Which pairs duplicates forms of three or more equal receipts, and which "
        + "hits search leaves out at its limit, may."
    case .clockAhead(let side, let device, let milliseconds, let event):
      return "The clock of \(names.words(device)) is ahead of the one \(side.rawValue) by "
        + "\(EventText.span(milliseconds)) or more, at \(words(event))."
    case .clockBehind(let device, let milliseconds, let event):
      return
        "The clock of \(names.words(device)) is behind what it had seen, by \(EventText.span(milliseconds)) at "
        + "\(words(event))."
    case .models(let here, let there):
      return "The read models are of two versions of the program (\(here.joined(separator: ", ")) here, "
        + "\(there.joined(separator: ", ")) there): figures may differ until both are opened with the same."
    }
  }

  private func described(_ event: StoredEvent) -> String {
    "\(event.type) of \(localTime(milliseconds: event.recordedAtMilliseconds)) on \(event.stream.kind) "
      + "\(event.stream.id.description.prefix(8))"
  }

  private func words(_ event: EventReference) -> String { "\(names.words(event.device)):\(event.sequence)" }

  func json(_ comparison: LedgerComparison, _ here: String, _ there: String, notRead: [String]) -> JSONValue {
    comparison.json(
      .init(folders: [.here: here, .there: there], notRead: notRead, difference: line, note: line))
  }
}
