internal import LedgerBytes

extension CategoryState: KindState {
  static let plural = "categories"

  var record: RecordState { .category(self) }

  func values(of id: UniqueID) -> RecordValues { CategoryRow(self)?.values ?? RecordValues() }

  var isBegun: Bool { key != nil }

  var writes: RecordWrites {
    var writes = RecordWrites()
    writes.add(.name, name) { .text($0) }
    writes.add(.emoji, emoji) { .text($0) }
    writes.add(.color, color) { .word($0) }
    writes.add(.header, header) { .text($0) }
    writes.add(.rank, rank) { .word(String($0)) }
    writes.add(state: isActive.heads.last.map { [$0.reference] } ?? [])
    return writes
  }

  static func id(key: String) -> UniqueID? { CategoryStream.of(key: key).id }
}

extension CategoryEvent {
  var summary: String {
    switch self {
    case .categoryAdded(let event): event.name
    case .categoryChanged(let event):
      event.summary
    case .categoryDeactivated, .categoryReactivated: ""
    }
  }

  var impliedID: UniqueID? {
    if case .categoryAdded(let added) = self { CategoryState.id(key: added.key) } else { nil }
  }
}

extension CategoryChanged {
  fileprivate var summary: String {
    let texts: [(String, TextChange?)] = [
      ("name", name), ("emoji", emoji), ("colour", color), ("header", header),
    ]
    var parts = texts.compactMap { name, change in
      change.map { "\(name) \($0.from ?? "none") → \($0.to ?? "none")" }
    }
    func list(_ kinds: [TransactionKind]) -> String {
      kinds.isEmpty ? "all" : kinds.map(\.rawValue).listed(" ")
    }
    if let kinds { parts.append("kinds \(list(kinds.from)) → \(list(kinds.to))") }
    if let rank {
      parts.append("place \(rank.from.map { String($0) } ?? "none") → \(rank.to.map { String($0) } ?? "none")")
    }
    return parts.listed()
  }
}
