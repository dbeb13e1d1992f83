internal import LedgerBook
internal import LedgerDomain

extension Command {
  private static let off = Option.flag("off", "Mark it as not cleared")

  static let clear = Command(
    path: ["clear"], section: .record, summary: "Mark a transaction as cleared by the bank",
    operands: [.receipt], options: [off],
    run: { invocation in
      let isCleared = !invocation.arguments.has(off)
      return try invocation.withLedger { ledger in
        try ledger.perform(.clear(isCleared), sayingNothingNew: "it is so already")
      }
    })
}
