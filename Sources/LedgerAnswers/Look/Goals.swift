internal import LedgerBook
package import LedgerBytes
internal import LedgerDomain
public import LedgerProjections

/// The goals with their progress.
package struct GoalsAnswer: Answer {
  let goals: [GoalSummary]

  package init(_ goals: [GoalSummary]) { self.goals = goals }

  package func document(_ notation: Notation) -> Document { .lines(goals.map(\.json)) }

  package func blocks(_ notation: Notation) -> [Block] {
    guard !goals.isEmpty else {
      return [.remedy("There are no goals yet. Begin one", .create(.goal))]
    }
    var table = AnswerTable(
      [.name(), .right("saved"), .right("target"), .right(), .right("each month"), .left("projected")],
      indent: 2)
    for goal in goals {
      let progress = goal.progress
      let projected = progress.projected.map { notation.locale.shortMonth($0) } ?? ""
      table.row([
        .init(goal.title), .init(notation.words(progress.saved), .strong),
        .init(notation.words(goal.row.target)), .init("\(progress.percent)%"),
        .init(progress.perMonth.map { notation.words($0) } ?? ""),
        .init(goal.row.isDeleted ? "deleted" : goal.row.isCompleted ? "completed" : projected, .quiet),
      ])
      if progress.upcomingCount > 0 { table.span(.init(notation.added(progress.upcoming), .quiet)) }
    }
    return [.table(table)]
  }

  package func figures(_ notation: Notation) throws -> [ShownFigure] {
    try goals.map { try $0.figure(notation) }
  }
}

/// One goal with its contributions.
package struct GoalAnswer: Answer {
  let goal: GoalSummary

  package init(_ goal: GoalSummary) { self.goal = goal }

  package func document(_ notation: Notation) -> Document { .lines([goal.json] + goal.parts.map(\.json)) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let progress = goal.progress
    let facts: [(String, String?)] = [
      ("target", notation.words(goal.row.target)),
      ("saved", "\(notation.words(progress.saved)) (\(progress.percent)%)"),
      ("still to come", progress.upcomingCount > 0 ? notation.words(progress.upcoming) : nil),
      ("by", goal.row.by.map { notation.locale.date($0) }),
      ("each month", progress.perMonth.map { notation.words($0) }),
      ("projected", progress.projected.map { notation.locale.month($0) }),
      ("state", goal.row.isCompleted ? "completed" : nil), ("state", goal.row.isDeleted ? "deleted" : nil),
    ]
    var table = AnswerTable([.left(), .right()], indent: 2)
    for case (let name, let value?) in facts { table.row([.init(name, .quiet), .init(value)]) }
    let head: [Block] = [.title(Line(goal.title, .strong)), .table(table)]
    guard !goal.parts.isEmpty else { return head }
    var parts = AnswerTable([.right(), .left(), .name(), .right()], indent: 2)
    for (number, part) in goal.parts.enumerated() {
      let receipt = try part.contribution.transaction.map { try notation.short($0) } ?? ""
      parts.row([
        .init("\(number + 1)", .quiet), .init(notation.words(part.date), .quiet), .init(receipt),
        .init(part.money.map { notation.words($0) } ?? "does not count"),
      ])
    }
    return head + [.gap, .table(parts)]
  }

  package func figures(_ notation: Notation) throws -> [ShownFigure] { [try goal.figure(notation)] }
}

extension GoalSummary {
  /// Returns what is saved with its name.
  fileprivate func figure(_ notation: Notation) throws -> ShownFigure {
    let saved = progress.saved
    let short = try notation.book.shortID(id.id, kind: .goal)
    return ShownFigure(row.name, saved, ["goal", short, saved.currency.code])
  }

  package var title: String { [row.emoji, row.name].compactMap { $0 }.joined(separator: " ") }

  /// The goal as `goal list` prints it.
  package var json: JSONValue {
    let document: JSONValue = [
      "by": .optional(row.by?.iso), "completed": .boolean(row.isCompleted), "deleted": .boolean(row.isDeleted),
      "emoji": .optional(row.emoji), "goal": .string(id.description), "name": .string(row.name),
      "percent": .integer(progress.percent), "perMonth": progress.perMonth.map(\.json) ?? .null,
      "projected": .optional(progress.projected?.iso), "saved": progress.saved.json,
      "target": row.target.json,
    ]
    return document.adding(progress.upcomingCount > 0 ? ["upcoming": progress.upcoming.json] : [:])
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
