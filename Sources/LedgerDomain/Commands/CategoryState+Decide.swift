/// What a person can ask of one category.
public enum CategoryCommand: Hashable, Sendable {
  /// Add one, under a key made from the name unless given.
  case add(name: String, key: String?, emoji: String?, kinds: [TransactionKind])
  /// Change how it is shown; what is nil stays, an empty text is none.
  case change(name: String?, emoji: String?, color: String?)
  /// Offer it no more; history keeps it.
  case deactivate
  /// Offer it again.
  case reactivate
}

extension CategoryState {
  /// The key of a category as people type it: NFC, lower case, edges trimmed.
  public static func key(of name: String) -> String { NFC.foldedKey(name) }

  /// What happens if a command is carried out on this state, or why it is refused. Pure.
  public func decide(_ command: CategoryCommand, key: String) throws(Rejection) -> [CategoryEvent] {
    switch command {
    case .add(let name, _, let emoji, let kinds):
      guard self.key == nil else { throw .alreadyExists("the category “\(key)”") }
      let name = NFC.normalized(NFC.trimmed(name))
      guard !name.isEmpty, !key.isEmpty else { throw .emptyName }
      guard name.utf8.count <= 256, key.utf8.count <= 256 else { throw .tooLong(what: "name", limit: 256) }
      return [.categoryAdded(CategoryAdded(key: key, name: name, emoji: emoji, kinds: kinds))]
    case .change(let newName, let newEmoji, let newColor):
      try exists(key)
      let changed = CategoryChanged(
        name: Self.change(from: name.value, to: newName), emoji: Self.change(from: emoji.value, to: newEmoji),
        color: Self.change(from: color.value, to: newColor))
      if changed.name != nil, changed.name?.to == nil { throw .emptyName }
      if changed.name == nil && changed.emoji == nil && changed.color == nil { return [] }
      return [.categoryChanged(changed)]
    case .deactivate:
      try exists(key)
      guard !FixedCategories.contains(key) else { throw .fixedCategory(key) }
      return isActive.value == false ? [] : [.categoryDeactivated]
    case .reactivate:
      try exists(key)
      return isActive.value == false ? [.categoryReactivated] : []
    }
  }

  private func exists(_ key: String) throws(Rejection) {
    guard self.key != nil else { throw .unknownCategory(key: key, known: []) }
  }

  private static func change(from: String?, to: String?) -> TextChange? {
    guard let to else { return nil }
    let normalized = NFC.normalized(NFC.trimmed(to))
    let after = normalized.isEmpty ? nil : normalized
    return from == after ? nil : TextChange(from: from, to: after)
  }
}
