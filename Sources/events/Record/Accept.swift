internal import LedgerBook
internal import LedgerDomain

extension Command {
  static let accept = Command(
    path: ["accept"], section: .record, summary: "Take what a machine proposes for a receipt that stands",
    operands: [
      .receipt,
      Operand("FIELD", "The fields; all proposals, if none is given", isOptional: true, repeats: true),
    ],
    run: { try answer($0) { .accept($0) } })

  static let reject = Command(
    path: ["reject"], section: .record, summary: "Decline what a machine proposes; what stands stays",
    operands: [
      .receipt,
      Operand("FIELD", "The fields; all proposals, if none is given", isOptional: true, repeats: true),
    ],
    run: { try answer($0) { .reject($0) } })

  private static func answer(
    _ invocation: Invocation, _ command: ([TransactionField]) -> TransactionCommand
  ) throws -> ExitCode {
    let fields = try invocation.arguments.operands.dropFirst().map { text throws(Failure) in
      try Values.field(text)
    }
    return try invocation.withLedger { ledger in
      try ledger.perform(command(fields), sayingNothingNew: "no proposal waits for an answer")
    }
  }
}
