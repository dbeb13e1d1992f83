internal import EventLog
public import LedgerDomain
public import LedgerProjections

// How far a change reaches, and what it would do. All surfaces ask here.
extension Book {
  /// Returns receipts in the order named, each once.
  ///
  /// - Throws: `BookError.unknown`.
  public func selection(_ ids: [TransactionID]) throws -> [TransactionRow] {
    var seen: Set<TransactionID> = []
    return try ids.filter { seen.insert($0).inserted }.map { try transaction($0).row }
  }

  /// Returns the receipts that match a filter, newest date first.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - stages: The stages of the receipts.
  public func selection(
    _ filter: TransactionFilter, stages: Set<TransactionRow.Stage> = [.draft, .saved]
  ) throws -> [TransactionRow] {
    var filter = filter
    filter.stages = stages
    var rows: [TransactionRow] = []
    try forEachTransaction(filter) { rows.append($0.row) }
    return rows
  }

  /// Plans a command on each of a set of receipts, as one action.
  public func plan(_ command: TransactionCommand, on receipts: [TransactionRow]) -> ChangePlan {
    ChangePlan(receipts.map { ChangePlan.Step(row: $0, commands: [command]) })
  }

  /// Plans a command on one receipt. A correction and a deletion can reach further.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - receipt: The receipt.
  ///   - reach: How far it reaches, or `nil` for only this one with the choices that there are.
  /// - Throws: `BookError.unknown`, `PlanError`, and `Rejection` as the change of the rule would.
  /// - Complexity: O(events of the receipt), and those of its rule's receipts if it reaches further.
  public func plan(
    _ command: TransactionCommand, on receipt: TransactionID, reach: Reach? = nil
  ) throws -> ChangePlan {
    try plan(command, on: try transaction(receipt), reach)
  }

  /// Plans the correction of one receipt, whose present state the new values may depend on.
  ///
  /// - Parameters:
  ///   - receipt: The receipt.
  ///   - reach: How far it reaches, or `nil` for only this one with the choices that there are.
  ///   - changes: Returns the new values. Several of them are one action.
  /// - Throws: As `plan(_:on:reach:)`, and the errors of `changes`.
  public func planCorrection(
    of receipt: TransactionID, reach: Reach? = nil, _ changes: (TransactionRow) throws -> [FieldChange]
  ) throws -> ChangePlan {
    let detail = try transaction(receipt)
    let wanted = try changes(detail.row)
    guard wanted.count == 1, let change = wanted.first else { return try correction([(detail.row, wanted)]) }
    let plan = try plan(.correct(change.field, change.value, expression: change.expression), on: detail, reach)
    let isHalf = detail.row.kind == .transfer && change.field.isOfTransfers && plan.rule == nil
    return isHalf ? try correction([(detail.row, wanted)], insteadOf: plan) : plan
  }

  /// Plans the correction of a set of receipts as one action.
  ///
  /// - Throws: `Rejection` for a transfer without one of its halves, and the errors of `changes`.
  public func planCorrection(
    of receipts: [TransactionRow], _ changes: (TransactionRow) throws -> [FieldChange]
  ) throws -> ChangePlan {
    try correction(try receipts.map { ($0, try changes($0)) })
  }

  /// Returns the plan with another reach, which is one of its choices.
  ///
  /// - Throws: As `plan(_:on:reach:)`.
  public func plan(_ plan: ChangePlan, reaching reach: Reach) throws -> ChangePlan {
    guard let command = plan.alone, let detail = plan.detail, reach != plan.reach else { return plan }
    return try self.plan(command, on: detail, reach)
  }

  /// Plans a command on a rule.
  ///
  /// - Throws: `BookError.unknown`, and `Rejection` as the command would.
  /// - Complexity: O(events of the rule's receipts).
  public func plan(_ command: RuleCommand, on rule: RuleID) throws -> ChangePlan {
    guard let row = try ruleRow(rule) else {
      throw BookError.unknown(what: "rule", text: rule.description)
    }
    return ChangePlan(try change(command, of: row))
  }

  // MARK: Reach

  private func plan(
    _ command: TransactionCommand, on detail: TransactionDetail, _ reach: Reach?
  ) throws -> ChangePlan {
    if command == .delete { return try deletion(of: detail, reach) }
    guard case .correct(let field, let value, let expression) = command else {
      return ChangePlan(command, on: detail)
    }
    return try correction(FieldChange(field, value, expression: expression), of: detail, reach)
  }

  private func correction(
    _ new: FieldChange, of detail: TransactionDetail, _ reach: Reach?
  ) throws -> ChangePlan {
    // This is checked before anybody is asked how far the correction reaches.
    guard detail.row.stage != .deleted else { throw Rejection.isDeleted(what: "transaction") }
    var plan = ChangePlan(.correct(new.field, new.value, expression: new.expression), on: detail)
    if reach == .this { return plan }
    guard let link = detail.state.link.value, let rule = try ruleRow(link.rule) else {
      if reach != nil { throw Rejection.notRecurring }
      return plan
    }
    guard !rule.isDeleted else {
      if reach != nil { throw PlanError.ruleIsDeleted(rule: try shortID(rule.id.id, kind: .rule)) }
      return plan
    }
    guard let edit = RuleEdit(new.field, new.value, expression: new.expression) else {
      if reach == nil { return plan }
      throw PlanError.oneReceiptOnly(new.field, rule: try shortID(rule.id.id, kind: .rule))
    }
    guard let reach else {
      plan.choices = Reach.allCases
      return plan
    }
    plan.reach = reach == .future && link.date > rule.firstDate ? .future : .rule
    let command: RuleCommand = plan.reach == .future ? .split(on: link.date, [edit]) : .change([edit])
    plan.rule = try change(command, of: rule, correcting: detail.row.id, new, link)
    return plan
  }

  private func deletion(of detail: TransactionDetail, _ reach: Reach?) throws -> ChangePlan {
    var plan = ChangePlan(.delete, on: detail)
    let asksForMore = reach.map { $0 != .this } ?? false
    guard let link = detail.state.link.value, let rule = try ruleRow(link.rule), !rule.isDeleted,
      detail.row.stage != .deleted
    else {
      if !asksForMore { return plan }
      throw detail.row.stage == .deleted ? Rejection.isDeleted(what: "receipt") : Rejection.notRecurring
    }
    let isFirst = link.date <= rule.firstDate
    guard asksForMore else {
      if reach == nil, !isFirst { plan.choices = [.this, .future] }
      return plan
    }
    guard !isFirst else { throw PlanError.isFirstOfRule(rule: try shortID(rule.id.id, kind: .rule)) }
    var stop = try change(.stop(on: link.date), of: rule)
    // The rule had ended before it already, so there is nothing else to delete.
    guard stop.changesRule else { return plan }
    stop.link = link
    stop.following = try rules().filter { other in
      other.series == rule.series && other.since.map { $0 > rule.firstDate && $0 > link.date } ?? false
    }
    (plan.rule, plan.reach) = (stop, .future)
    return plan
  }

  private func change(_ command: RuleCommand, of rule: RuleRow) throws -> ChangePlan.RuleChange {
    let version = try record(rule.id.stream).version
    var change = ChangePlan.RuleChange(rule, command, try preview(command, on: rule.id), version: version)
    switch command {
    case .delete(.rule): change.later = try preview(.delete(.future), on: rule.id).decision.consequences.count
    case .delete(.future), .stop: change.later = change.preview.decision.consequences.count
    case .change, .split, .pause, .resume, .restore: break
    }
    return change
  }

  private func change(
    _ command: RuleCommand, of rule: RuleRow, correcting receipt: TransactionID, _ new: FieldChange,
    _ link: TransactionEvent.RuleLink
  ) throws -> ChangePlan.RuleChange {
    try models.read { _ in }
    let version = try record(rule.id.stream).version
    let (decision, events) = try correction(new, of: receipt, with: command, on: rule.id)
    let plans = try plans(after: decision, of: rule.id, correcting: (receipt, events))
    var change = ChangePlan.RuleChange(
      rule, command, ChangePlan.RulePreview(decision: decision, plans: plans), version: version)
    (change.correctsReceipt, change.link) = (!events.isEmpty, link)
    return change
  }

  // MARK: Transfers

  /// Returns the plan for corrections of a set. The halves of a transfer are checked together.
  private func correction(
    _ wanted: [(row: TransactionRow, changes: [FieldChange])], insteadOf plan: ChangePlan? = nil
  ) throws -> ChangePlan {
    let isOfTransfers = wanted.contains { $0.changes.contains(where: \.field.isOfTransfers) }
    func becomesTransfer(_ row: TransactionRow, _ changes: [FieldChange]) -> Bool {
      row.kind != .transfer
        && changes.contains { $0.field == .kind && $0.value?.text == TransactionKind.transfer.rawValue }
    }
    let isTogether =
      (isOfTransfers || wanted.count == 1)
      && wanted.allSatisfy {
        ($0.row.kind == .transfer || becomesTransfer($0.row, $0.changes))
          && ($0.row.toAccount != nil || isOfTransfers)
      }
    return ChangePlan(
      try wanted.map { row, changes in
        let halves = isTogether ? changes.filter(\.field.isOfHalves) : []
        var edit = try TransferEdit(halves)
        edit.changesKind = !halves.isEmpty && becomesTransfer(row, changes)
        let others = changes.filter { change in
          !(isTogether && change.field.isOfHalves) && !(edit.changesKind && change.field == .kind)
        }
        let together: [TransactionCommand] = halves.isEmpty ? [] : [.correctTransfer(edit)]
        return ChangePlan.Step(
          row: row, commands: together + others.map { .correct($0.field, $0.value, expression: $0.expression) })
      }, insteadOf: plan)
  }
}

extension TransactionField {
  /// Whether only a transfer has it.
  package var isOfTransfers: Bool { self == .toAccount || self == .received }

  /// Whether it is part of a transfer's halves, which are checked together.
  fileprivate var isOfHalves: Bool {
    [.total, .account, .toAccount, .received, .category].contains(self)
  }
}

extension TransferEdit {
  /// Creates the change of a transfer's halves. None of them can be emptied.
  fileprivate init(_ changes: [FieldChange]) throws(Rejection) {
    self.init()
    for change in changes {
      guard let value = change.value else { throw .required(change.field) }
      switch change.field {
      case .total: (money, expressions.money) = (value.amount?.money, change.expression)
      case .received: (received, expressions.received) = (value.amount?.money, change.expression)
      case .account: account = value.text
      case .toAccount: toAccount = value.text
      case .category: category = value.text
      case .vendor, .date, .currency, .payment, .group, .note, .kind:
        preconditionFailure("only a transfer's halves are corrected together")
      }
    }
  }
}
