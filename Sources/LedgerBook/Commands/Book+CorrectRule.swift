internal import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

// A correction of one of a rule's receipts that reaches the rule, too (CHECKLIST FF-14). It is one command and one
// batch: where either part is refused nothing is recorded, and one undo takes both back.
extension Book {
  /// Changes or splits a rule, and corrects the receipt that was named where it would not follow: the one that the rule
  /// was made from, and one that a person touched.
  ///
  /// - `field`: of the receipt; its value is what `command` has the rule say.
  /// - `command`: the change or the split.
  /// - Throws: `Rejection`, as the correction of the receipt and the command on the rule would; nothing is recorded then.
  /// - Complexity: that of the command on the rule.
  @discardableResult
  public func correct(
    _ field: Field, _ value: FieldValue?, of receipt: TransactionID, with command: RuleCommand, on rule: RuleID,
    id: UniqueID? = nil
  ) throws -> RuleOutcome {
    let content: JSONValue = [
      "command": "correct with rule",
      "receipt": TransactionCommand.correct(field, value).content(on: receipt),
      "rule": command.content(on: rule),
    ]
    // Read before the commit: what can't be read behind it would look like a failure of what is on record.
    let behind = try self.rule(behind: command, on: rule)
    let outcome = try execute(id: id, content: content, about: rule.stream) { batch in
      let correction = try self.correction(field, value, of: receipt, with: command, on: rule)
      batch.append(correction.decision)
      // Without an event of the rule nothing made it necessary.
      let cause: EventDraft.Cause? = correction.decision.events.isEmpty ? nil : .draft(0)
      for event in correction.events { batch.append(event, to: receipt, cause: cause) }
    }
    return generating(outcome, behind)
  }

  /// What such a correction would do, without doing it.
  ///
  /// - Throws: `Rejection`, as the correction would.
  public func previewCorrection(
    _ field: Field, _ value: FieldValue?, of receipt: TransactionID, with command: RuleCommand, on rule: RuleID
  ) throws -> CorrectionPreview {
    try models.read { _ in }
    let correction = try correction(field, value, of: receipt, with: command, on: rule)
    let plans = try plans(
      after: correction.decision, of: rule, correcting: (receipt, correction.events))
    return CorrectionPreview(
      rule: RulePreview(decision: correction.decision, plans: plans),
      correctsReceipt: !correction.events.isEmpty)
  }

  private func correction(
    _ field: Field, _ value: FieldValue?, of receipt: TransactionID, with command: RuleCommand, on rule: RuleID
  ) throws -> (decision: RuleDecision, events: [TransactionEvent]) {
    let context = try decisionContext(groups: command.groups)
    let state = try fold(receipt.stream).transaction
    let events = try state.decide(.correct(field, value), id: receipt, context)
    let decision = try decide(command, on: rule, context)
    guard !events.isEmpty, let date = state.link.value?.date,
      try series(of: rule).id.instance(on: date) == receipt
    else { return (decision, events) }
    // One that nobody touched is brought to what its rule says, and goes on following it.
    let follows = try plans(after: decision, of: rule, on: date).contains { $0.changed.contains(date) }
    return (decision, follows ? [] : events)
  }
}

/// What a correction of a rule and of one of its receipts would do.
public struct CorrectionPreview: Sendable {
  /// To the rule, and behind it to those that follow.
  public let rule: RulePreview
  /// Whether the receipt that was named is corrected by itself, because it would not follow.
  public let correctsReceipt: Bool
}
