/// The fold of one category's events.
public struct CategoryState: Hashable, Sendable {
  /// Its key; nil until that is known.
  public private(set) var key: String?
  /// The name people see.
  public private(set) var name = Register<String>()
  /// An emoji.
  public private(set) var emoji = Register<String>()
  /// A colour, `#rrggbb`.
  public private(set) var color = Register<String>()
  /// The kinds it is offered for; empty: all.
  public private(set) var kinds = Register<[TransactionKind]>()
  /// Whether it is offered.
  public private(set) var isActive = Register<Bool>()

  /// A category of which nothing is known.
  public init() {}

  /// Applies one event, the latest so far in the order of the fold. Total.
  public mutating func evolve(_ event: CategoryEvent, _ context: EventContext) {
    switch event {
    case .categoryAdded(let added):
      // Adding twice is merging: each addition gives what nobody has said yet, and none undoes what somebody said.
      if key == nil { key = added.key }
      if name.standing == nil { name.write(added.name, origin: .set, context) }
      if let value = added.emoji, emoji.standing == nil { emoji.write(value, origin: .set, context) }
      if !added.kinds.isEmpty, kinds.standing == nil { kinds.write(added.kinds, origin: .set, context) }
    case .categoryChanged(let changed):
      if let change = changed.name { name.write(change.to, origin: .set, context) }
      if let change = changed.emoji { emoji.write(change.to, origin: .set, context) }
      if let change = changed.color { color.write(change.to, origin: .set, context) }
      if let change = changed.kinds { kinds.write(change.to, origin: .set, context) }
    case .categoryDeactivated:
      isActive.write(false, origin: .set, context)
    case .categoryReactivated:
      isActive.write(true, origin: .set, context)
    }
  }
}

/// One category as screens know it.
public struct CategoryRow: Hashable, Sendable {
  /// Its key.
  public let key: String
  /// The name people see.
  public let name: String
  /// An emoji.
  public let emoji: String?
  /// A colour, `#rrggbb`.
  public let color: String?
  /// The kinds it is offered for; empty: all.
  public let kinds: [TransactionKind]
  /// Whether it is offered.
  public let isActive: Bool

  /// The row of a category's state; nil until it is known to exist.
  public init?(_ state: CategoryState) {
    guard let key = state.key else { return nil }
    self.key = key
    name = state.name.value ?? key
    emoji = state.emoji.value
    color = state.color.value
    kinds = state.kinds.value ?? []
    isActive = state.isActive.value ?? true
  }

  /// A category as given.
  public init(
    key: String, name: String, emoji: String?, color: String?, kinds: [TransactionKind], isActive: Bool
  ) {
    self.key = key
    self.name = name
    self.emoji = emoji
    self.color = color
    self.kinds = kinds
    self.isActive = isActive
  }
}
