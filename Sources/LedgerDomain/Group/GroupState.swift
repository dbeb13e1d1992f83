/// The fold of one group's events.
package struct GroupState: Hashable, Sendable {
  /// The civil date it was created, or `nil` if the creation has not arrived yet.
  package internal(set) var createdOn: CivilDate?
  /// Its name.
  package internal(set) var name = FieldRegister<String>()
  /// Whether it is deleted.
  package internal(set) var deletion = Deletion()

  /// Creates the state of a group of which nothing is known.
  package init() {}
}
