/// The fold of one category's events.
package struct CategoryState: Hashable, Sendable {
  /// Its key, or `nil` if no event with the key has arrived yet.
  package internal(set) var key: String?
  /// The name people see.
  package internal(set) var name = FieldRegister<String>()
  /// An emoji.
  package internal(set) var emoji = FieldRegister<String>()
  /// A colour, `#rrggbb`.
  package internal(set) var color = FieldRegister<String>()
  /// The kinds it is offered for. Empty means all.
  package internal(set) var kinds = FieldRegister<[TransactionKind]>()
  /// Whether it is offered.
  package internal(set) var isActive = FieldRegister<Bool>()
  /// The name of the header group that a budget shows it in.
  package internal(set) var header = FieldRegister<String>()
  /// The rank that gives it its place.
  package internal(set) var rank = FieldRegister<Int64>()

  /// Creates the state of a category of which nothing is known.
  package init() {}
}
