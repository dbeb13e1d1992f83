internal import EventLog
package import LedgerAudit
internal import LedgerBook
package import LedgerBytes
internal import LedgerDomain

/// The explanation of what is saved for a goal: its contributions and their events, added up.
package struct WhyGoalAnswer: Answer {
  let why: WhyGoal
  /// The greatest number of contributions that are printed, or `nil` for all.
  let limit: Int?
  let redactions: RedactionNotes

  package var verdict: Verdict { why.addsUp ? .yes : .no }

  package func document(_ notation: Notation) -> Document { .value(redactions.adding(to: why.json)) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    func words(_ minorUnits: Int64) -> String {
      notation.words(Money(minorUnits: minorUnits, currency: why.shown.currency))
    }
    let events = EventText(notation)
    let shown = words(why.shown.minorUnits)
    let count = counted(why.parts.count, "contribution")
    var table = AnswerTable([.left(minimum: 8), .name(shrinksTo: 12), .right(), .right()], indent: 2)
    var sum: Int64 = 0
    let hidden = max(0, why.parts.count - (limit ?? .max))
    for (index, part) in why.parts.enumerated() {
      sum &+= part.minorUnits
      if index < hidden { continue }
      table.row([
        .init(try part.row.map { try notation.short($0.id) } ?? "amount", .strong),
        .init((part.row.map { "\(notation.vendor($0)), " } ?? "") + notation.words(part.date)),
        .init(words(part.minorUnits), .strong), .init("= \(words(sum))", .quiet),
      ])
      for event in part.events {
        let text = try events.words(event)
        table.span(.init("    \(event.position)  \(event.type)\(text.isEmpty ? "" : ", \(text)")", .quiet))
      }
    }
    let head: [Block] = [.title(Line(why.goal.name, .strong) + Line(", \(shown) from \(count)"))]
    let rest: [Block] = hidden > 0 ? [.line("  … \(counted(hidden, "contribution")) before: --all")] : []
    let end: Block =
      why.addsUp
      ? .line("adds up: \(shown)")
      : .paragraph(
        "does not add up: the contributions make \(words(why.computed.minorUnits)), the screen shows \(shown). "
          + "To rebuild the totals: \(remedy: .rebuild)")
    return try head + rest + (table.isEmpty ? [] : [.table(table)]) + [.gap, end]
      + redactions.blocks("the total does not contain what they had")
  }
}

extension WhyGoal {
  /// The explanation: every contribution with its events, and the sum.
  package var json: JSONValue {
    [
      "addsUp": .boolean(addsUp), "goal": .string(goal.id.description), "shown": shown.json,
      "sum": computed.json,
      "contributions": .array(
        parts.map { part in
          [
            "amount": Money(minorUnits: part.minorUnits, currency: shown.currency).json,
            "contribution": .string(part.contribution.id.description), "date": .string(part.date.iso),
            "events": .array(part.events.map { .integer($0.position) }),
            "transaction": .optional(part.row?.id.description),
          ]
        }),
    ]
  }
}
