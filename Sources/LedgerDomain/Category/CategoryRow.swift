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
  /// The name of the header group that a budget shows it in, or `nil` if there is no such group.
  public let header: String?
  /// The rank that gives it its place, or `nil` if nobody moved it. Those without come last.
  public let rank: Int64?

  /// Creates the row of a category's state, or `nil` if the category is not known to exist.
  package init?(_ state: CategoryState) {
    guard let key = state.key else { return nil }
    self.key = key
    name = state.name.value ?? key
    emoji = state.emoji.value
    color = state.color.value
    kinds = state.kinds.value ?? []
    isActive = state.isActive.value ?? true
    header = state.header.value
    rank = state.rank.value
  }

  /// Creates a row with the given values.
  package init(
    key: String, name: String, emoji: String?, color: String?, kinds: [TransactionKind], isActive: Bool,
    header: String? = nil, rank: Int64? = nil
  ) {
    self.key = key
    self.name = name
    self.emoji = emoji
    self.color = color
    self.kinds = kinds
    self.isActive = isActive
    self.header = header
    self.rank = rank
  }

  /// The values that it shows, by field.
  var values: RecordValues {
    var values = RecordValues()
    values[.name] = .text(name)
    values[.emoji] = emoji.map(TypedValue.text)
    values[.color] = color.map(TypedValue.word)
    values[.kinds] = kinds.isEmpty ? nil : .texts(kinds.map(\.rawValue))
    values[.header] = header.map(TypedValue.text)
    values[.rank] = rank.map { .word(String($0)) }
    values[.state] = .word(isActive ? "active" : "inactive")
    return values
  }

  /// Returns the category that a typed name means: its key, else its name or its emoji.
  ///
  /// Upper and lower case make no difference. Names of categories that are offered come before names of others.
  ///
  /// - Throws: `Rejection.unknownCategory` with the known keys and names, `.ambiguousName`.
  /// - Complexity: O(categories).
  public static func named(_ typed: String, among rows: [CategoryRow]) throws(Rejection) -> CategoryRow {
    let key = CategoryState.key(of: typed)
    if let row = rows.first(where: { $0.key == key }) { return row }
    let named = rows.filter { NFC.foldedKey($0.name) == key || $0.emoji == typed }
    let active = named.filter(\.isActive)
    let found = active.isEmpty ? named : active
    if let only = found.first, found.count == 1 { return only }
    guard found.isEmpty else {
      throw .ambiguousName(what: "category", typed, keys: found.map(\.key).sorted())
    }
    let known = rows.filter(\.isActive).flatMap { $0.key == $0.name ? [$0.key] : [$0.key, $0.name] }
    throw .unknownCategory(key: NFC.trimmed(typed), known: known.sorted())
  }
}

extension DecisionContext {
  /// Returns the category that a typed name means.
  func category(_ typed: String) throws(Rejection) -> CategoryRow {
    if let row = categories[CategoryState.key(of: typed)] { return row }
    return try CategoryRow.named(typed, among: Array(categories.values))
  }
}
