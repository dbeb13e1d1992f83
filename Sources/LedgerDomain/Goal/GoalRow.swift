/// One goal as screens show it, without its progress, which also depends on transactions.
public struct GoalRow: Hashable, Sendable {
  /// Its identifier.
  public let id: GoalID
  /// The name people see.
  public let name: String
  /// Its emoji, or `nil` if it has no emoji.
  public let emoji: String?
  /// The amount to save.
  public let target: Money
  /// The date by which it is to be saved, or `nil` if there is no such date.
  public let by: CivilDate?
  /// The civil date it was created.
  public let createdOn: CivilDate
  /// Whether it is completed.
  public let isCompleted: Bool
  /// Whether it is deleted.
  public let isDeleted: Bool
  /// Whether a deletion waits for a person, because the goal was changed meanwhile.
  public let hasPendingDeletion: Bool

  /// Creates the row of a state, or `nil` if the goal's creation is not known.
  package init?(_ id: GoalID, _ state: GoalState) {
    guard let createdOn = state.createdOn, let name = state.name.value, let target = state.target.value else {
      return nil
    }
    self.init(
      id: id, name: name, emoji: state.emoji.value, target: target, by: state.by.value, createdOn: createdOn,
      isCompleted: state.isCompleted.value ?? false, isDeleted: state.deletion.isDeleted,
      hasPendingDeletion: state.deletion.pending != nil)
  }

  /// Creates a row from the columns of a read model.
  package init(
    id: GoalID, name: String, emoji: String?, target: Money, by: CivilDate?, createdOn: CivilDate,
    isCompleted: Bool, isDeleted: Bool, hasPendingDeletion: Bool
  ) {
    self.id = id
    self.name = name
    self.emoji = emoji
    self.target = target
    self.by = by
    self.createdOn = createdOn
    self.isCompleted = isCompleted
    self.isDeleted = isDeleted
    self.hasPendingDeletion = hasPendingDeletion
  }
}

extension GoalState {
  /// Returns the values that screens show, by field.
  func shown(of id: GoalID) -> RecordValues {
    var values = RecordValues()
    guard let row = GoalRow(id, self) else { return values }
    values[.name] = .text(row.name)
    values[.emoji] = row.emoji.map { .text($0) }
    values[.target] = .decimal(row.target)
    values[.currency] = .currency(row.target.currency)
    values[.end] = row.by.map { .date($0) }
    let contributions = present
    if !contributions.isEmpty {
      values[.contributions] = .texts(contributions.map { "\($0.on.iso) \($0.words)" })
    }
    values[.state] = .word(row.isDeleted ? "deleted" : row.isCompleted ? "completed" : "open")
    return values
  }
}

extension GoalContribution {
  /// The amount, or the identifier of the transaction.
  var words: String { amount.map { "\($0)" } ?? transaction.map { "\($0)" } ?? "" }
}
