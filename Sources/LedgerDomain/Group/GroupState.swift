/// The fold of one group's events.
public struct GroupState: Hashable, Sendable {
  /// The civil date it was created; nil until that is known.
  public private(set) var createdOn: CivilDate?
  /// Its name.
  public private(set) var name = Register<String>()
  /// Whether it is deleted.
  public private(set) var deletion = Deletion()

  /// A group of which nothing is known.
  public init() {}

  /// Applies one event, the latest so far in the order of the fold. Total.
  public mutating func evolve(_ event: GroupEvent, _ context: EventContext) {
    switch event {
    case .groupCreated(let created):
      if createdOn == nil { createdOn = created.on }
      name.write(created.name, origin: .set, context)
      deletion.noteChange(context)
    case .groupRenamed(let renamed):
      name.write(renamed.to, origin: .set, context)
      deletion.noteChange(context)
    case .groupDeleted:
      deletion.delete(context)
    case .groupRestored:
      deletion.restore(context)
    }
  }
}

/// One group as screens know it.
public struct GroupRow: Hashable, Sendable {
  /// Which.
  public let id: GroupID
  /// Its name.
  public let name: String
  /// The civil date it was created.
  public let createdOn: CivilDate
  /// Whether it is deleted: its transactions read as Unfiled.
  public let isDeleted: Bool
  /// Whether a deletion waits for a person, because somebody changed the group meanwhile.
  public let hasPendingDeletion: Bool

  /// The row of a group's state; nil until it is known to exist.
  public init?(_ id: GroupID, _ state: GroupState) {
    guard let createdOn = state.createdOn, let name = state.name.value else { return nil }
    self.id = id
    self.name = name
    self.createdOn = createdOn
    isDeleted = state.deletion.isDeleted
    hasPendingDeletion = state.deletion.pending != nil
  }

  /// A row as a read model keeps it.
  public init(id: GroupID, name: String, createdOn: CivilDate, isDeleted: Bool, hasPendingDeletion: Bool) {
    self.id = id
    self.name = name
    self.createdOn = createdOn
    self.isDeleted = isDeleted
    self.hasPendingDeletion = hasPendingDeletion
  }
}
