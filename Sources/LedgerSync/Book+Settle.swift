internal import EventLog
public import LedgerBook
public import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension Refusal {
  /// The refusal of a value that is not in conflict.
  fileprivate static let notInConflict = Refusal(.refused, "no conflict has that value", .next(.conflicts))
  /// The refusal to choose a place in a list.
  fileprivate static let isPlace = Refusal(
    .refused, "the place in a list is chosen by moving it", .enter("Move the account or the category"))
}

extension Book {
  /// Settles a conflict with one of its values, by the command that sets it.
  ///
  /// - Parameters:
  ///   - conflict: The conflict, as `conflicts()` lists it.
  ///   - value: The value to keep, which may be the one that is shown.
  /// - Throws: `Refusal` if the value is not in conflict, or `Rejection` if a rule of the ledger refuses the value.
  @discardableResult
  public func settle(_ conflict: Conflict, on value: Conflict.Value, id: UniqueID? = nil) throws -> Done {
    let now = try conflicts(of: conflict.record).first { other in
      let isSamePart =
        conflict.part.map { part in other.part?.isSame(as: part) ?? false } ?? (other.part == nil)
      return other.field == conflict.field && isSamePart
    }
    guard let now, now.values.contains(value) else { throw Refusal.notInConflict }
    let record = conflict.record.id
    switch StreamKind(rawValue: conflict.record.kind) {
    case .transaction: return try settle(now, TransactionID(record), value, id)
    case .group: return try settle(now, GroupID(record), value, id)
    case .goal: return try settle(now, GoalID(record), value, id)
    case .rule: return try settle(now, RuleID(record), value, id)
    case .category: return try settleCategory(now, value, id)
    case .account: return try settleAccount(now, value, id)
    case .budget: return try settleBudget(now, value, id)
    case .ledger: return try settleDefaults(now, value, id)
    case .copy, nil: throw Refusal.notInConflict
    }
  }

  private func settle(
    _ conflict: Conflict, _ transaction: TransactionID, _ value: Conflict.Value, _ id: UniqueID?
  ) throws -> Done {
    let text = value.value?.text
    let command: TransactionCommand
    switch (conflict.part, conflict.field) {
    case (.item(let item, _), nil): command = value.isDeletion ? .removeItem(item) : .restoreItem(item)
    case (.item(let item, _), .name?): command = .changeItem(item, LineItemEdit(name: text ?? ""))
    case (.item(let item, _), .quantity?): command = .changeItem(item, LineItemEdit(quantity: text ?? ""))
    case (.item(let item, _), .category?): command = .changeItem(item, LineItemEdit(category: text ?? ""))
    case (.item(let item, _), _): command = .changeItem(item, LineItemEdit(money: value.value?.money))
    case (_, nil): command = value.isDeletion ? .delete : .restore
    case (_, .group?):
      if case .group(let group)? = value.value { command = .file(group) } else { command = .file(nil) }
    case (_, .toAccount?): command = .correctTransfer(TransferEdit(toAccount: text))
    case (_, .received?): command = .correctTransfer(TransferEdit(received: value.value?.money))
    case (_, let field?):
      guard let field = TransactionField(field.rawValue) else { throw Refusal.notInConflict }
      command = .correct(field, value.value?.fieldValue)
    }
    return try perform(command, on: transaction, id: id)
  }

  private func settle(
    _ conflict: Conflict, _ group: GroupID, _ value: Conflict.Value, _ id: UniqueID?
  ) throws -> Done {
    if conflict.field != nil { return try renameGroup(group, to: value.value?.text ?? "", id: id) }
    return try value.isDeletion ? deleteGroup(group, .keep, id: id) : restoreGroup(group, id: id)
  }

  private func settle(
    _ conflict: Conflict, _ goal: GoalID, _ value: Conflict.Value, _ id: UniqueID?
  ) throws -> Done {
    guard let field = conflict.field else {
      return try value.isDeletion ? deleteGoal(goal, id: id) : restoreGoal(goal, id: id)
    }
    var edit = GoalEdit()
    if field == .name {
      edit.name = value.value?.text
    } else if field == .emoji {
      edit.emoji = value.value.map { .set($0.text) } ?? .remove
    } else if field == .target {
      edit.target = value.value?.money
    } else if field == .end {
      edit.by = value.value?.date.map { .set($0) } ?? .remove
    } else {
      return try value.value?.text == "completed" ? completeGoal(goal, id: id) : reopenGoal(goal, id: id)
    }
    return try changeGoal(goal, edit, id: id)
  }

  private func settleCategory(_ conflict: Conflict, _ value: Conflict.Value, _ id: UniqueID?) throws -> Done {
    let row = try categories().first { CategoryStream.of(key: $0.key) == conflict.record }
    guard let key = row?.key, let field = conflict.field else { throw Refusal.notInConflict }
    let text = value.value?.text ?? ""
    if field == .name { return try changeCategory(key: key, name: text, id: id) }
    if field == .emoji { return try changeCategory(key: key, emoji: text, id: id) }
    if field == .color { return try changeCategory(key: key, color: text, id: id) }
    if field == .header { return try changeCategory(key: key, header: text, id: id) }
    guard field == .state else { throw Refusal.isPlace }
    return try text == "active" ? reactivateCategory(key: key, id: id) : deactivateCategory(key: key, id: id)
  }

  private func settleAccount(_ conflict: Conflict, _ value: Conflict.Value, _ id: UniqueID?) throws -> Done {
    guard let account = try accounts().first(where: { $0.id.stream == conflict.record }),
      let field = conflict.field
    else { throw Refusal.notInConflict }
    if field == .name { return try renameAccount(key: account.key, to: value.value?.text ?? "", id: id) }
    if field == .state {
      return try value.value?.text == "closed"
        ? closeAccount(key: account.key, id: id) : reopenAccount(key: account.key, id: id)
    }
    // The kind, the opening balance and its date were decided together.
    guard field != .rank, case .account(.accountOpened(let opened))? = try event(value.event)?.recordEvent
    else {
      throw Refusal.isPlace
    }
    return try openAccount(
      name: account.name, kind: opened.terms.kind,
      opening: value.value?.money ?? value.with?.money ?? opened.terms.opening,
      on: value.value?.date ?? value.with?.date ?? opened.terms.on, id: id)
  }

  private func settleBudget(_ conflict: Conflict, _ value: Conflict.Value, _ id: UniqueID?) throws -> Done {
    guard case .category(let key)? = conflict.part,
      case .budget(let event)? = try event(value.event)?.recordEvent
    else { throw Refusal.notInConflict }
    switch event {
    case .categoryBudgeted(let budgeted):
      let scope = BudgetScope(budgeted.month, budgeted.to.currency)
      return try budget(value.value?.money ?? budgeted.to, for: key, in: scope, id: id)
    case .categoryCarriesOver(let choice):
      return try carryOverBudget(
        key, choice.to ?? false, in: BudgetScope(choice.month, choice.currency), id: id)
    }
  }

  private func settleDefaults(_ conflict: Conflict, _ value: Conflict.Value, _ id: UniqueID?) throws -> Done {
    let text = value.value?.text
    if conflict.field == .currency {
      return try changeDefaults(currency: text.flatMap { CurrencyCode($0) }, id: id)
    }
    if conflict.field == .payment {
      return try changeDefaults(payment: text.flatMap { PaymentMethod(rawValue: $0) }, id: id)
    }
    if conflict.field == .account {
      return try changeDefaults(account: text.map { .set($0) } ?? .remove, id: id)
    }
    var group = PropertyEdit<GroupID>.remove
    if case .group(let chosen)? = value.value { group = .set(chosen) }
    return try changeDefaults(group: group, id: id)
  }
}

extension Conflict.Value {
  /// Whether it is the deletion of a record that was changed meanwhile.
  fileprivate var isDeletion: Bool { value.map { $0.isSame(as: .word("deleted")) } ?? false }
}

extension TypedValue {
  var money: Money? { if case .decimal(let money) = self { money } else { nil } }
  fileprivate var date: CivilDate? { if case .date(let date) = self { date } else { nil } }

  /// The value as a receipt's field takes it.
  fileprivate var fieldValue: FieldValue {
    switch self {
    case .decimal(let money): .amount(Amount(money))
    case .date(let date): .date(date)
    case .group(let group): .group(group)
    case .text, .word, .currency, .flag, .texts: .text(text)
    }
  }
}

// MARK: - Rules

extension Book {
  private func settle(
    _ conflict: Conflict, _ rule: RuleID, _ value: Conflict.Value, _ id: UniqueID?
  ) throws -> Done {
    guard let field = conflict.field else {
      return try perform(value.isDeletion ? .delete(.rule) : .restore, on: rule, id: id)
    }
    guard let edit = RuleEdit(field, value.value) else { throw Refusal.notInConflict }
    return try perform(.change([edit]), on: rule, id: id)
  }
}

extension RuleEdit {
  /// Creates the change of a field to a value, or `nil` if the field takes no such value.
  fileprivate init?(_ field: RecordField, _ value: TypedValue?) {
    let text = value?.text
    let edits: [RecordField: RuleEdit?] = [
      .vendor: .vendor(text), .category: .category(text), .note: .note(text), .account: .account(text),
      .toAccount: .toAccount(text), .end: .end(value?.date), .received: .received(value?.money),
      .payment: .payment(text.flatMap { PaymentMethod(rawValue: $0) }),
      .total: value?.money.map { .money($0) }, .start: value?.date.map { .start($0) },
      .kind: text.flatMap { TransactionKind(rawValue: $0) }.map { .kind($0) },
      .frequency: text.flatMap { RecurrenceFrequency(rawValue: $0) }.map { .frequency($0) },
      .interval: text.flatMap { Int($0) }.map { .interval($0) },
      .monthEnd: text.flatMap { Recurrence.MonthEndPolicy(rawValue: $0) }.map { .monthEnd($0) },
      .group: .group({ if case .group(let group)? = value { group } else { nil } }()),
      .paid: .flags([value.map { $0 == .flag(true) ? .paid : .unpaid } ?? .noPaid]),
      .reimbursed: .flags([
        value.map { $0 == .flag(true) ? .reimbursed : .unreimbursed } ?? .noReimbursed
      ]),
    ]
    guard case .some(.some(let edit)) = edits[field] else { return nil }
    self = edit
  }
}
