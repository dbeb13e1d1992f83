internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

private enum Options {
  static let unfiled = Option.flag("unfiled", "Remove it from its group")
}

extension Command {
  static let file = Command(
    path: ["file"], section: .record, summary: "Move receipts into a group, or out of their group",
    operands: [
      RecordSelection.operand,
      Operand(
        "GROUP", "The group, as the last word: its name, a part of it, or its id", isOptional: true,
        repeats: true),
    ],
    options: [Options.unfiled] + RecordSelection.options, shared: Option.destroying,
    run: { invocation in
      let isUnfiled = invocation.arguments.has(Options.unfiled)
      let least = invocation.arguments.has(RecordSelection.isFiltered) || isUnfiled ? 1 : 2
      guard isUnfiled || invocation.arguments.operands.count >= least else {
        throw Failure.usage("“file” needs a group, or --unfiled", command: "file")
      }
      let group = isUnfiled ? nil : invocation.arguments.operands.last
      let records = isUnfiled ? invocation.arguments.operands : Array(invocation.arguments.operands.dropLast())
      return try invocation.withLedger { ledger in
        let target = try group.flatMap { try ledger.livingGroup(orUnfiled: $0) }
        return try ledger.perform(.file(target), on: try RecordSelection.rows(ledger, records))
      }
    })
}
