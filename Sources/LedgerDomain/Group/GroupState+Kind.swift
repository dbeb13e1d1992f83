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
    writes.pending = deletion.pending
    return writes
  }
}
