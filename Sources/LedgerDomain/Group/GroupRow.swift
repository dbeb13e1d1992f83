/// One group as screens know it.
public struct GroupRow: Hashable, Sendable {
  /// The group's identifier.
  public let id: GroupID
  /// Its name.
  public let name: String
  /// The civil date it was created.
  public let createdOn: CivilDate
  /// Whether it is deleted: its transactions read as Unfiled.
  public let isDeleted: Bool
  /// Whether a deletion waits for a person, because the group was changed meanwhile.
  public let hasPendingDeletion: Bool

  /// Creates the row of a group's state, or `nil` if the group is not known to exist.
  package init?(_ id: GroupID, _ state: GroupState) {
    guard let createdOn = state.createdOn, let name = state.name.value else { return nil }
    self.id = id
    self.name = name
    self.createdOn = createdOn
    isDeleted = state.deletion.isDeleted
    hasPendingDeletion = state.deletion.pending != nil
  }

  /// Creates a row from the columns of a read model.
  package init(id: GroupID, name: String, createdOn: CivilDate, isDeleted: Bool, hasPendingDeletion: Bool) {
    self.id = id
    self.name = name
    self.createdOn = createdOn
    self.isDeleted = isDeleted
    self.hasPendingDeletion = hasPendingDeletion
  }

  /// The values that it shows, by field.
  var values: RecordValues {
    var values = RecordValues()
    values[.name] = .text(name)
    values[.state] = .word(isDeleted ? "deleted" : "there")
    return values
  }
}
