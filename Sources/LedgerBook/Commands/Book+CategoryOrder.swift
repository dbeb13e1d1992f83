public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

// The order of categories, and the header groups that a budget shows them in (FF-03).
extension Book {
  /// Puts a category right before another one, or last.
  ///
  /// - Throws: `Rejection` if one of them is not known.
  /// - Complexity: The first move of all gives every category a rank. Later ones most often write one event.
  @discardableResult
  public func moveCategory(key: String, before other: String?, id: UniqueID? = nil) throws -> Done {
    let content: JSONValue = [
      "before": .text(other), "category": .string(key), "command": "move category",
    ]
    let moved = try categoryKey(key)
    return try moveCategories(
      id: id, content, before: try other.map { try categoryKey($0) },
      orElse: .unknownCategory(key: key, known: try categories().map(\.key))
    ) { $0.key == moved }
  }

  /// Puts all categories of a header group right before a category, or last.
  ///
  /// - Throws: `Rejection` if the group has no category, or if the other category is not known.
  @discardableResult
  public func moveHeader(_ header: String, before other: String?, id: UniqueID? = nil) throws -> Done {
    let content: JSONValue = [
      "before": .text(other), "command": "move header", "header": .string(header),
    ]
    return try moveCategories(id: id, content, before: other, orElse: .unknownHeader(header)) {
      $0.isIn(header: header)
    }
  }

  /// Gives a header group another name, in each of its categories.
  ///
  /// - Throws: `Rejection` if the group has no category. An empty name leaves the categories without a group.
  @discardableResult
  public func renameHeader(_ header: String, to name: String, id: UniqueID? = nil) throws -> Done {
    let content: JSONValue = [
      "command": "rename header", "header": .string(header), "name": .string(name),
    ]
    return try execute(id: id, content: content) { batch in
      let members = try self.categories().filter { $0.isIn(header: header) }
      guard !members.isEmpty else { throw Rejection.unknownHeader(header) }
      for row in members {
        try self.decide(.change(name: nil, emoji: nil, color: nil, header: name), onCategory: row.key, &batch)
      }
    }
  }

  private func moveCategories(
    id: UniqueID?, _ content: JSONValue, before other: String?, orElse unknown: Rejection,
    where isMoved: (CategoryRow) -> Bool
  ) throws -> Done {
    try execute(id: id, content: content) { batch in
      let rows = try self.categories()
      let moved = rows.filter(isMoved)
      guard !moved.isEmpty else { throw unknown }
      let others = rows.filter { !isMoved($0) }
      let place = try other.map { key in
        guard let place = others.firstIndex(where: { $0.key == key }) else {
          throw Rejection.unknownCategory(key: key, known: others.map(\.key))
        }
        return place
      }
      var ranked: [(id: String, rank: Int64)] = []
      for row in others {
        ranked.append((row.key, row.rank ?? AccountOrder.last(after: ranked.map(\.rank))))
      }
      for (offset, row) in moved.enumerated() {
        let target = (place ?? others.count) + offset
        let ranks = AccountOrder.moving(row.key, to: target, among: ranked)
        for index in ranked.indices { ranked[index].rank = ranks[ranked[index].id] ?? ranked[index].rank }
        ranked.insert((row.key, ranks[row.key] ?? 0), at: target)
      }
      for (key, rank) in ranked { try self.decide(.move(rank: rank), onCategory: key, &batch) }
    }
  }

  private func decide(_ command: CategoryCommand, onCategory key: String, _ batch: inout Batch) throws {
    let state = try fold(CategoryStream.of(key: key)).category
    for event in try state.decide(command, key: key) { batch.append(event, key: key) }
  }
}

extension CategoryRow {
  /// Whether it is in a header group. Upper and lower case of the name make no difference.
  public func isIn(header name: String) -> Bool {
    header.map { NFC.foldedKey($0) == NFC.foldedKey(name) } ?? false
  }
}
