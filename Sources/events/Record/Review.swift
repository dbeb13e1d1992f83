internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

private enum Options {
  static let all = Option.flag("all", "Review all drafts, one after the other")
  static let acceptAbove = Option.value(
    "accept-above", "PERCENT",
    "Accept a suggested category of at least this confidence, if the draft has no category")
}

extension Command {
  static let review = Command(
    path: ["review"], section: .record, summary: "Review what was read from a receipt",
    operands: [Operand(Operand.receipt.name, Operand.receipt.help, isOptional: true)],
    options: [Options.all, Options.acceptAbove],
    run: { invocation in
      let isOfAll = invocation.arguments.has(Options.all)
      guard isOfAll == invocation.arguments.operands.isEmpty else {
        throw Failure.usage(
          isOfAll ? "--all is about every draft, not one" : "name a receipt, or give --all", command: "review")
      }
      return try invocation.withLedger { ledger in
        if let confidence = try invocation.arguments.number(Options.acceptAbove, in: 0...100) {
          let drafts = isOfAll ? try ledger.book.drafts().map(\.row.id) : [try ledger.transaction()]
          try ledger.takeCategories(of: drafts, from: confidence)
        }
        guard isOfAll else { return try showReview(try ledger.transaction(), ledger) }
        return try ReviewOfAll(ledger: ledger, show: { try showReview($0, ledger) }).run()
      }
    })

  private static func showReview(_ id: TransactionID, _ ledger: OpenLedger) throws -> ExitCode {
    let detail = try ledger.book.transaction(id)
    let answer = ReviewAnswer(detail, try ledger.suggestedCategory(of: detail.row))
    let invocation = ledger.invocation
    if ledger.canReview, detail.row.stage == .draft {
      try invocation.print(
        title: "\(try ledger.notation.short(detail.row.id))  \(ledger.notation.summary(detail.row))")
      try ledger.draw(ledger.notation.duplicates(of: detail.row.id))
      try invocation.print(paragraph: ReviewDialogue.keys)
      if try ReviewDialogue(ledger: ledger, id: id).run() != .saved {
        try invocation.print("Everything answered is on record.")
        try ledger.draw(ledger.notation.nextStep(id, ledger.book.transaction(id).state))
      }
      return .ok
    }
    return try ledger.show(answer)
  }
}
