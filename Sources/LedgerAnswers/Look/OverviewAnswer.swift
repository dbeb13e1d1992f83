internal import LedgerAudit
package import LedgerBook
internal import LedgerProjections
package import LedgerSync

/// The state of the ledger in a few lines. Programs get all of its state.
package struct OverviewAnswer: Answer {
  let status: LedgerStatus
  let sync: SyncStatus
  let engines: EngineAnswer

  package init(_ status: LedgerStatus, _ sync: SyncStatus, _ engines: EngineAnswer) {
    (self.status, self.sync, self.engines) = (status, sync, engines)
  }

  package func document(_ notation: Notation) -> Document {
    StatusAnswer(status, sync, engines).document(notation)
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let book = notation.book
    let groups = try book.groups()
    var blocks: [Block] = [
      .paragraph(
        Line(
          "\(status.folder): \(counted(status.transactions, "transaction")) in "
            + "\(counted(status.groups, "group")), \(grouped(status.events)) events"))
    ]
    // The group that was used last, or the newest one if none of the last receipts is in a group.
    let used = try book.lastUsedGroup()
    if let recent = groups.first(where: { $0.id == used }) ?? groups.first, recent.id != nil {
      let totals = notation.sum(recent.totals, recent.tooLarge)
      let receipts = counted(recent.count, "receipt")
      let amounts = [totals, notation.added(recent.upcoming) ?? ""].filter { !$0.isEmpty }.map { ", \($0)" }
      blocks.append(
        .paragraph(
          Line("Most recent group: \(recent.name), \(receipts)\(amounts.joined())")))
    }
    var lines: [Line] = []
    if let unfiled = groups.last, unfiled.id == nil,
      unfiled.count > 0 || !unfiled.upcoming.isEmpty
    {
      let upcoming = notation.added(unfiled.upcoming).map { ", \($0)" } ?? ""
      lines.append("\(counted(unfiled.count, "receipt"))\(upcoming) · not in any group")
    }
    if status.drafts > 0 {
      lines.append(
        "\(counted(status.drafts, "draft")) \(status.drafts == 1 ? "waits" : "wait"): \(step: .drafts)")
    }
    let waiting = try book.waitingProposals().count
    if waiting > 0 {
      let verb = waiting == 1 ? "has" : "have"
      lines.append("\(counted(waiting, "receipt")) \(verb) proposals to answer: \(step: .drafts)")
    }
    let text = SyncText(book: book, names: try DeviceNames(book))
    if sync.lastFolder != nil { lines.append("Sync: \(text.summary(sync))") }
    let working = status.automaticBackup.flatMap { $0.failure == nil ? $0 : nil }
    let notes: [Line] =
      (working.map { ["Backup: \($0.words)"] } ?? []) + text.lines(sync.otherWaits) + status.notes.map(\.words)
    return blocks + lines.blocks + notes.map { .paragraph($0) }
  }
}
