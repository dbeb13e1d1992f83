internal import LedgerBytes

extension GoalState: KindState {
  static let plural = "goals"

  var record: RecordState { .goal(self) }

  func values(of id: UniqueID) -> RecordValues { shown(of: GoalID(id)) }

  var isBegun: Bool { createdOn != nil }

  var writes: RecordWrites {
    var writes = RecordWrites()
    writes.add(.name, name) { .text($0) }
    writes.add(.emoji, emoji) { .text($0) }
    writes.add(.target, target) { .decimal($0) }
    writes.add(.currency, target) { .currency($0.currency) }
    writes.add(.end, by) { .date($0) }
    let completing = isCompleted.heads.map(\.reference)
    writes.add(state: deletion.supporters.isEmpty ? completing : deletion.supporters)
    return writes
  }
}
