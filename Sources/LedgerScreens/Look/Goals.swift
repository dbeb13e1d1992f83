package import LedgerBytes
internal import LedgerDomain
public import LedgerProjections

extension GoalSummary {
  /// The goal as `goal list` prints it.
  package var json: JSONValue {
    [
      "by": .optional(row.by?.iso), "completed": .boolean(row.isCompleted), "deleted": .boolean(row.isDeleted),
      "emoji": .optional(row.emoji), "goal": .string(id.description), "name": .string(row.name),
      "percent": .integer(progress.percent), "perMonth": progress.perMonth.map(\.json) ?? .null,
      "projected": .optional(progress.projected?.iso), "saved": progress.saved.json,
      "target": row.target.json,
    ]
  }

  /// Returns what `events goal show --json` prints: the goal, and a line for each contribution.
  public func jsonLines() -> String { json.line + parts.map(\.json.line).joined() }
}

extension GoalPart {
  /// The contribution as `goal show` prints it. The amount is null if nothing counts.
  package var json: JSONValue {
    [
      "amount": money.map(\.json) ?? .null, "contribution": .string(contribution.id.description),
      "date": .string(date.iso), "transaction": .optional(contribution.transaction?.description),
    ]
  }
}
