internal import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// The refusal of one of several commands, so that nothing was carried out.
public struct RefusedCommand: Error, Hashable, Sendable {
  /// The transaction that the command is about.
  public let transaction: TransactionID
  /// Why it is refused.
  public let rejection: Rejection
}

extension Book {
  /// Carries out a plan as one action, which a single undo reverts.
  ///
  /// Everything is decided again from the records as they are now.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - id: The caller's id of the action. A retry is recognized if it has the same plan, and not a plan that was made later.
  /// - Throws: `PlanError.changed`, `.ruleChanged` or `.recordChanged` if what the plan was made from has changed since.
  ///   `Rejection` as the command would, and for a set of receipts `RefusedCommand`. Then nothing is recorded.
  /// - Complexity: That of the commands.
  @discardableResult
  public func perform(_ plan: ChangePlan, id: UniqueID? = nil) throws -> Done {
    if let deletion = plan.deletion { return try perform(deletion, id: id) }
    // Read before the commit: a later failure to read would look like a failure of what is on record.
    let about = try plan.rule.map { try resultingRule(of: $0.command, on: $0.row.id).stream }
    let single = plan.isSet ? nil : plan.steps.first?.row.id.stream
    let done = try execute(id: id, content: plan.content, about: about ?? single) { batch in
      try self.check(plan)
      if let change = plan.rule { return try self.decide(change, plan.command, plan.steps.first, &batch) }
      do {
        try self.decide(plan.commands, &batch)
      } catch let error as RefusedCommand where !plan.isSet {
        throw error.rejection
      }
    }
    return plan.rule == nil ? done : generating(done)
  }

  /// Refuses a plan if a value has changed that the person looked at.
  private func check(_ plan: ChangePlan) throws {
    if let change = plan.rule, try record(change.row.id.stream).version != change.version {
      throw PlanError.ruleChanged(change.row.id)
    }
    for step in plan.steps {
      let state = try fold(step.row.id.stream).transaction
      if let link = plan.rule?.link, state.link.value != link { throw PlanError.ruleChanged(link.rule) }
      if case .removeItem(let item)? = plan.command {
        let (before, now) = (plan.detail?.state.items ?? [], state.items)
        guard now.first(where: { $0.id == item })?.content == before.first(where: { $0.id == item })?.content
        else { throw PlanError.recordChanged(.item, "\(item)") }
      }
      guard let now = TransactionRow(step.row.id, state) else { continue }
      for field in step.commands.flatMap(\.fieldsAtStake) where !now.isSame(as: step.row, in: field) {
        throw PlanError.changed(field, of: step.row.id)
      }
    }
  }

  /// Decides on commands, each without the others.
  private func decide(
    _ commands: [(transaction: TransactionID, command: TransactionCommand)], _ batch: inout Batch
  ) throws {
    let context = try decisionContext(
      groups: commands.flatMap(\.command.groups),
      namesAccount: commands.contains(where: \.command.mayConcernAccount))
    for (transaction, command) in commands {
      let state = try fold(transaction.stream).transaction
      let frozen = try frozen(command, on: transaction)
      do throws(Rejection) {
        if let frozen { throw frozen }
        for event in try state.decide(command, id: transaction, context) {
          batch.append(event, to: transaction)
        }
      } catch {
        throw RefusedCommand(transaction: transaction, rejection: error)
      }
    }
  }

  private func decide(
    _ change: ChangePlan.RuleChange, _ command: TransactionCommand?, _ step: ChangePlan.Step?,
    _ batch: inout Batch
  ) throws {
    let rule = change.row.id
    guard let step, case .correct(let field, let value, let expression)? = command else {
      let context = try decisionContext(groups: change.command.groups, namesAccount: true)
      return batch.append(try decide(change.command, on: rule, context))
    }
    let (decision, events) = try correction(
      FieldChange(field, value, expression: expression), of: step.row.id, with: change.command, on: rule)
    batch.append(decision)
    // Without an event of the rule nothing made it necessary.
    let cause: EventDraft.Cause? = decision.events.isEmpty ? nil : .draft(0)
    for event in events { batch.append(event, to: step.row.id, cause: cause) }
  }

  /// Decides on a change of a rule, and on the receipt that was named, unless it follows the rule.
  ///
  /// The receipt that the rule was made from does not follow, and neither does one that a person touched.
  func correction(
    _ new: FieldChange, of receipt: TransactionID, with command: RuleCommand, on rule: RuleID
  ) throws -> (decision: RuleDecision, events: [TransactionEvent]) {
    let context = try decisionContext(groups: command.groups, namesAccount: true)
    let state = try fold(receipt.stream).transaction
    let typed = new.field == .total ? command.expression : nil
    let events = try state.decide(.correct(new.field, new.value, expression: typed), id: receipt, context)
    let decision = try decide(command, on: rule, context)
    guard !events.isEmpty, let date = state.link.value?.date,
      try series(of: rule).id.instance(on: date) == receipt
    else { return (decision, events) }
    // An instance that no person touched is brought to its rule's value and goes on following it.
    let follows = try plans(after: decision, of: rule, on: date).contains { $0.changed.contains(date) }
    return (decision, follows ? [] : events)
  }
}

extension ChangePlan {
  /// Each receipt with its command, in order.
  var commands: [(transaction: TransactionID, command: TransactionCommand)] {
    steps.flatMap { step in step.commands.map { (step.row.id, $0) } }
  }

  /// The plan as the caller gave it, to compare with another try of the same id.
  fileprivate var content: JSONValue {
    if isSet { return ["command": "several", "commands": .array(commands.map { $1.content(on: $0) })] }
    let own = commands.first.map { $1.content(on: $0) }
    guard let rule else { return own ?? .null }
    let content = rule.command.content(on: rule.row.id)
    guard case .correct(let field, let value, _)? = command, let receipt = steps.first?.row.id else {
      return content
    }
    // Without the computation, as earlier versions gave it.
    return [
      "command": "correct with rule", "rule": content,
      "receipt": TransactionCommand.correct(field, value).content(on: receipt),
    ]
  }
}

extension TransactionCommand {
  /// The fields that a person looked at before giving the command.
  fileprivate var fieldsAtStake: [TransactionField] { self == .delete ? [.total, .group] : fields }
}

extension TransactionRow {
  /// Whether another row of the receipt has the same value in a field.
  fileprivate func isSame(as other: TransactionRow, in field: TransactionField) -> Bool {
    switch field {
    case .vendor: vendor == other.vendor
    case .date: date == other.date
    case .total, .currency: amount == other.amount
    case .category: category == other.category
    case .payment: payment == other.payment
    case .group: group == other.group
    case .note: note == other.note
    case .kind: kind == other.kind
    case .account: account == other.account
    case .toAccount: toAccount == other.toAccount
    case .received: received == other.received
    }
  }
}
