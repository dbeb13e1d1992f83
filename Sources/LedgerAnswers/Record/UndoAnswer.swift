internal import EventLog
package import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// The events that undoing an action appends, before or after it was done.
package struct UndoAnswer: Answer {
  /// The moment at which the plan is shown.
  package enum Moment {
    /// Nothing will be done.
    case dryRun
    /// It is about to be done. Programs get nothing yet.
    case before
    /// It was done. The words name how to go back, or are `nil` for the undo of this undo.
    case done(Done, back: Line?)
  }

  let plan: UndoPlan
  let moment: Moment

  package init(_ plan: UndoPlan, _ moment: Moment) { (self.plan, self.moment) = (plan, moment) }

  /// The number of lines that a person is likely to read.
  private static let shownLinesMax = 10

  package var remarks: [Remark] {
    guard case .done(let done, _) = moment, done.generated == nil,
      plan.steps.contains(where: { $0.stream.kind == StreamKind.rule.rawValue })
    else { return [] }
    return [.notGenerated]
  }

  package func document(_ notation: Notation) -> Document {
    let facts: JSONValue = [
      "remarks": .array(
        plan.remarks.map { remark in
          [
            "dependent": .boolean(remark.isDependent), "event": remark.position.map { .integer($0) } ?? .null,
            "words": .string(remark.sentence), "wordsCode": .string(remark.remark.code),
          ]
        }),
      "steps": .array(
        plan.steps.map { step in
          [
            "stream": step.stream.json,
            "type": .string(step.event.type.rawValue), "words": .string(step.event.words.summary),
          ]
        }),
      "transaction": transaction, "undoes": .array(plan.batch.map { .integer($0.position) }),
    ]
    switch moment {
    case .before: return .none
    case .dryRun: return .value(facts.adding(["dryRun": true, "events": .array([])]))
    case .done(let done, _):
      return .value(facts.adding(["events": .array(done.allPositions.map { .integer($0) })]))
    }
  }

  /// The transaction of the action, if it concerns a single one.
  private var transaction: JSONValue {
    let streams = Set(plan.batch.map(\.stream))
    guard let only = streams.first, streams.count == 1, only.kind == StreamKind.transaction.rawValue else {
      return .null
    }
    return .string(only.id.description)
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    switch moment {
    case .dryRun: return try blocks("Would undo", notation) + [.line("Nothing was done.")]
    case .before: return try blocks("Undo of", notation)
    case .done(let done, let back):
      // Transactions that now follow their rule again belong to the undo too.
      guard let first = done.allPositions.first else { return [] }
      let next = back ?? "Undo the undo: \(remedy: .undo(first))"
      return [.line("Done: \(counted(done.allPositions.count, "event")) recorded. \(next)")]
    }
  }

  /// Returns the action, the events to append, and the remarks.
  private func blocks(_ verb: String, _ notation: Notation) throws -> [Block] {
    let positions = plan.batch.map(\.position)
    let range =
      positions.count == 1
      ? "event \(positions[0])" : "events \(positions[0])–\(positions[positions.count - 1])"
    let batch = try plan.batch.prefix(Self.shownLinesMax).map {
      ($0.type, try notation.subject(of: $0.stream), $0.words.summary)
    }
    let steps = try plan.steps.prefix(Self.shownLinesMax).map {
      ($0.event.type.rawValue, try notation.subject(of: $0.stream), $0.event.words.summary)
    }
    var blocks = [.line("\(verb) \(range):")] + table(batch, of: plan.batch.count)
    blocks += [.line("by:")] + table(steps, of: plan.steps.count)
    for remark in plan.remarks.prefix(Self.shownLinesMax) {
      blocks.append(.paragraph("Note: \(remark.sentence)."))
      if let remedy = remark.remedy { blocks.append(.remedy("  \(remedy.title)", remedy)) }
    }
    if plan.remarks.count > Self.shownLinesMax {
      blocks.append(
        .line("Note: and \(counted(plan.remarks.count - Self.shownLinesMax, "other thing")) like these."))
    }
    return blocks
  }

  private func table(_ lines: [(type: String, subject: String, words: String)], of count: Int) -> [Block] {
    var table = AnswerTable([.left(), .left(), .name(shrinksTo: 8)], indent: 2)
    for line in lines {
      table.row([.init(line.type), .init(line.subject), .init(line.words)])
    }
    return [.table(table)]
      + (count > lines.count ? [.line("  and \(grouped(Int64(count - lines.count))) more")] : [])
  }
}

/// The actions that can be undone and redone, the next first.
package struct ActionsAnswer: PlainAnswer {
  let undoable: [PastAction]
  let redoable: [PastAction]

  package init(undoable: [PastAction], redoable: [PastAction]) {
    (self.undoable, self.redoable) = (undoable, redoable)
  }

  package var document: Document {
    .lines(
      (undoable.map { ($0, "undo") } + redoable.map { ($0, "redo") }).map { action, name in
        [
          "can": .string(name), "events": .array(action.events.map { .integer($0.position) }),
          "words": .string(action.events[0].line),
        ]
      })
  }

  package var blocks: [Block] {
    let blocks =
      list(redoable, "Can be redone, the next first:") + list(undoable, "Can be undone, the next first:")
    return blocks.isEmpty ? [.line("Nothing can be undone or redone.")] : blocks
  }

  private func list(_ actions: [PastAction], _ title: String) -> [Block] {
    guard !actions.isEmpty else { return [] }
    var table = AnswerTable([.right(), .left(), .name(shrinksTo: 20), .left()], indent: 2)
    for action in actions {
      let others = action.events.count - 1
      table.row([
        .init("\(action.events[0].position)", .quiet), .init(action.events[0].type),
        .init(action.events[0].line), .init(others > 0 ? "and \(counted(others, "more event"))" : ""),
      ])
    }
    return [.line(Line(title)), .table(table)]
  }
}
