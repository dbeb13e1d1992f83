/// The fold of one category's events.
public struct CategoryState: Hashable, Sendable {
  /// Its key; nil until that is known.
  public internal(set) var key: String?
  /// The name people see.
  public internal(set) var name = Register<String>()
  /// An emoji.
  public internal(set) var emoji = Register<String>()
  /// A colour, `#rrggbb`.
  public internal(set) var color = Register<String>()
  /// The kinds it is offered for; empty: all.
  public internal(set) var kinds = Register<[TransactionKind]>()
  /// Whether it is offered.
  public internal(set) var isActive = Register<Bool>()

  /// A category of which nothing is known.
  public init() {}
}
