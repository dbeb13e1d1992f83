internal import EventLog
public import LedgerBytes
public import LedgerDomain
public import LedgerProjections

// Goals: what money is saved for (FF-17). A `Rejection` explains why a command was refused. Then nothing was appended.
extension Book {
  /// Returns the goals with their contributions and figures: open ones first, then by date and name.
  ///
  /// - Complexity: O(goals + contributions), and a look-up per transaction that contributes.
  public func goals(withDeleted: Bool = false) throws -> [GoalSummary] {
    try models.read { reader in
      try reader.goals(today: day, withDeleted: withDeleted) { id in
        try log.key(of: id.stream).flatMap { try reader.transaction(key: $0)?.row }
      }
    }
  }

  /// Begins a goal.
  ///
  /// - Throws: `Rejection.goalTarget` if the target is not above zero or too large.
  @discardableResult
  public func createGoal(
    name: String, emoji: String? = nil, target: Money, by: CivilDate? = nil, id: UniqueID? = nil
  ) throws -> Done {
    let content: [String: JSONValue] = [
      "name": .string(name), "emoji": .text(emoji), "target": .integer(target.minorUnits),
      "currency": .string(target.currency.code), "by": .text(by?.iso),
    ]
    return try perform("create goal", GoalID(settings.newID()), content, id: id, namesGoal: false) { _ in
      .create(name: name, emoji: emoji, target: target, by: by)
    }
  }

  /// Changes the terms of a goal.
  @discardableResult
  public func changeGoal(_ goal: GoalID, _ edit: GoalEdit, id: UniqueID? = nil) throws -> Done {
    let content: [String: JSONValue] = [
      "name": .text(edit.name), "emoji": edit.emoji.content({ .string($0) }, removed: "") ?? .null,
      "target": .text(edit.target?.description),
      "by": edit.by.content({ .string($0.iso) }, removed: "") ?? .null,
    ]
    return try perform("change goal", goal, content, id: id) { _ in .change(edit) }
  }

  /// Puts an amount towards a goal, or takes one out if it is negative.
  ///
  /// - Throws: `Rejection.goalHoldsLess` if less than that is saved on the date or on any later day.
  @discardableResult
  public func contribute(
    _ money: Money, to goal: GoalID, on date: CivilDate? = nil, id: UniqueID? = nil
  ) throws -> Done {
    let content: [String: JSONValue] = ["amount": .string(money.description), "on": .text(date?.iso)]
    return try perform("contribute", goal, content, id: id) { contribution in
      // Only what is taken out depends on it.
      let date = date ?? self.today
      let saved =
        money.minorUnits < 0
        ? try self.goals(withDeleted: true).first { $0.id == goal }?.leastSaved(from: date) : nil
      return .contribute(
        money, on: date, saved: saved ?? Money(minorUnits: 0, currency: money.currency), id: contribution)
    }
  }

  /// Counts a saved transaction towards a goal, with the amount that it has at any time.
  @discardableResult
  public func contribute(
    _ transaction: TransactionID, to goal: GoalID, id: UniqueID? = nil
  ) throws -> Done {
    let content: [String: JSONValue] = ["transaction": .string(transaction.description)]
    // Devices that do not know of each other make one contribution, which counts once.
    let contribution = UniqueID.derived(
      kind: "goal-contribution", parts: [goal.description, transaction.description])
    return try perform("contribute transaction", goal, content, id: id) { _ in
      guard let row = TransactionRow(transaction, try self.fold(transaction.stream).transaction) else {
        throw Rejection.unknownTransaction(transaction)
      }
      return .contributeTransaction(row, id: contribution)
    }
  }

  /// Removes a contribution of a goal.
  @discardableResult
  public func removeContribution(
    _ contribution: UniqueID, from goal: GoalID, id: UniqueID? = nil
  ) throws -> Done {
    try perform("remove contribution", goal, ["contribution": .string(contribution.description)], id: id) { _ in
      .removeContribution(contribution)
    }
  }

  /// Completes a goal.
  @discardableResult
  public func completeGoal(_ goal: GoalID, id: UniqueID? = nil) throws -> Done {
    try perform("complete goal", goal, id: id) { _ in .complete }
  }

  /// Opens a completed goal again.
  @discardableResult
  public func reopenGoal(_ goal: GoalID, id: UniqueID? = nil) throws -> Done {
    try perform("reopen goal", goal, id: id) { _ in .reopen }
  }

  /// Deletes a goal. Its transactions stay.
  @discardableResult
  public func deleteGoal(_ goal: GoalID, id: UniqueID? = nil) throws -> Done {
    try deleteGoal(goal, id: id) {}
  }

  /// Deletes a goal if a check within the command passes.
  func deleteGoal(_ goal: GoalID, id: UniqueID?, check: () throws -> Void) throws -> Done {
    try perform("delete goal", goal, id: id) { _ in
      try check()
      return .delete
    }
  }

  /// Undoes the deletion of a goal.
  @discardableResult
  public func restoreGoal(_ goal: GoalID, id: UniqueID? = nil) throws -> Done {
    try perform("restore goal", goal, id: id) { _ in .restore }
  }

  /// Carries out a command on a goal.
  ///
  /// - Parameter command: Makes the command. It gets an identifier for a contribution.
  private func perform(
    _ word: String, _ goal: GoalID, _ content: [String: JSONValue] = [:], id: UniqueID?,
    namesGoal: Bool = true, _ command: (UniqueID) throws -> GoalCommand
  ) throws -> Done {
    var members = content
    members["command"] = .string(word)
    // The identifier of a new goal differs from one try to the next.
    if namesGoal { members["goal"] = .string(goal.description) }
    return try execute(id: id, content: .object(members), about: namesGoal ? goal.stream : nil) { batch in
      let state = try self.fold(goal.stream).goal
      for event in try state.decide(try command(settings.newID()), id: goal, today: self.today) {
        batch.append(.goal(event), goal.stream)
      }
    }
  }
}
