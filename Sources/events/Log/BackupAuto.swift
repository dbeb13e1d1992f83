internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

/// The automatic backup: set once, made after commands.
struct AutomaticRun {
  let invocation: Invocation
  let interval: AutomaticBackup.Interval
  let count: Int

  /// Starts the automatic backup of a ledger in a process that outlives this one and its terminal.
  static func start(_ ledger: String) {
    DetachedSelf.start(["--ledger", DurableFile.resolved(ledger) ?? ledger, "backup", "--auto", due])
  }

  /// The operand with which the tool starts itself.
  private static let due = "due"

  func run() throws -> ExitCode {
    switch invocation.arguments.operand(0) {
    case nil: return try open { try show($0.automaticBackup) }
    case "off"?:
      return try open { book in
        try book.setAutomaticBackup(to: nil)
        return try show(nil)
      }
    case "now"?, Self.due?: return try make()
    case let folder?:
      return try open { book in
        try book.setAutomaticBackup(to: folder, every: interval, keeping: count)
        return try tell(try book.backUpIfDue(isForced: true))
      }
    }
  }

  /// Makes the backup now, and notes a failure to open the ledger as one of the backup.
  private func make() throws -> ExitCode {
    let isForced = invocation.arguments.operand(0) != Self.due
    do {
      return try open { book in
        guard book.automaticBackup != nil else {
          throw Failure(
            .no, "no automatic backup is set",
            advice: ["Set one: events backup --auto FOLDER --every 1d", "A folder with the name now is ./now"])
        }
        let backup = try book.backUpIfDue(isForced: isForced)
        if let backup { return try tell(backup) }
        guard isForced else { return .ok }
        throw Failure(
          .tryAgain, "another process makes the automatic backup now", advice: "Try again in a while")
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      let now = invocation.clock().milliseconds
      AutomaticBackup.noteFailure(Refusal(error), at: now, ledger: try invocation.ledgerFolder())
      throw error
    }
  }

  private func open(_ body: (Book) throws -> ExitCode) throws -> ExitCode {
    let book = try invocation.openedBook()
    defer { try? book.close() }
    try invocation.refuseStreamsOfLedger()
    return try body(book)
  }

  private func tell(_ backup: AutomaticBackup?) throws -> ExitCode {
    _ = try show(backup)
    return backup?.failure == nil ? .ok : .no
  }

  private func show(_ backup: AutomaticBackup?) throws -> ExitCode {
    guard let backup else {
      return try invocation.show(
        Reply(
          ["backup": .null], "No automatic backup is made. Set one: events backup --auto FOLDER --every 1d"))
    }
    return try invocation.show(
      Reply(
        ["backup": backup.json], "Automatic backup: \(backup.words)",
        remarks: backup.failingNote.map { ["events: \($0)"] } ?? []))
  }
}
