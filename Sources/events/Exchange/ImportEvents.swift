internal import EventLog
internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerSync

extension Command {
  /// How many bad lines are reported.
  private static let toldLinesMax = 20

  /// `import --format ndjson`.
  static func importEvents(_ invocation: Invocation, _ stream: TextInput?) throws -> ExitCode {
    // The ledger comes first, so that a file of its own is recognized if it is named as the input.
    let settings = try invocation.bookSettings()
    let log = try ledger(settings)
    defer { try? log?.close() }
    try invocation.refuseStreamsOfLedger()
    let input = try stream ?? ImportOptions.input(invocation.arguments.operands[0], invocation)
    var events = EventImport(
      into: log, settings, from: input.name, isDryRun: invocation.arguments.has(.dryRun))
    let report = try events.run {
      switch try input.nextLine(limit: EventLine.bytesMax) {
      case nil: nil
      case .bytes(let bytes): bytes
      case .tooLong: throw EventLine.Fault(reason: "the line is too long")
      }
    }
    for line in events.refused.prefix(toldLinesMax) {
      invocation.remark("events: \(input.name):\(line.number): \(line.words)")
    }
    guard let report else {
      invocation.remark("events: nothing was imported")
      return .dataError
    }
    let isWhole = events.refused.isEmpty
    let names = try log.map { try DeviceNames($0) }
    try invocation.show(EventImportAnswer(report, names, unread: isWhole ? nil : input.name))
    if let log, !report.isDryRun, try !log.redactions().isEmpty {
      // A book that is opened removes what redactions among the events have left in the folder.
      let book = try invocation.openedBook()
      if try book.redactRepeats() > 0 { try book.removeRedactionRemains() }
      try book.close()
    }
    return isWhole && report.waiting.isEmpty ? .ok : .dataError
  }

  /// Returns the folder's ledger, or `nil` if the folder has no ledger.
  private static func ledger(_ settings: Book.Settings) throws -> LedgerLog? {
    do {
      return try LedgerLog.open(settings.folder, mode: .readWrite, stateFolder: settings.stateFolder)
    } catch EventLogError.noLedger {
      return nil
    }
  }
}
