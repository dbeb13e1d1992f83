package import LedgerBytes

/// A command of a person on one goal.
package enum GoalCommand: Hashable, Sendable {
  /// Begin a goal.
  case create(name: String, emoji: String? = nil, target: Money, by: CivilDate? = nil)
  /// Change its terms. A property that is `nil` stays.
  case change(GoalEdit)
  /// Put an amount towards it, or take one out with a negative amount.
  ///
  /// `saved` is the least that is saved on any day from that one on. No more is taken out.
  case contribute(Money, on: CivilDate, saved: Money, id: UniqueID)
  /// Count a saved transaction.
  case contributeTransaction(TransactionRow, id: UniqueID)
  /// Remove a contribution.
  case removeContribution(UniqueID)
  /// Complete it.
  case complete
  /// Open it again after it was completed.
  case reopen
  /// Delete it.
  case delete
  /// Undo its deletion.
  case restore
}

/// The changes of a goal's terms. A name or a target that is `nil` stays.
///
///     try book.changeGoal(bike, GoalEdit(name: "Red bike", by: .set(summer)))
///     try book.changeGoal(bike, GoalEdit(by: .remove))  // without a date again
public struct GoalEdit: Hashable, Sendable {
  /// The name.
  public var name: String?
  /// The emoji.
  public var emoji: PropertyEdit<String>
  /// The amount to save.
  public var target: Money?
  /// The date by which it is to be saved.
  public var by: PropertyEdit<CivilDate>

  /// Creates changes.
  public init(
    name: String? = nil, emoji: PropertyEdit<String> = .keep, target: Money? = nil,
    by: PropertyEdit<CivilDate> = .keep
  ) {
    self.name = name
    self.emoji = emoji
    self.target = target
    self.by = by
  }
}

extension GoalState {
  /// Returns the events that carry out a command on this state, or the reason why it is refused.
  package func decide(
    _ command: GoalCommand, id: GoalID, today: CivilDate
  ) throws(Rejection) -> [GoalEvent] {
    if case .create(let name, let emoji, let target, let by) = command {
      guard createdOn == nil else { throw .alreadyExists("a goal with this id") }
      try Self.check(target)
      let created = GoalEvent.Created(
        name: try Self.name(name), emoji: try Self.emoji(emoji), target: target, by: by, on: today)
      return [.goalCreated(created)]
    }
    guard let row = GoalRow(id, self) else { throw .unknownGoal(id.description) }
    if case .restore = command {
      guard row.isDeleted || row.hasPendingDeletion else { throw .isNotDeleted(what: "goal") }
      return [.goalRestored]
    }
    if case .delete = command { return row.isDeleted ? [] : [.goalDeleted] }
    guard !row.isDeleted else { throw .isDeleted(what: "goal") }
    switch command {
    case .create, .delete, .restore: return []
    case .change(let edit):
      let changed = try change(edit, row)
      return changed.isEmpty ? [] : [.goalChanged(changed)]
    case .contribute(let money, let on, let saved, let id):
      try checkOpen(row, money)
      guard money.minorUnits != 0, Amount(money).isRecordable else { throw .goalTarget(money) }
      if money.minorUnits < 0, Int128(saved.minorUnits) + Int128(money.minorUnits) < 0 {
        throw .goalHoldsLess(row.name, saved: saved)
      }
      return [.goalContributed(GoalContribution(id: id, amount: money, on: on))]
    case .contributeTransaction(let transaction, let id):
      guard let money = transaction.money, let date = transaction.date, transaction.stage == .saved else {
        throw .unknownTransaction(transaction.id)
      }
      try checkOpen(row, transaction.goalMoney(in: row.target.currency) ?? money)
      guard !present.contains(where: { $0.transaction == transaction.id }) else {
        throw .alreadyExists("this contribution")
      }
      return [.goalContributed(GoalContribution(id: id, transaction: transaction.id, on: date))]
    case .removeContribution(let id):
      guard let contribution = self[contribution: id].value else { throw .unknownContribution(id.description) }
      return [.goalContributionRemoved(contribution)]
    case .complete: return isCompleted.isSettled(on: true) ? [] : [.goalCompleted]
    case .reopen: return isCompleted.value == nil || isCompleted.isSettled(on: false) ? [] : [.goalReopened]
    }
  }

  private func change(_ edit: GoalEdit, _ row: GoalRow) throws(Rejection) -> GoalEvent.Changed {
    let newName = edit.name == nil ? nil : try Self.name(edit.name ?? "")
    let newEmoji = try Self.emoji(edit.emoji.value)
    if let target = edit.target {
      try Self.check(target)
      guard target.currency == row.target.currency else {
        throw .goalCurrency(row.target.currency, given: target.currency)
      }
    }
    return GoalEvent.Changed(
      name: newName.flatMap { name.isSettled(on: $0) ? nil : TextChange(from: row.name, to: $0) },
      emoji: edit.emoji == .keep || emoji.isSettled(on: newEmoji)
        ? nil : TextChange(from: row.emoji, to: newEmoji),
      target: edit.target.flatMap {
        target.isSettled(on: $0) ? nil : MoneyChange(from: row.target, to: $0)
      },
      by: edit.by == .keep || by.isSettled(on: edit.by.value)
        ? nil : ChangedValue(from: row.by, to: edit.by.value))
  }

  private func checkOpen(_ row: GoalRow, _ money: Money) throws(Rejection) {
    guard !row.isCompleted else { throw .goalIsCompleted(row.name) }
    guard money.currency == row.target.currency else {
      throw .goalCurrency(row.target.currency, given: money.currency)
    }
  }

  private static func check(_ target: Money) throws(Rejection) {
    guard target.currency.minorUnitDigits != nil else { throw .unknownCurrency(target.currency) }
    guard target.minorUnits > 0, Amount(target).isRecordable else { throw .goalTarget(target) }
  }

  private static func name(_ typed: String) throws(Rejection) -> String {
    let name = NFC.normalized(NFC.trimmed(typed))
    guard !name.isEmpty else { throw .emptyName }
    guard name.utf8.count <= 256 else { throw .tooLong(what: "name", limit: 256) }
    return name
  }

  private static func emoji(_ typed: String?) throws(Rejection) -> String? {
    guard let emoji = typed.map({ NFC.normalized(NFC.trimmed($0)) }), !emoji.isEmpty else { return nil }
    guard emoji.utf8.count <= 64 else { throw .tooLong(what: "emoji", limit: 64) }
    return emoji
  }
}

extension TransactionRow {
  /// Returns the amount that it contributes to a goal in a currency, or `nil` if it has no amount in it.
  ///
  /// A transfer between two currencies contributes its half in the goal's currency.
  package func goalMoney(in currency: CurrencyCode) -> Money? {
    [money, arrival].compactMap { $0 }.first { $0.currency == currency }
  }
}
