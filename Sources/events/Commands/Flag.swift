internal import LedgerBook
internal import LedgerDomain

extension Command {
  static let flag = Command(
    path: ["flag"], section: .record, summary: "Say whether a receipt is paid and reimbursed",
    operands: [
      .receipt, Operand("FLAG", FlagSetting.allCases.map(\.rawValue).joined(separator: ", "), repeats: true),
    ],
    examples: ["events flag 3f2a1b9c paid unreimbursed"],
    run: { invocation in
      let settings = try invocation.arguments.operands.dropFirst().map { (text) throws(Failure) in
        try Values.choice(text, "flag", FlagSetting.self)
      }
      return try invocation.withLedger { ledger in
        try ledger.perform(.flag(settings), sayingNothingNew: "its flags are so already")
      }
    })
}
