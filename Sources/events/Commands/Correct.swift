internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension Command {
  static let correct = Command(
    path: ["correct"], section: .record, summary: "Set a field to what is right",
    operands: [
      .receipt, .field, Operand("VALUE", "The value; an empty text \"\" empties vendor, note or account"),
    ],
    options: [CorrectOptions.this, CorrectOptions.future, CorrectOptions.rule], shared: Option.destroying,
    discussion: [
      "Dates are written 2026-06-14, amounts as the ledger's locale writes them: 84.50, or with "
        + "another currency, which is changed with them: \"84 JPY\". The group is set with events file.",
      "Where the receipt is one of a rule's, you are asked, or say, whether only this one changes, or this and the "
        + "future ones, or the whole rule; without a terminal it is this one.",
    ],
    examples: ["events correct 3f2a1b9c total 84.50", "events correct 3f2a1b9c note \"with the client\""],
    run: { invocation in
      let field = try Values.field(invocation.arguments.operands[1])
      return try invocation.withLedger { ledger in
        let id = try ledger.transaction()
        let value = try fieldValue(invocation.arguments.operands[2], field, of: id, ledger)
        if let code = try ledger.correctRule(field, value, of: id) { return code }
        if ledger.arguments.has(.dryRun) {
          let receipt = ledger.summary(try ledger.book.transaction(id).row)
          return try ledger.reportDryRun(
            "Would set the \(field.rawValue) of \(receipt).", ["transaction": .string("\(id)")])
        }
        let outcome = try ledger.book.perform(.correct(field, value), on: id)
        return try ledger.report(outcome, on: id, sayingNothingNew: "it is so already")
      }
    })

  /// What was typed, as a value of that field; nil empties it.
  static func fieldValue(
    _ text: String, _ field: Field, of id: TransactionID, _ ledger: OpenLedger
  ) throws -> FieldValue? {
    switch field {
    case .vendor, .note, .account: return text.isEmpty ? nil : .text(text)
    case .category: return .text(text)
    case .payment: return .text(try Values.choice(text, "payment", PaymentMethod.self).rawValue)
    case .kind: return .text(try Values.choice(text, "kind", TransactionKind.self).rawValue)
    case .date: return .date(try Values.date(text))
    case .currency: return .amount(Amount(currency: try Values.currency(text), minorUnits: nil))
    case .total:
      let currency = try ledger.book.transaction(id).row.amount?.currency ?? ledger.settings.currency
      return .amount(Amount(try Values.amount(sum: text, currency, ledger.locale)))
    case .group:
      throw Failure.usage(
        "the group is set with: events file \(ledger.arguments.operands[0]) GROUP", command: "file")
    }
  }
}
