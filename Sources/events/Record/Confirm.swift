internal import LedgerDomain

extension Command {
  static let confirm = Command(
    path: ["confirm"], section: .record, summary: "Confirm values that were read",
    operands: [
      .receipt,
      Operand("FIELD", "The fields (default: all fields with a value)", isOptional: true, repeats: true),
    ],
    run: { invocation in
      let names = invocation.arguments.operands.dropFirst()
      let fields = try names.map { (name) throws(Failure) in try Values.field(name) }
      return try invocation.withLedger { ledger in
        try ledger.perform(.confirm(fields))
      }
    })
}
