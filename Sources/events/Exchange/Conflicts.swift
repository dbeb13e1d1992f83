internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerSync

extension Command {
  static let conflicts = Command(
    path: ["conflicts"], section: .exchange,
    summary: "List fields that two devices set without knowing of each other",
    subcommands: [
      Command(
        path: ["conflicts", "settle"], section: .exchange, summary: "Choose one of the values of a conflict",
        operands: [
          Operand("RECORD", "The record, as events conflicts names it"),
          Operand("FIELD", "The field, such as total, “food budgeted” or deletion"),
          Operand("N", "The number of the value in the list, from 1"),
        ], run: onLedger(settleConflict))
    ], runsItself: true,
    run: onLedger { try $0.show(ConflictsAnswer(try $0.book.conflicts())) })

  private static func settleConflict(_ ledger: OpenLedger) throws -> ExitCode {
    let operands = ledger.arguments.operands
    let conflicts = try ledger.book.conflicts(of: try ledger.stream(operands[0]))
    guard let conflict = conflicts.first(where: { $0.fieldName == operands[1] }) else {
      let fields = conflicts.map(\.fieldName)
      throw Failure(
        .noInput, "“\(operands[1])” of this record is not in conflict",
        advice: fields.isEmpty ? "See all: events conflicts" : "In conflict: \(fields.joined(separator: ", "))")
    }
    guard let number = Int(operands[2]), conflict.values.indices.contains(number - 1) else {
      throw Failure(
        .dataError, "“\(operands[2])” is not the number of a value",
        advice: "It has \(counted(conflict.values.count, "value")): events conflicts")
    }
    let done = try ledger.book.settle(conflict, on: conflict.values[number - 1])
    return try ledger.show(
      Reply(
        ["events": .array(done.positions.map { .integer($0) }), "field": .string(conflict.fieldName)], "Settled"
      ))
  }
}
