internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

/// The common parts of commands that record: choosing the transaction, reporting, and the next step.
extension OpenLedger {
  /// Returns the transaction that the first operand names.
  ///
  /// - Parameter stages: The stages that words of a vendor mean first.
  func transaction(preferring stages: Set<TransactionRow.Stage> = [.draft, .saved]) throws -> TransactionID {
    try book.resolveTransaction(arguments.operands[0], preferring: stages)
  }

  /// Carries out a command on the transaction that the first operand names, and reports.
  func perform(
    _ command: TransactionCommand, preferring stages: Set<TransactionRow.Stage> = [.draft, .saved]
  ) throws -> ExitCode {
    let id = try transaction(preferring: stages)
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

  /// Lets a person make the choices that a plan leaves open, and carries it out.
  func perform(choosing plan: ChangePlan) throws -> ExitCode {
    guard invocation.asks, !arguments.has(.yes), !arguments.has(.dryRun) else { return try perform(plan) }
    if let question = plan.reachQuestion {
      guard let reach = try invocation.choose(question, among: plan.choices) else { return .no }
      return try perform(try book.plan(plan, reaching: reach))
    }
    guard let question = plan.dispositionQuestion, case .group(let group, _, _)? = plan.deletion else {
      return try perform(plan)
    }
    guard let choice = try invocation.choose(question, among: plan.dispositions) else { return .no }
    return try perform(try book.plan(deleting: group, choice))
  }

  func show(_ answer: CommandAnswer) throws -> ExitCode { try invocation.show(answer, notation) }

  /// Draws blocks for a person. Programs get nothing.
  func tell(_ blocks: @autoclosure () throws -> [Block]) throws {
    try invocation.present(document: { .none }, blocks: blocks, notation)
  }
}

extension Operand {
  static let receipt = Operand("R", "The receipt, by words of its vendor, its id or the beginning of it")
  static let group = Operand("G", "The group, by its name, its id or the beginning of it")
  static let field = Operand(
    "FIELD", "One of: \(TransactionField.allCases.map(\.rawValue).joined(separator: " "))")
}
