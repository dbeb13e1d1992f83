internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens
internal import LedgerSync

extension Command {
  static let conflicts = Command(
    path: ["conflicts"], section: .exchange,
    summary: "List what two devices have set without knowing of each other",
    run: { try $0.withLedger(listConflicts) })

  private static func listConflicts(_ ledger: OpenLedger) throws -> ExitCode {
    let conflicts = try ledger.book.conflicts()
    let accounts = try ledger.book.accountConflicts()
    let isEmpty = conflicts.isEmpty && accounts.isEmpty
    if ledger.invocation.isJSON {
      for conflict in conflicts { try ledger.invocation.print(json: conflict.json) }
      for conflict in accounts { try ledger.invocation.print(json: conflict.json) }
      return isEmpty ? .ok : .no
    }
    if isEmpty { try ledger.invocation.print("There are no conflicts") }
    let names = try DeviceNames(ledger.book.log)
    for conflict in conflicts {
      try ledger.invocation.print(
        title:
          "\(try ledger.book.shortID(conflict.transaction.stream.id))  \(conflict.field?.rawValue ?? "deletion")"
      )
      for (index, value) in conflict.values.enumerated() {
        try ledger.invocation.print("  " + words(ledger, value, isShown: index == 0, names))
      }
    }
    for conflict in accounts {
      try ledger.invocation.print(title: "account \(visible(conflict.name))  \(conflict.property.rawValue)")
      for (index, value) in conflict.values.enumerated() {
        try ledger.invocation.print("  " + words(ledger, value, isShown: index == 0, names))
      }
    }
    return isEmpty ? .ok : .no
  }

  private static func words(
    _ ledger: OpenLedger, _ value: Conflict.Value, isShown: Bool, _ names: DeviceNames
  ) throws -> String {
    let event = "\(names.words(value.event.device)):\(value.event.sequence)"
    let before = try value.basedOn.map { ", instead of \(try ledger.words($0, of: .vendor))" } ?? ""
    let words = try value.value.map { try ledger.words($0, of: .vendor) } ?? "nothing"
    return words
      + visible("  \(value.actor), \(localTime(milliseconds: value.atMilliseconds)) on \(event)") + before
      + (isShown ? "  (shown)" : "")
  }
}
