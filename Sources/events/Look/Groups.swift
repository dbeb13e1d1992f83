internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerScreens

extension Command {
  static let groups = Command(
    path: ["groups"], section: .look, summary: "List the groups with their dates and totals",
    options: [.ids], shared: Option.looking,
    run: { try $0.withLedger(listGroups) })

  private static func listGroups(_ ledger: OpenLedger) throws -> ExitCode {
    let groups = try ledger.book.groups().filter { !$0.isIdle }
    if ledger.invocation.isJSON {
      let names = try FigureNames.areAsked(ledger) ? FigureNames(ledger) : nil
      for group in groups {
        try ledger.invocation.print(json: try names?.adding(to: group.json, group) ?? group.json)
      }
      return .ok
    }
    guard !groups.isEmpty else {
      try ledger.invocation.print("There are no groups yet. Begin one: events group create NAME")
      return .ok
    }
    var table = TextTable([.left(), .name(shrinksTo: 16), .left(), .right(), .right()])
    for group in groups {
      let id = try group.id.map { try ledger.short($0) } ?? ""
      let count = counted(group.receipts, "receipt")
      for (index, total) in ledger.netTotals(group.totals, group.tooLarge).enumerated() {
        table.row(
          index == 0
            ? [
              .init(id, .quiet), .init(visible(group.name), .strong),
              .init(ledger.range(group.first, group.last)),
              .init(count), .init(total),
            ] : ["", "", "", "", .init(total)])
      }
      if group.hasPendingDeletion { table.row(["", .init("a deletion waits", .attention), "", "", ""]) }
    }
    try ledger.invocation.print(table)
    if FigureNames.areAsked(ledger) {
      var names = try FigureNames(ledger)
      for group in groups {
        names.add(visible(group.name), try FigureNames.scope(group.id, ledger), group.totals)
      }
      try names.print()
    }
    return .ok
  }
}
