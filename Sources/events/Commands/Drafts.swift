internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension Command {
  static let drafts = Command(
    path: ["drafts"], section: .look, summary: "List what was captured and not saved yet, oldest first",
    shared: Option.looking,
    run: { try $0.withLedger(listDrafts) })

  private static func listDrafts(_ ledger: OpenLedger) throws -> ExitCode {
    let drafts = try ledger.book.drafts()
    if ledger.invocation.isJSON {
      for draft in drafts {
        guard case .object(var members) = JSONValue.transaction(draft.row) else { continue }
        members["attention"] = .count(draft.row.attentionCount)
        try ledger.invocation.print(json: .object(members))
      }
      return .ok
    }
    guard !drafts.isEmpty else {
      try ledger.invocation.print("There are no drafts. Take a receipt in: events capture SCAN --text FILE")
      return .ok
    }
    var table = Table([
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
    return .ok
  }
}
