internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// How far a correction of a recurring receipt reaches (FF-14).
enum CorrectOptions {
  static let this = Option.flag("this", "Change only this receipt of the rule")
  static let future = Option.flag("future", "Change this and future receipts: split the rule")
  static let rule = Option.flag("rule", "Change the whole rule, and its unedited receipts")
}

extension OpenLedger {
  private enum Reach { case this, future, rule }

  /// Corrects more than this receipt if that is requested. Returns `nil` if only this one is to be corrected.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - value: Its new value.
  ///   - expression: The computation that gave a total.
  ///   - detail: The receipt.
  func correctRule(
    _ field: TransactionField, _ value: FieldValue?, _ expression: String?, of detail: TransactionDetail
  ) throws -> ExitCode? {
    let named = [CorrectOptions.this, CorrectOptions.future, CorrectOptions.rule].filter { arguments.has($0) }
    guard named.count <= 1 else {
      throw Failure.usage("--this, --future and --rule exclude one another", command: "correct")
    }
    let id = detail.row.id
    // This is checked before anybody is asked how far the correction reaches.
    guard detail.row.stage != .deleted else { throw Rejection.isDeleted(what: "transaction") }
    let asksForMore = named.first.map { $0 != CorrectOptions.this } ?? false
    guard let link = detail.state.link.value, let rule = try book.ruleRow(link.rule) else {
      if asksForMore { throw Rejection.notRecurring }
      return nil
    }
    guard !rule.isDeleted else {
      if asksForMore {
        throw Failure(
          .no, "the rule of this receipt is deleted",
          advice: "Restore it first: events rule restore \(try notation.short(link.rule))")
      }
      return nil
    }
    guard let edit = RuleEdit(field, value, expression: expression) else {
      if asksForMore {
        throw Failure(
          .usage, "\(field.rawValue) cannot be corrected for several receipts of a rule at once",
          advice: "Change the rule: events help rule change")
      }
      return nil
    }
    let reach: Reach
    switch named.first {
    case CorrectOptions.future: reach = .future
    case CorrectOptions.rule: reach = .rule
    case CorrectOptions.this: return nil
    default:
      guard let answer = try ask() else { return nil }
      reach = answer
    }
    switch reach {
    case .this: return nil
    case .future where link.date > rule.firstDate:
      return try correct(
        field, value, of: id, with: .split(on: link.date, [edit]), on: link.rule,
        asking: "Split the rule from \(notation.words(link.date)) on",
        done: "This one and the future ones: a new rule from \(notation.words(link.date)) on")
    case .future, .rule:
      return try correct(
        field, value, of: id, with: .change([edit]), on: link.rule, asking: "Change the rule",
        done: "The whole rule")
    }
  }

  /// Changes the rule, and a receipt that does not follow it: the template, or one that a person touched.
  private func correct(
    _ field: TransactionField, _ value: FieldValue?, of id: TransactionID, with command: RuleCommand,
    on rule: RuleID,
    asking question: String, done: String
  ) throws -> ExitCode {
    let preview = try book.previewCorrection(field, value, of: id, with: command, on: rule)
    var would = GenerationWords(preview.rule.plans)
    if preview.correctsReceipt { would.countCorrection() }
    let changesRule = !preview.rule.decision.events.isEmpty
    if arguments.has(.dryRun) {
      let words =
        changesRule
        ? "Would \(question.prefix(1).lowercased() + question.dropFirst()): \(would.words(past: false))."
        : preview.correctsReceipt
          ? "The rule has this value already. Would correct only this receipt." : "Nothing would change."
      let members: [String: JSONValue] = ["rule": .string("\(rule)"), "transaction": .string("\(id)")]
      return try show(.dryRun(words, members.merging(would.members) { $1 }))
    }
    let destroys = changesRule && would.isDestructive
    if destroys, try !invocation.agrees(to: "\(question): \(would.words(past: false)). Go on?") { return .no }
    let outcome = try book.correct(field, value, of: id, with: command, on: rule)
    let words = changesRule ? done : "The rule has this value already: only this receipt was changed"
    return try show(
      .rule(outcome, outcome.isUnchanged ? "It is so already" : words, transaction: id) { notation in
        [notation.line(id, try outcome.receipt(id, notation.book).row)] + outcome.undo
      })
  }

  /// Asks on a terminal. Returns `nil`, meaning only this one, if there is no terminal or no answer.
  private func ask() throws -> Reach? {
    guard invocation.asks, !arguments.has(.yes) else { return nil }
    switch try choose("Only [t]his one, this and [f]uture ones, or the whole [r]ule? [t] ") {
    case nil: return nil
    case "f": return .future
    case "r": return .rule
    case _: return .this
    }
  }
}
