internal import LedgerBytes

extension CopyState: KindState {
  static let plural = "copies"

  var record: RecordState { .copy(self) }

  func values(of id: UniqueID) -> RecordValues { shown(of: CopyID(id)) }

  var isBegun: Bool { request != nil }

  var writes: RecordWrites {
    var writes = RecordWrites()
    writes.add(state: detached.heads.map(\.reference))
    return writes
  }
}
