internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// How far a deletion of a recurring receipt reaches.
enum DeleteOptions {
  static let future = Option.flag("future", "Delete this and future receipts: end the rule before it")
}

extension OpenLedger {
  /// Deletes this receipt and its rule's later ones, if that is requested.
  ///
  /// Returns `nil` if only this one is to be deleted.
  func deleteFuture(_ detail: TransactionDetail) throws -> ExitCode? {
    let asksForMore = arguments.has(DeleteOptions.future)
    if asksForMore, arguments.has(CorrectOptions.this) {
      throw Failure.usage("--this and --future exclude one another", command: "delete")
    }
    guard let link = detail.state.link.value, let rule = try book.ruleRow(link.rule), !rule.isDeleted,
      detail.row.stage != .deleted
    else {
      if !asksForMore { return nil }
      throw detail.row.stage == .deleted ? Rejection.isDeleted(what: "receipt") : Rejection.notRecurring
    }
    if try !asksForMore && !asksForFuture(of: link, rule) { return nil }
    guard link.date > rule.firstDate else {
      throw Failure(
        .no, "this receipt is the first of its rule, which cannot end before it",
        advice:
          "Delete the rule with what lies ahead: events rule delete \(try notation.short(link.rule)) --with-future"
      )
    }
    return try stop(rule, on: link.date, from: detail.row.id)
  }

  /// Asks on a terminal. Without a terminal or an answer it is only this one.
  private func asksForFuture(of link: RuleLink, _ rule: RuleRow) throws -> Bool {
    guard link.date > rule.firstDate, !arguments.has(CorrectOptions.this), !arguments.has(.yes),
      !arguments.has(.dryRun), invocation.asks
    else { return false }
    return try choose("Only [t]his one, or this and [f]uture ones? [t] ") == "f"
  }

  private func stop(_ rule: RuleRow, on date: CivilDate, from receipt: TransactionID) throws -> ExitCode? {
    let preview = try book.preview(.stop(on: date), on: rule.id)
    // The rule had ended before it already, so there is nothing else to delete.
    guard !preview.decision.events.isEmpty else { return nil }
    let count = counted(preview.decision.consequences.count, "transaction")
    let others = try book.rules().filter { other in
      other.series == rule.series && other.since.map { $0 > rule.firstDate && $0 > date } ?? false
    }
    let stays = try others.map {
      "The rule \(try notation.short($0.id)), which follows on \(notation.words($0.firstDate)), stays."
    }
    let consequence =
      "end the rule \(notation.label(rule.terms)) before \(notation.words(date)) and delete \(count) from then on"
    if arguments.has(.dryRun) {
      return try show(
        .dryRun(
          (["Would \(consequence)."] + stays).joined(separator: " "),
          [
            "end": .string(date.adding(days: -1).iso), "rule": .string("\(rule.id)"),
            "transaction": .string("\(receipt)"), "transactions": .count(preview.decision.consequences.count),
          ]))
    }
    if try !invocation.agrees(to: "This will \(consequence). Go on?") { return .no }
    let outcome = try book.perform(.stop(on: date), on: rule.id)
    let ended = "Ended before \(notation.words(date)), and deleted \(count)"
    return try show(
      .rule(outcome, ended, transaction: receipt) { _ in
        outcome.isUnchanged ? [] : stays.map { Block.paragraph("  \($0)") } + outcome.undo
      })
  }

  /// Asks on a terminal, and returns the first letter of the answer in lower case, or `nil`.
  func choose(_ question: String) throws -> Character? {
    try invocation.output.flush()
    try invocation.errors.write(invocation.question(question, ""))
    try invocation.errors.flush()
    guard case .bytes(let answer)? = try invocation.input.nextLine(limit: 100) else { return nil }
    return String(decoding: answer, as: UTF8.self).lowercased().first
  }
}
