internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// What it takes by name.
private enum Options {
  static let unfiled = Option.flag("unfiled", "Take it out of every group")
}

extension Command {
  static let file = Command(
    path: ["file"], section: .record, summary: "File a receipt into a group, or out of every group",
    operands: [.receipt, Operand("GROUP", "The group: its name or id", isOptional: true)],
    options: [Options.unfiled],
    examples: ["events file 3f2a1b9c \"Berlin — June 2026\"", "events file 3f2a1b9c --unfiled"],
    run: { invocation in
      let group = invocation.arguments.operand(1)
      guard (group == nil) == invocation.arguments.has(Options.unfiled) else {
        throw Failure.usage("'file' needs a group, or --unfiled", command: "file")
      }
      return try invocation.withLedger { ledger in
        let target = try group.flatMap { try ledger.group(orUnfiled: $0) }
        let id = try ledger.transaction()
        let outcome = try ledger.book.perform(.file(target), on: id)
        let name = try target.map { try ledger.book.group($0).name } ?? GroupState.reservedName
        let words = outcome.positions.isEmpty ? "it is already in" : "filed into"
        return try ledger.report(outcome, on: id, "\(words) \(visible(name))")
      }
    })
}
