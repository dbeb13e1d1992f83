internal import LedgerDomain

extension Command {
  static let pick = Command(
    path: ["pick"], section: .record, summary: "Choose one of two readings",
    operands: [.receipt, .field, Operand("N", "The number of the reading, from 1")],
    run: { invocation in
      let field = try Values.field(invocation.arguments.operands[1])
      let text = invocation.arguments.operands[2]
      guard let number = Int(text), number >= 1 else {
        throw Failure.usage("a reading's number is a whole number from 1, not “\(text)”", command: "pick")
      }
      return try invocation.withLedger { ledger in
        try ledger.perform(.pick(field, number: number))
      }
    })
}
