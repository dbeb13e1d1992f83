extension CategoryState {
  /// Applies one event, the latest so far in the order of the fold. Total.
  public mutating func evolve(_ event: CategoryEvent, _ context: EventContext) {
    switch event {
    case .categoryAdded(let added):
      // Adding twice is merging. Each addition fills in only what nobody has set yet, so it undoes nothing.
      if key == nil { key = added.key }
      if name.winner == nil { name.write(added.name, origin: .set, context) }
      if let value = added.emoji, emoji.winner == nil { emoji.write(value, origin: .set, context) }
      if !added.kinds.isEmpty, kinds.winner == nil { kinds.write(added.kinds, origin: .set, context) }
    case .categoryChanged(let changed):
      if let change = changed.name { name.write(change.to, origin: .set, context) }
      if let change = changed.emoji { emoji.write(change.to, origin: .set, context) }
      if let change = changed.color { color.write(change.to, origin: .set, context) }
      if let change = changed.kinds { kinds.write(change.to, origin: .set, context) }
      if let change = changed.header { header.write(change.to, origin: .set, context) }
      if let change = changed.rank { rank.write(change.to, origin: .set, context) }
    case .categoryDeactivated:
      isActive.write(false, origin: .set, context)
    case .categoryReactivated:
      isActive.write(true, origin: .set, context)
    }
  }
}
