internal import LedgerBook
internal import LedgerDomain

/// What it takes by name.
private enum Options {
  static let off = Option.flag("off", "Mark it as not cleared")
}

extension Command {
  static let clear = Command(
    path: ["clear"], section: .record, summary: "Mark a transaction as cleared by the bank",
    operands: [.receipt], options: [Options.off],
    run: { invocation in
      let isCleared = !invocation.arguments.has(Options.off)
      return try invocation.withLedger { ledger in
        try ledger.perform(.clear(isCleared), sayingNothingNew: "it is so already")
      }
    })
}
