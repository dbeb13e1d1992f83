internal import LedgerDomain

private enum Options {
  static let off = Option.flag("off", "Mark as not cleared")
}

extension Command {
  static let clear = Command(
    path: ["clear"], section: .record, summary: "Mark receipts as cleared by the bank",
    operands: [RecordSelection.operand], options: [Options.off] + RecordSelection.options,
    shared: Option.destroying,
    run: { invocation in
      let isCleared = !invocation.arguments.has(Options.off)
      return try invocation.withLedger { try $0.performOnRecords(.clear(isCleared)) }
    })
}
