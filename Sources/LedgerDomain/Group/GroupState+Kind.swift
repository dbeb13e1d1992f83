internal import LedgerBytes

extension GroupState: KindState {
  static let plural = "groups"

  var record: RecordState { .group(self) }

  func values(of id: UniqueID) -> RecordValues { GroupRow(GroupID(id), self)?.values ?? RecordValues() }

  var isBegun: Bool { createdOn != nil }

  var writes: RecordWrites {
    var writes = RecordWrites()
    writes.add(.name, name) { .text($0) }
    writes.add(state: deletion.supporters)
    return writes
  }
}

extension GroupEvent {
  var summary: String {
    switch self {
    case .groupCreated(let event): event.name
    case .groupRenamed(let event): "\(event.from) → \(event.to)"
    case .groupDeleted(let event):
      "its \(event.receipts) receipt\(event.receipts == 1 ? "" : "s") "
        + (event.disposition == .keep ? "kept" : "deleted too")
    case .groupRestored: ""
    case .groupExported(let seal): seal.summary
    }
  }
}
