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

extension GoalEvent {
  var summary: String {
    switch self {
    case .goalCreated(let created):
      [
        [created.emoji, created.name].compactMap { $0 }.joined(separator: " "), "\(created.target)",
        created.by.map { "by \($0.iso)" },
      ].compactMap { $0 }.listed()
    case .goalChanged(let changed):
      [
        changed.name.map { "name \($0.from ?? "–") → \($0.to ?? "–")" },
        changed.emoji.map { "emoji \($0.from ?? "–") → \($0.to ?? "–")" },
        changed.target.map { "target \($0.from?.description ?? "–") → \($0.to?.description ?? "–")" },
        changed.by.map { "by \($0.from?.iso ?? "–") → \($0.to?.iso ?? "–")" },
      ].compactMap { $0 }.listed()
    case .goalContributed(let contribution), .goalContributionRemoved(let contribution):
      "\(contribution.words) on \(contribution.on.iso)"
    case .goalCompleted, .goalReopened, .goalDeleted, .goalRestored: ""
    }
  }

  func fault(on stream: UniqueID) -> String? {
    switch self {
    case .goalContributed(let contribution), .goalContributionRemoved(let contribution):
      (contribution.amount == nil) == (contribution.transaction == nil)
        ? "it is neither an amount nor a transaction" : nil
    case .goalCreated, .goalChanged, .goalCompleted, .goalReopened, .goalDeleted, .goalRestored: nil
    }
  }
}
