internal import LedgerDomain

extension Command {
  private static let proposals = Operand(
    "FIELD", "The fields (default: all proposals)", isOptional: true, repeats: true)

  static let accept = Command(
    path: ["accept"], section: .record, summary: "Accept proposed values for a saved receipt",
    operands: [.receipt, proposals], run: { try answer($0) { .accept($0) } })

  static let reject = Command(
    path: ["reject"], section: .record, summary: "Reject proposed values, and keep the current ones",
    operands: [.receipt, proposals], run: { try answer($0) { .reject($0) } })

  private static func answer(
    _ invocation: Invocation, _ command: ([TransactionField]) -> TransactionCommand
  ) throws -> ExitCode {
    let fields = try invocation.arguments.operands.dropFirst().map { text throws(Failure) in
      try Values.field(text)
    }
    return try invocation.withLedger { ledger in
      try ledger.perform(command(fields))
    }
  }
}
