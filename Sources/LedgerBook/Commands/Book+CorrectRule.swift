internal import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

// A correction of one of a rule's receipts that also changes the rule (FF-14). It is one command and one batch:
// if either part is refused, nothing is recorded, and one undo takes both back.
extension Book {
  /// Changes or splits a rule, and corrects the named receipt if it would not follow.
  ///
  /// The receipt that the rule was made from does not follow, and neither does one that a person touched.
  ///
  /// - Parameters:
  ///   - field: The receipt's field. `command` gives the rule its value.
  ///   - value: The new value of the field, or `nil` to empty it.
  ///   - receipt: The receipt to correct.
  ///   - command: The change or the split.
  ///   - rule: The rule that the receipt belongs to.
  ///   - id: The caller's id of the command, which makes a retry safe.
  /// - Throws: `Rejection`, as the correction of the receipt and the command on the rule would. Then nothing is
  ///   recorded.
  /// - Complexity: That of the command on the rule.
  @discardableResult
  public func correct(
    _ field: TransactionField, _ value: FieldValue?, of receipt: TransactionID, with command: RuleCommand,
    on rule: RuleID,
    id: UniqueID? = nil
  ) throws -> Done {
    let content: JSONValue = [
      "command": "correct with rule",
      "receipt": TransactionCommand.correct(field, value).content(on: receipt),
      "rule": command.content(on: rule),
    ]
    // Read before the commit: a later failure to read would look like a failure of what is on record.
    let resulting = try resultingRule(of: command, on: rule)
    let done = try execute(id: id, content: content, about: resulting.stream) { batch in
      let correction = try self.correction(field, value, of: receipt, with: command, on: rule)
      batch.append(correction.decision)
      // Without an event of the rule nothing made it necessary.
      let cause: EventDraft.Cause? = correction.decision.events.isEmpty ? nil : .draft(0)
      for event in correction.events { batch.append(event, to: receipt, cause: cause) }
    }
    return generating(done)
  }

  /// Returns the effect of such a correction, without recording it.
  ///
  /// - Throws: `Rejection`, as the correction would.
  public func previewCorrection(
    _ field: TransactionField, _ value: FieldValue?, of receipt: TransactionID, with command: RuleCommand,
    on rule: RuleID
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
    _ field: TransactionField, _ value: FieldValue?, of receipt: TransactionID, with command: RuleCommand,
    on rule: RuleID
  ) throws -> (decision: RuleDecision, events: [TransactionEvent]) {
    let context = try decisionContext(groups: command.groups, namesAccount: true)
    let state = try fold(receipt.stream).transaction
    let typed = field == .total ? command.expression : nil
    let events = try state.decide(.correct(field, value, expression: typed), id: receipt, context)
    let decision = try decide(command, on: rule, context)
    guard !events.isEmpty, let date = state.link.value?.date,
      try series(of: rule).id.instance(on: date) == receipt
    else { return (decision, events) }
    // An instance that no person touched is brought to its rule's value and goes on following it.
    let follows = try plans(after: decision, of: rule, on: date).contains { $0.changed.contains(date) }
    return (decision, follows ? [] : events)
  }
}

/// The effect of a correction of a rule and of one of its receipts.
public struct CorrectionPreview: Sendable {
  /// The effect on the rule, and on the receipts that follow it.
  public let rule: RulePreview
  /// Whether the receipt that was named is corrected by itself, because it would not follow.
  public let correctsReceipt: Bool
}
