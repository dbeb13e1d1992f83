internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

extension Command {
  private static let history = Option.flag("history", "Show all earlier values, with conflicts")

  static let blame = Command(
    path: ["blame"], section: .travel,
    summary: "Show which event set each field: who, when, on which device",
    operands: [
      Operand(
        "R", "A receipt, a group, a rule, an account, a goal, a category, “budget 2026-06 EUR”, or kind/id"),
      Operand("FIELD", "Only this field, for example total, tags or state", isOptional: true),
    ],
    options: [history], shared: Option.looking,
    run: onLedger(blameRecord))

  private static func blameRecord(_ ledger: OpenLedger) throws -> ExitCode {
    let field = try ledger.arguments.operand(1).map { text throws(Failure) in try recordField(text) }
    let text = ledger.arguments.operands[0]
    let stream = try ledger.stream(text)
    guard try !ledger.book.events(of: stream).isEmpty else {
      throw Failure(.noInput, "there are no events of “\(text)”")
    }
    let question = LedgerQuestion.blame(stream, field: field, history: ledger.arguments.has(history))
    return try ledger.show(ledger.book.answer(question))
  }

  private static func recordField(_ text: String) throws(Failure) -> RecordField {
    if let field = RecordField(text) { return field }
    let names = RecordField.allCases.map(\.rawValue)
    throw Failure(
      .usage, "there is no field “\(text)”",
      advice: (nearest(to: text, among: names).map { ["Did you mean “\($0)”?"] } ?? [])
        + ["Fields: \(names.joined(separator: " "))"])
  }
}
