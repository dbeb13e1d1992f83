internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerMirror
internal import LedgerPlatform

extension Command {
  private static let address = Operand(
    "URL", "The database, as postgresql://USER@HOST/NAME; - to read it from standard input")

  static let mirror = Command(
    path: ["mirror"], section: .exchange,
    summary: "Copy ledgers into PostgreSQL, to query many of them at once",
    subcommands: [
      Command(
        path: ["mirror", "postgres"], section: .exchange, summary: "Send new events of ledgers to a mirror",
        operands: [
          address,
          Operand(
            "LEDGER", "Folders of ledgers, or a folder with such folders (default: this ledger)",
            isOptional: true, repeats: true, isFile: true),
        ],
        run: sendToMirror),
      Command(
        path: ["mirror", "list"], section: .exchange, summary: "List the ledgers of a mirror",
        operands: [address], run: { try $0.show(MirroredLedgersAnswer($0.mirror().ledgers())) }),
    ])

  private static func sendToMirror(_ invocation: Invocation) throws -> ExitCode {
    let given = Array(invocation.arguments.operands.dropFirst())
    let folders = given.isEmpty ? [try invocation.ledgerFolder()] : try given.flatMap { try ledgers(in: $0) }
    let mirror = try invocation.mirror()
    var reports: [MirrorReport] = []
    var code = ExitCode.ok
    for folder in folders {
      do {
        var settings = try invocation.bookSettings()
        settings.folder = folder
        let book = try Book.open(settings)
        defer { try? book.close() }
        let report = try mirror.send(book)
        reports.append(report)
        try invocation.show(SentToMirrorAnswer(report, folder))
      } catch let error as MirrorError where error.concernsServer {
        throw error
      } catch let error as OutputFailure {
        throw error
      } catch {
        // With one ledger alone, its error is the command's.
        guard folders.count > 1 else { throw error }
        let failure = explanation(of: error)
        if code == .ok { code = failure.code }
        invocation.remark("events: \(folder): \(failure.message)")
      }
    }
    try invocation.show(MirrorSumsAnswer(reports))
    return code
  }

  /// Returns the folder if it is a ledger, or the ledgers that are in it.
  private static func ledgers(in folder: String) throws -> [String] {
    if DurableFile.exists(folder + "/log.sqlite") { return [folder] }
    try DurableFile.refuseFile(asFolder: folder)
    guard DurableFile.isFolder(folder) else {
      throw Failure(.noInput, "there is no folder \(folder)")
    }
    let found = try DurableFile.list(folder).sorted().map { "\(folder)/\($0)" }
      .filter { DurableFile.exists($0 + "/log.sqlite") }
    guard !found.isEmpty else { throw Failure(.noInput, "there is no ledger in \(folder)") }
    return found
  }
}

extension Invocation {
  /// Returns the mirror that the first operand names.
  func mirror() throws -> PostgresMirror {
    try PostgresMirror(try mirrorAddress(arguments.operands[0]), environment: environment.forPrograms)
  }

  /// Returns the address that a text names, or the first line of standard input.
  func mirrorAddress(_ text: String) throws -> PostgresAddress {
    guard text == "-" else {
      let address = try PostgresAddress(text)
      guard !address.hasPassword else { throw MirrorError.passwordInArgument }
      return address
    }
    guard case .bytes(let line)? = try input.nextLine(limit: 16 * 1_024) else {
      throw MirrorError.address(reason: "standard input has no line")
    }
    return try PostgresAddress(NFC.trimmed(String(decoding: line, as: UTF8.self)))
  }

  /// Makes the ledger's folder from a mirror, and verifies every byte of it.
  func restoreFromMirror(_ url: String) throws -> ExitCode {
    let mirror = try PostgresMirror(try mirrorAddress(url), environment: environment.forPrograms)
    let ledger = try mirror.ledger(arguments.operands[0])
    let target = try ledgerFolder()
    if arguments.has(.dryRun) {
      guard !DurableFile.exists(target + "/log.sqlite") else {
        throw EventLogError.ledgerExists(folder: target)
      }
      let events = try mirror.ledgers().first { $0.ledger == ledger }?.eventCount ?? 0
      return try show(
        Reply(
          ["events": .integer(events), "folder": .string(target), "ledger": .string(ledger.description)],
          [
            .paragraph(
              "Would restore ledger \(ledger) to \(target): \(counted(Int(clamping: events), "event")).")
          ]))
    }
    let events = try mirror.restore(ledger, to: target, stateFolder: stateFolder)
    let book = try Book.open(try bookSettings())
    defer { try? book.close() }
    let progress = progress("Verifying: event")
    let integrity = try book.verify { progress.update($0, of: $1) }
    progress.finish()
    for finding in integrity.found { remark("events: \(finding.line)") }
    let state = integrity.isSound ? "every event verified." : "not all of it is whole."
    return try show(
      Reply(
        [
          "events": .integer(events), "folder": .string(target), "ledger": .string(ledger.description),
          "ok": .boolean(integrity.isSound),
        ],
        [
          .paragraph(
            "Restored ledger \(ledger) to \(target): \(counted(Int(clamping: events), "event")); \(state)"),
          .line("Pages of paper are not in a mirror. The next entry is recorded as a new device."),
        ], verdict: integrity.isSound ? .yes : .no))
  }
}

extension MirrorError {
  /// Whether the error is about the server, so that no other ledger can be sent either.
  fileprivate var concernsServer: Bool {
    switch self {
    case .fork, .otherRoot, .damaged: false
    case .address, .passwordInArgument, .noProgram, .connection, .server, .oldServer, .encoding, .newerSchema,
      .changedSchema, .noLedger, .ambiguous:
      true
    }
  }
}
