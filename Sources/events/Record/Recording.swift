internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

/// The common parts of commands that record: choosing the transaction, reporting, and the next step.
extension OpenLedger {
  /// Returns the transaction that the first operand names.
  func transaction() throws -> TransactionID { try book.resolveTransaction(arguments.operands[0]) }

  /// Carries out a command on the transaction that the first operand names, and reports.
  func perform(_ command: TransactionCommand) throws -> ExitCode {
    let id = try transaction()
    return try about(id) { try perform(try book.plan(command, on: id, reach: .this)) }
  }

  /// Shows what a plan would do, or asks if there is something to ask, carries it out and reports.
  func perform(_ plan: ChangePlan) throws -> ExitCode {
    if arguments.has(.dryRun) { return try invocation.show(plan, notation) }
    if let question = try plan.question(notation), try !invocation.agrees(to: question) { return .no }
    guard !plan.isSet, let id = plan.steps.first?.row.id else {
      return try show(plan.answer(try book.perform(plan), notation))
    }
    return try about(id) { try show(plan.answer(try book.perform(plan), notation)) }
  }

  /// Runs a command on one receipt. The advice of a refusal names that receipt.
  func about(_ id: TransactionID, _ body: () throws -> ExitCode) throws -> ExitCode {
    do {
      return try body()
    } catch let rejection as Rejection {
      throw Failure(rejection.refusal(in: locale).about(record: try notation.short(id)), in: locale)
    }
  }

  /// Returns the plan with the reach that a person chooses. Without a terminal or an answer it stays.
  func choosing(_ plan: ChangePlan) throws -> ChangePlan {
    guard !plan.choices.isEmpty, invocation.asks, !arguments.has(.yes) else { return plan }
    let others =
      plan.choices.contains(.rule)
      ? "this and [f]uture ones, or the whole [r]ule" : "or this and [f]uture ones"
    try invocation.output.flush()
    try invocation.errors.write(invocation.question("Only [t]his one, \(others)? [t] ", ""))
    try invocation.errors.flush()
    guard case .bytes(let answer)? = try invocation.input.nextLine(limit: 100),
      let letter = String(decoding: answer, as: UTF8.self).lowercased().first,
      let reach = plan.choices.first(where: { $0.rawValue.first == letter })
    else { return plan }
    return try book.plan(plan, reaching: reach)
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
