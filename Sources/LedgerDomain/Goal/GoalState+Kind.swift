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
    if deletion.supporters.isEmpty {
      writes.add(.state, isCompleted) { .word($0 ? "completed" : "open") }
    } else {
      writes.add(state: deletion.supporters)
    }
    writes.pending = deletion.pending
    return writes
  }
}
