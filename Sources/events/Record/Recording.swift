internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

/// The common parts of commands that record: choosing the transaction, reporting, and the next step.
extension OpenLedger {
  /// Returns the transaction that the first operand names.
  func transaction() throws -> TransactionID { try book.resolveTransaction(arguments.operands[0]) }

  /// Carries out a command on the transaction that the first operand names, and reports.
  func perform(_ command: TransactionCommand, sayingNothingNew words: String) throws -> ExitCode {
    try perform(command, on: try transaction(), sayingNothingNew: words)
  }

  /// Carries out a command on a transaction, and reports. The way back is shown last.
  func perform(
    _ command: TransactionCommand, on id: TransactionID, sayingNothingNew words: String, undo: Remedy? = nil
  ) throws -> ExitCode {
    do {
      return try show(.receipt(try book.perform(command, on: id), id, unchanged: words, undo: undo))
    } catch let rejection as Rejection {
      throw Failure(rejection.refusal(in: locale).about(record: try notation.short(id)), in: locale)
    }
  }

  /// Shows the answer of a command.
  func show(_ answer: CommandAnswer) throws -> ExitCode { try invocation.show(answer, notation) }

  /// Draws blocks for a person. Programs get nothing.
  func tell(_ blocks: @autoclosure () throws -> [Block]) throws {
    try invocation.present(document: { .none }, blocks: blocks, notation)
  }
}

extension Operand {
  static let receipt = Operand("R", "The receipt, by its id or the beginning of it")
  static let group = Operand("G", "The group, by its name, its id or the beginning of it")
  static let field = Operand(
    "FIELD", "One of: \(TransactionField.allCases.map(\.rawValue).joined(separator: " "))")
}
