/// The fold of one group's events.
public struct GroupState: Hashable, Sendable {
  /// The civil date it was created; nil until that is known.
  public internal(set) var createdOn: CivilDate?
  /// Its name.
  public internal(set) var name = Register<String>()
  /// Whether it is deleted.
  public internal(set) var deletion = Deletion()

  /// A group of which nothing is known.
  public init() {}
}
