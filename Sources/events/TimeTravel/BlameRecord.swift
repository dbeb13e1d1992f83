internal import LedgerAnswers
internal import LedgerAudit
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
    run: { try $0.withLedger(blameRecord) })

  private static func blameRecord(_ ledger: OpenLedger) throws -> ExitCode {
    let field = try ledger.arguments.operand(1).map { text throws(Failure) in try recordField(text) }
    let text = ledger.arguments.operands[0]
    let stream = try ledger.stream(text)
    guard let blame = try Blame.of(stream, in: ledger.book, field: field) else {
      throw Failure(.noInput, "there are no events of “\(text)”")
    }
    let isWhole = ledger.arguments.has(history)
    let redactions = try RedactionNotes(ledger.book, of: stream)
    return try ledger.show(BlameAnswer(blame, field, isWhole: isWhole, redactions))
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
