internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// The changes of YNAB to the amounts and the parts of a split.
///
/// They come into this ledger together or not at all, so that the line items always add up to the total.
struct SplitChange {
  /// The changes, in the order of their fields.
  private(set) var changes: [CopyEvent.Change] = []
  /// The incoming changes of other fields.
  private(set) var others: [CopyEvent.Change] = []
  /// The remote identifiers of parts that YNAB added.
  private(set) var added: Set<String> = []
  /// The remote identifiers of parts that YNAB removed.
  private(set) var removed: Set<String> = []

  /// Picks the changes of the amounts and parts out of the incoming ones.
  init(
    _ incoming: [CopyEvent.Change], base: [CopyEvent.Key: String], _ remote: RemoteTransaction, isSplit: Bool
  ) {
    for change in incoming where change.key.item != nil && change.key.field == .amount {
      guard let part = change.key.item else { continue }
      if change.theirs == nil { removed.insert(part) }
      if base[change.key] == nil { added.insert(part) }
    }
    for change in incoming {
      let isOfPart =
        switch change.key.item {
        case let part?: change.key.field == .amount || added.contains(part) || removed.contains(part)
        // A split without parts has a category again, and the other way around.
        case nil:
          isSplit ? change.key.field == .amount || isWhole(change.key, remote) : isWhole(change.key, remote)
        }
      if isOfPart { changes.append(change) } else { others.append(change) }
    }
  }

  private func isWhole(_ key: CopyEvent.Key, _ remote: RemoteTransaction) -> Bool {
    key.field == .category && (remote.items.isEmpty ? !removed.isEmpty : !added.isEmpty)
  }
}

extension YNABSync {
  /// Returns the commands that bring the amounts and the parts of a split into this ledger.
  ///
  /// - Throws: `HeldChange` if a change cannot be applied. The caller must then apply no change.
  func commands(
    for split: SplitChange, of remote: RemoteTransaction, _ row: CopyRow, _ state: CopyState,
    conflicts: [CopyEvent.Change]
  ) throws -> (copy: [CopyCommand], changes: [TransactionCommand]) {
    guard row.withItems || split.added.isEmpty else {
      throw HeldChange(
        reason: "it was split in YNAB, and was sent without line items; detach the copy to follow it by hand",
        code: .splitThere)
    }
    guard !row.withItems || !conflicts.contains(where: { $0.key.field == .amount }) else {
      throw HeldChange(reason: "its amounts changed on both sides", code: .conflict, step: .copyConflicts)
    }
    var changes: [TransactionCommand] = []
    for change in split.changes {
      if let part = change.key.item, split.added.contains(part) || split.removed.contains(part) { continue }
      // The category of a split is not a category: only a transaction without parts has one.
      if change.key == CopyEvent.Key(.category), !remote.items.isEmpty { continue }
      changes += try incoming(change, row, state)
    }
    guard !split.added.isEmpty || !split.removed.isEmpty else { return ([], changes) }
    guard remote.items.isEmpty || remote.items.reduce(0, { $0 &+ $1.amount }) == remote.amount else {
      throw HeldChange(reason: "its parts do not add up to its amount in YNAB", code: .partsDoNotAddUp)
    }
    let known = Set(state.items.map(\.item))
    let detail = try book.transaction(row.transaction)
    guard detail.state.lineItems.allSatisfy({ $0.content == nil || known.contains($0.id) }) else {
      throw HeldChange(
        reason: "a line item here has no part in YNAB; detach the copy to follow it by hand", code: .otherParts
      )
    }
    var items = state.items.filter { !split.removed.contains($0.remote) }
    changes += state.items.filter { split.removed.contains($0.remote) }.map { .removeItem($0.item) }
    for part in remote.items where split.added.contains(part.id) {
      // Two devices that learn of the part record one line item.
      let id = LineItemID(UniqueID.derived(kind: "part of copy", parts: [row.id.description, part.id]))
      let category = try category(part.category, row.plan)
      changes.append(
        .addItem(
          id,
          LineItem(
            name: part.memo ?? category,
            money: try money(String(part.amount), row, detail.row.kind), category: category)))
      items.append(CopyEvent.Item(item: id, remote: part.id))
    }
    return (state.answer(items: items, on: book.today).map { [.acknowledge($0)] } ?? [], changes)
  }
}
