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
  /// The kinds it is offered for. Empty means all.
  public let kinds: [TransactionKind]
  /// Whether it is offered.
  public let isActive: Bool

  /// Creates the row of a category's state, or `nil` if the category is not known to exist.
  public init?(_ state: CategoryState) {
    guard let key = state.key else { return nil }
    self.key = key
    name = state.name.value ?? key
    emoji = state.emoji.value
    color = state.color.value
    kinds = state.kinds.value ?? []
    isActive = state.isActive.value ?? true
  }

  /// Creates a row with the given values.
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

extension CategoryRow {
  /// The values that it shows, by field.
  var values: RecordValues {
    var values = RecordValues()
    values[.name] = .text(name)
    values[.emoji] = emoji.map(TypedValue.text)
    values[.color] = color.map(TypedValue.word)
    values[.kinds] = kinds.isEmpty ? nil : .texts(kinds.map(\.rawValue))
    values[.state] = .word(isActive ? "active" : "inactive")
    return values
  }
}
