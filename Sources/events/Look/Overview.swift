internal import EventLog
internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerSync

extension Command {
  /// Bare `events`: the state of the ledger in a few lines, or the first step if there is no ledger.
  static func showState(_ invocation: Invocation) throws -> ExitCode {
    let folder = try invocation.ledgerFolder()
    do {
      return try invocation.withLedger(summarize)
    } catch EventLogError.noLedger {
      if invocation.isJSON {
        try invocation.print(json: ["folder": .string(folder), "ledger": .null])
        return .ok
      }
      try invocation.print("There is no ledger in \(folder) yet.")
      try invocation.print("Begin one: events init --currency EUR")
      try invocation.print("All commands: events help")
      return .ok
    }
  }

  private static func summarize(_ ledger: OpenLedger) throws -> ExitCode {
    if ledger.invocation.isJSON { return try Command.status.run(ledger.invocation) }
    let status = try ledger.book.status()
    let groups = try ledger.book.groups().filter { !$0.isIdle }
    try ledger.invocation.print(
      paragraph: "\(status.folder): \(counted(status.transactions, "transaction")) in "
        + "\(counted(status.groups, "group")), \(grouped(status.events)) events")
    // The group that was used last, or the newest one if none of the last receipts is in a group.
    let used = try ledger.book.lastUsedGroup()
    if let recent = groups.first(where: { $0.id == used }) ?? groups.first, recent.id != nil {
      let totals = ledger.sum(recent.totals, recent.tooLarge)
      try ledger.invocation.print(
        paragraph:
          "Most recent group: \(recent.name), \(counted(recent.count, "receipt"))\(totals.isEmpty ? "" : ", \(totals)")"
      )
    }
    if let unfiled = groups.last, unfiled.id == nil {
      try ledger.invocation.print("\(counted(unfiled.receipts, "receipt")) · not in any group")
    }
    if status.drafts > 0 {
      let verb = status.drafts == 1 ? "waits" : "wait"
      try ledger.invocation.print("\(counted(status.drafts, "draft")) \(verb): events drafts")
    }
    let waiting = try ledger.book.waitingProposals()
    if !waiting.isEmpty {
      let verb = waiting.count == 1 ? "has" : "have"
      try ledger.invocation.print(
        "\(counted(waiting.count, "receipt")) \(verb) proposals to answer: events drafts")
    }
    let sync = ledger.book.syncStatus()
    let text = SyncText(ledger.book, try DeviceNames(ledger.book.log))
    if sync.lastFolder != nil { try ledger.invocation.print("Sync: \(text.summary(sync))") }
    if let backup = status.automaticBackup, backup.failure == nil {
      try ledger.invocation.print(paragraph: "Backup: \(backup.words)")
    }
    for note in text.lines(sync.waits) + status.notes { try ledger.invocation.print(paragraph: note) }
    return .ok
  }
}
