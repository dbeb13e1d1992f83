internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

private enum Options {
  static let keep = Option.value("keep", "N", "Make a backup inside FOLDER, and keep the latest N there")
  static let auto = Option.flag("auto", "Make backups in FOLDER automatically after commands")
  static let every = Option.value(
    "every", "DAY|N", "With --auto: days (1d, 7d) or events (100) between backups (default 1d)")
}

extension Command {
  static let backup = Command(
    path: ["backup"], section: .log,
    summary: "Back up the log and all scans, and verify the copy",
    operands: [
      Operand(
        "FOLDER", "A folder without a ledger in it; with --auto also off or now (./off is a folder)",
        isOptional: true,
        isFile: true)
    ],
    options: [Options.keep, Options.auto, Options.every],
    run: { invocation in
      let given = invocation.arguments
      if given.has(Options.auto) {
        guard let interval = AutomaticBackup.Interval(given[Options.every] ?? "1d") else {
          throw Failure.usage(
            "--every takes days such as 1d, or a number of events such as 100", command: "backup")
        }
        let count = try given.number(Options.keep, in: 1...10_000) ?? 7
        return try AutomaticRun(invocation: invocation, interval: interval, count: count).run()
      }
      guard !given.has(Options.every), !given.operands.isEmpty else {
        let reason = given.operands.isEmpty ? "“backup” needs a FOLDER" : "--every needs --auto"
        throw Failure.usage(reason, command: "backup")
      }
      let folder = invocation.arguments.operands[0]
      let count = try invocation.arguments.number(Options.keep, in: 1...10_000)
      return try BackupRun(invocation: invocation, folder: folder, count: count).run()
    })
}

private struct BackupRun {
  let invocation: Invocation
  let folder: String
  /// The number of backups to keep in the folder, or `nil` if the folder is the backup.
  let count: Int?

  func run() throws -> ExitCode {
    // The models are not opened. A damaged log may not give any.
    let book: Book
    do {
      book = try invocation.openedBook()
    } catch EventLogError.damaged(let words) {
      throw failure(Refusal(EventLogError.damaged(words)).line, ledger: nil)
    } catch EventLogError.notALedger(let path) where hasHead {
      throw failure(
        Refusal(EventLogError.damaged("\(EventLogError.notALedger(path: path))")).line, ledger: nil)
    } catch let error as SQLiteError where error.kind == .corrupt || error.kind == .notADatabase {
      throw failure(Refusal(EventLogError.damaged(error.message)).line, ledger: nil)
    }
    defer { try? book.close() }
    try invocation.refuseStreamsOfLedger()
    let progress = invocation.progress("Verifying: event")
    do {
      let code = try count.map { try rotate(book, keeping: $0, progress) } ?? copy(book, progress)
      return code
    } catch EventLogError.damagedCopy(let report) {
      progress.finish()
      throw failure(Refusal(EventLogError.damagedCopy(report)).line, ledger: book.ledgerID)
    }
  }

  private func copy(_ book: Book, _ progress: Progress) throws -> ExitCode {
    let report = try book.backup(to: folder) { progress.update($0, of: $1) }
    progress.finish()
    return try invocation.show(report.made(at: folder, notation(book)))
  }

  private func rotate(_ book: Book, keeping count: Int, _ progress: Progress) throws -> ExitCode {
    let shelf = BackupShelf(folder: folder)
    let report = try shelf.backUp(book, at: invocation.clock().milliseconds, keeping: count) {
      progress.update($0, of: $1)
    }
    progress.finish()
    return try invocation.show(
      report.backup.made(
        at: report.path, removed: report.removed, kept: report.kept.map(shelf.path(of:)), notation(book)))
  }

  private func notation(_ book: Book) -> Notation { OpenLedger(book: book, invocation: invocation).notation }

  /// Returns the failure of a backup of a damaged log. Finding the newest good copy verifies the copies.
  private func failure(_ words: String, ledger: UniqueID?) -> Failure {
    let shelf = count == nil ? parent : folder
    let own = (try? invocation.ledgerFolder()) ?? ""
    guard let good = BackupShelf(folder: shelf).newestGood(of: ledger, besides: own) else {
      return Failure(
        .no, words, advice: "There is no good backup in \(shelf). Others: events recover --from FOLDER")
    }
    return Failure(
      .no, words,
      advice: [
        "The newest good backup: \(good); no backup was removed",
        "Bring back from it what is damaged: " + printedCommand("recover", options: [("from", good)]),
      ])
  }

  /// Whether the folder has another file that only a ledger has, so that its log was one.
  private var hasHead: Bool {
    (try? invocation.ledgerFolder()).map { DurableFile.exists($0 + "/" + LedgerNames.head) } ?? false
  }

  /// The folder around the backup's, where people have their other backups.
  private var parent: String {
    var path = folder
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
