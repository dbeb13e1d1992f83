/// A request by a person that concerns one category.
package enum CategoryCommand: Hashable, Sendable {
  /// Add one, under a key made from the name unless given.
  case add(name: String, key: String?, emoji: String?, kinds: [TransactionKind])
  /// Change how it is shown. A property that is `nil` stays, and an empty text removes it.
  case change(
    name: String?, emoji: String?, color: String?, kinds: [TransactionKind]? = nil, header: String? = nil)
  /// Give it another place in the order of categories.
  case move(rank: Int64)
  /// No longer offer it. Old transactions keep it.
  case deactivate
  /// Offer it again.
  case reactivate
}

extension CategoryState {
  /// Returns the key of a category as people type it: NFC, lower case, edges trimmed.
  package static func key(of name: String) -> String { NFC.foldedKey(name) }

  /// Returns the events that carry out a command on this state, or the reason why it is refused. Pure.
  package func decide(_ command: CategoryCommand, key: String) throws(Rejection) -> [CategoryEvent] {
    switch command {
    case .add(let name, _, let emoji, let kinds):
      if self.key != nil {
        throw isActive.value == false ? .inactiveCategory(key) : .alreadyExists("the category “\(key)”")
      }
      let name = NFC.normalized(NFC.trimmed(name))
      guard !name.isEmpty, !key.isEmpty else { throw .emptyName }
      try Self.check(name, "name", 256)
      try Self.check(key, "name", 256)
      let emoji = emoji.map { NFC.normalized(NFC.trimmed($0)) }.flatMap { $0.isEmpty ? nil : $0 }
      try Self.check(emoji, "emoji", 64)
      return [
        .categoryAdded(CategoryEvent.Added(key: key, name: name, emoji: emoji, kinds: Self.inOrder(kinds)))
      ]
    case .move(let newRank):
      try exists(key)
      if rank.isSettled(on: newRank) { return [] }
      let change = ChangedValue(from: rank.value, to: newRank)
      return [.categoryChanged(CategoryEvent.Changed(name: nil, emoji: nil, color: nil, rank: change))]
    case .change(let newName, let newEmoji, let newColor, let newKinds, let newHeader):
      try exists(key)
      let changed = CategoryEvent.Changed(
        name: Self.change(name, to: newName), emoji: Self.change(emoji, to: newEmoji),
        color: Self.change(color, to: newColor),
        kinds: newKinds.flatMap { given in
          let to = Self.inOrder(given)
          return kinds.isSettled(on: to) || (kinds.winner == nil && to.isEmpty)
            ? nil : CategoryEvent.KindsChange(from: kinds.value ?? [], to: to)
        }, header: Self.change(header, to: newHeader))
      if changed.name != nil, changed.name?.to == nil { throw .emptyName }
      try Self.check(changed.name?.to, "name", 256)
      try Self.check(changed.emoji?.to, "emoji", 64)
      try Self.check(changed.color?.to, "color", 64)
      try Self.check(changed.header?.to, "header", 256)
      if let color = changed.color?.to, !Self.isColor(color) { throw .invalidColor(color) }
      if changed == CategoryEvent.Changed(name: nil, emoji: nil, color: nil) { return [] }
      return [.categoryChanged(changed)]
    case .deactivate:
      try exists(key)
      guard !FixedCategories.contains(key) else { throw .fixedCategory(key) }
      return isActive.isSettled(on: false) ? [] : [.categoryDeactivated]
    case .reactivate:
      try exists(key)
      return isActive.value == nil || isActive.isSettled(on: true) ? [] : [.categoryReactivated]
    }
  }

  private func exists(_ key: String) throws(Rejection) {
    guard self.key != nil else { throw .unknownCategory(key: key, known: []) }
  }

  /// Returns each kind once, in a fixed order. All kinds together become the empty list, which means all.
  private static func inOrder(_ kinds: [TransactionKind]) -> [TransactionKind] {
    let given = TransactionKind.allCases.filter(kinds.contains)
    return given.count == TransactionKind.allCases.count ? [] : given
  }

  /// `#rrggbb`.
  private static func isColor(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 7 && bytes[0] == UInt8(ascii: "#")
      && bytes.dropFirst().allSatisfy {
        (48...57).contains($0) || (97...102).contains($0) || (65...70).contains($0)
      }
  }

  private static func check(_ text: String?, _ what: String, _ limit: Int) throws(Rejection) {
    guard (text?.utf8.count ?? 0) <= limit else { throw .tooLong(what: what, limit: limit) }
  }

  private static func change(_ register: FieldRegister<String>, to: String?) -> TextChange? {
    guard let to else { return nil }
    let normalized = NFC.normalized(NFC.trimmed(to))
    let after = normalized.isEmpty ? nil : normalized
    return register.isSettled(on: after) ? nil : TextChange(from: register.value, to: after)
  }
}
