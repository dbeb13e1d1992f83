/// The fold of one category's events.
public struct CategoryState: Hashable, Sendable {
  /// Its key, or `nil` if no event with the key has arrived yet.
  public internal(set) var key: String?
  /// The name people see.
  public internal(set) var name = FieldRegister<String>()
  /// An emoji.
  public internal(set) var emoji = FieldRegister<String>()
  /// A colour, `#rrggbb`.
  public internal(set) var color = FieldRegister<String>()
  /// The kinds it is offered for. Empty means all.
  public internal(set) var kinds = FieldRegister<[TransactionKind]>()
  /// Whether it is offered.
  public internal(set) var isActive = FieldRegister<Bool>()
  /// The name of the header group that a budget shows it in.
  public internal(set) var header = FieldRegister<String>()
  /// The rank that gives it its place.
  public internal(set) var rank = FieldRegister<Int64>()

  /// Creates the state of a category of which nothing is known.
  public init() {}
}
