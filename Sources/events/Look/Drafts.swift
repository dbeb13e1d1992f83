internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerScreens

extension Command {
  static let drafts = Command(
    path: ["drafts"], section: .look,
    summary: "List what waits: drafts not saved yet, then proposals not answered",
    shared: Option.looking,
    run: { try $0.withLedger(listDrafts) })

  private static func listDrafts(_ ledger: OpenLedger) throws -> ExitCode {
    let drafts = try ledger.book.drafts()
    let waiting = try ledger.book.waitingProposals().filter { $0.transaction.row.stage != .draft }
    if ledger.invocation.isJSON {
      for (draft, fields) in drafts.map({ ($0, 0) }) + waiting.map({ ($0.transaction, $0.fields) }) {
        try ledger.invocation.print(json: try draft.draftJSON(proposals: fields))
      }
      return .ok
    }
    guard !drafts.isEmpty else {
      if waiting.isEmpty {
        try ledger.invocation.print("There are no drafts. Take a receipt in: events capture SCAN --text FILE")
      }
      try printWaiting(waiting, ledger)
      return .ok
    }
    var table = TextTable([
      .left("draft"), .left("date"), .name("vendor"), .right("total"), .right("to look at"),
    ])
    for draft in drafts {
      let row = draft.row
      table.row([
        .init(try ledger.short(row.id), .quiet), .init(ledger.words(row.date)),
        .init(ledger.vendor(row)), .init(ledger.words(row.money)),
        .init(
          row.attentionCount == 0 ? "–" : "\(row.attentionCount)", row.attentionCount == 0 ? .good : .attention),
      ])
    }
    try ledger.invocation.print(table)
    if !waiting.isEmpty { try ledger.invocation.print() }
    try printWaiting(waiting, ledger)
    return .ok
  }

  /// Saved receipts for which a machine has made a proposal (IE-30).
  private static func printWaiting(_ waiting: [WaitingProposals], _ ledger: OpenLedger) throws {
    guard !waiting.isEmpty else { return }
    var table = TextTable([
      .left("receipt"), .left("date"), .name("vendor"), .right("total"), .right("proposals"),
    ])
    for receipt in waiting {
      let row = receipt.transaction.row
      table.row([
        .init(try ledger.short(row.id), .quiet), .init(ledger.words(row.date)), .init(ledger.vendor(row)),
        .init(ledger.words(row.money)), .init("\(receipt.fields)", .attention),
      ])
    }
    try ledger.invocation.print(table)
    try ledger.invocation.print("See one: events review R; answer: events accept R, events reject R")
  }
}
