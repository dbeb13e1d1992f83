internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

extension Command {
  static let flag = Command(
    path: ["flag"], section: .record, summary: "Mark receipts as paid or reimbursed, or as not",
    operands: [
      RecordSelection.operand,
      Operand(
        "FLAG", FlagSetting.allCases.map(\.rawValue).joined(separator: ", "), isOptional: true, repeats: true),
    ],
    options: RecordSelection.options, shared: Option.destroying,
    run: { invocation in
      let operands = invocation.arguments.operands
      let words = operands.filter { FlagSetting(rawValue: $0) != nil }
      let records = Array(operands.prefix { FlagSetting(rawValue: $0) == nil })
      guard records.count + words.count == operands.count else {
        let wrong = operands.dropFirst(records.count).first { FlagSetting(rawValue: $0) == nil }
        _ = try Values.choice(wrong ?? "", "flag", FlagSetting.self)
        return .usage
      }
      let settings = words.compactMap { FlagSetting(rawValue: $0) }
      if settings.isEmpty {
        // The last operand was meant as a flag.
        _ = try Values.choice(records.count > 1 ? records[records.count - 1] : "", "flag", FlagSetting.self)
      }
      try refuseContradiction(settings)
      return try invocation.withLedger { ledger in
        try ledger.perform(.flag(settings), on: try RecordSelection.rows(ledger, records))
      }
    })

  /// Refuses two settings of one flag.
  static func refuseContradiction(_ settings: [FlagSetting]) throws(Failure) {
    for sides in [[FlagSetting.paid, .unpaid, .noPaid], [.reimbursed, .unreimbursed, .noReimbursed]] {
      let given = sides.filter { settings.contains($0) }
      guard given.count > 1 else { continue }
      throw Failure.usage("\(listed(given.map(\.rawValue))) contradict one another; give one of them")
    }
  }
}
