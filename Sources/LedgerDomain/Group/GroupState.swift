/// The fold of one group's events.
public struct GroupState: Hashable, Sendable {
  /// The civil date it was created, or `nil` if the creation has not arrived yet.
  public internal(set) var createdOn: CivilDate?
  /// Its name.
  public internal(set) var name = FieldRegister<String>()
  /// Whether it is deleted.
  public internal(set) var deletion = Deletion()

  /// Creates the state of a group of which nothing is known.
  public init() {}
}
