internal import EventLog
package import LedgerAudit
package import LedgerBook
package import LedgerBytes
package import LedgerDomain

/// The condition, and the known facts about the answer.
package struct BisectWords {
  package init() {}

  /// The condition as it was given.
  package private(set) var condition = ""
  /// The way it was found: `312 changes of the figure looked up in history`.
  package private(set) var how = ""
  private var course: FigureCourse?
  private var currency: CurrencyCode?

  /// Notes a condition that a program answers for each event.
  package mutating func asked(_ condition: String, _ how: String) {
    (self.condition, self.how) = (condition, how)
  }

  /// Notes a condition that was looked up, with the course of its figure.
  package mutating func lookedUp(_ condition: LedgerCondition, _ course: FigureCourse?) {
    self.condition = condition.name
    how = "every event looked at once"
    guard let course, let currency = condition.currency else { return }
    (self.course, self.currency) = (course, currency)
    let changes = counted(course.steps.count, "change")
    how =
      course.eventsFolded.map { "\(changes) of the figure, folded from \(counted(Int(clamping: $0), "event"))" }
      ?? "\(changes) of the figure, looked up in history"
  }

  /// Returns the values of the figure before and after an event.
  package func values(at position: Position) -> (before: Money, after: Money)? {
    guard let course, let currency else { return nil }
    func money(_ position: Position) -> Money {
      Money(minorUnits: course.minorUnits(at: position), currency: currency)
    }
    return (money(position - 1), money(position))
  }
}

/// The outcome of a search for the first event after which something is false.
package struct BisectAnswer: Answer {
  package let outcome: BisectOutcome
  let words: BisectWords
  /// The redacted events of the whole ledger.
  let redactions: RedactionNotes

  package init(_ outcome: BisectOutcome, _ words: BisectWords, _ redactions: RedactionNotes) {
    (self.outcome, self.words, self.redactions) = (outcome, words, redactions)
  }

  /// Looks a condition up.
  package init(
    _ condition: LedgerCondition, in book: Book, good: Position?, bad: Position,
    progress: (Int64, Int64) -> Void
  ) throws {
    let found = try condition.bisect(in: book, good: good, bad: bad, progress: progress)
    var words = BisectWords()
    words.lookedUp(condition, found.course)
    self.init(found.outcome, words, try RedactionNotes(book))
  }

  package var verdict: Verdict {
    switch outcome {
    case .found: .yes
    case .neverChanges, .holdsAtEnd, .skippedEnd, .hidden: .no
    }
  }

  package func document(_ notation: Notation) throws -> Document {
    if case .found(let finding) = outcome {
      return .value(redactions.adding(to: try json(finding, notation)))
    }
    var steps: Int?
    if case .hidden(_, let count) = outcome { steps = count }
    return .value(
      redactions.adding(to: [
        "condition": .string(words.condition), "event": .null, "found": .boolean(false), "position": .null,
        "reason": .string(reason?.sentence ?? ""), "reasonCode": .optional(outcome.code),
        "steps": steps.map { .count($0) } ?? .null,
      ]))
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let notes = try redactions.blocks("the condition is judged without what they had")
    if case .found(let finding) = outcome { return try blocks(finding, notation) + notes }
    guard let reason else { return notes }
    return [.paragraph(Line(reason.sentence))] + notes + (reason.advice.map { [.line(Line($0))] } ?? [])
  }

  /// The reason why no event was found, and what to try next, or `nil` if one was.
  private var reason: (sentence: String, advice: String?)? {
    switch outcome {
    case .found: return nil
    case .neverChanges(let isTrue, let from, let through, let turns):
      let truth = isTrue ? "true" : "false"
      let stretch = from == 0 ? "from the beginning to" : "at \(from) and at"
      let between =
        turns.isEmpty
        ? "" : " Between them it turns \(counted(turns.count, "time")): at \(events(turns)). Name other ends."
      let isRedacted = redactions.erased.contains { $0.event.position > from && $0.event.position <= through }
      let verdict = isRedacted ? "No event that has its content changes it" : "It never changes"
      return (
        "\(verdict): \(words.condition) is \(truth) \(stretch) \(through).\(between)",
        turns.isEmpty && from == 0 ? nil : "Other ends: --good P, --bad P"
      )
    case .holdsAtEnd(let position, let lastFalse):
      let was = lastFalse.map {
        " It was false last from event \(max(1, $0.lowerBound)) to \($0.upperBound - 1): --bad \($0.upperBound - 1) looks there."
      }
      return (
        "There is nothing to find: \(words.condition) is true at \(position).\(was ?? "")",
        was == nil ? "Name a point at which it is false: --bad P" : nil
      )
    case .skippedEnd(let position):
      return ("The end, event \(position), cannot be judged.", "Name another one")
    case .hidden(let range, let steps):
      return (
        "It is one of the events \(range.lowerBound) to \(range.upperBound): those before the last one were "
          + "skipped. Looked at in \(counted(steps, "step")).", nil
      )
    }
  }

  private func events(_ turns: [Position]) -> String {
    turns.prefix(8).map(\.description).joined(separator: ", ") + (turns.count > 8 ? ", …" : "")
  }

  private func blocks(_ finding: BisectFinding, _ notation: Notation) throws -> [Block] {
    var blocks: [Block] = []
    let verb = finding.turnsTrue ? "true" : "false"
    blocks.append(.paragraph("\(words.condition) is \(verb) since event \(finding.position)."))
    if let (before, after) = words.values(at: finding.position) {
      blocks.append(.line("\(notation.words(before)) before it, \(notation.words(after)) after it"))
    }
    let how = words.how.isEmpty ? "" : ": \(words.how)"
    blocks.append(.paragraph("Found in \(counted(finding.steps, "step"))\(how)."))
    // If the condition had changed before, shows since which event it had its old value.
    let before = finding.otherTurns.last { $0 < finding.position }
    if let before {
      blocks.append(.line("It was \(finding.turnsTrue ? "false" : "true") since event \(before)."))
    }
    if finding.otherTurns.count > (before == nil ? 0 : 1) {
      blocks.append(
        .paragraph(
          Line(
            "It is not the only change: it changed \(counted(finding.otherTurns.count, "more time")), at "
              + "\(events(finding.otherTurns)). Narrow the search with --good and --bad.")))
    }
    return try blocks + EventEffect(position: finding.position, notation: notation).blocks()
  }

  private func json(_ finding: BisectFinding, _ notation: Notation) throws -> JSONValue {
    var members: [String: JSONValue] = [
      "condition": .string(words.condition), "found": .boolean(true), "how": .string(words.how),
      "otherTurns": .array(finding.otherTurns.map { .integer($0) }), "position": .integer(finding.position),
      "steps": .count(finding.steps), "turnsTrue": .boolean(finding.turnsTrue),
    ]
    if let (before, after) = words.values(at: finding.position) {
      members["before"] = before.json
      members["after"] = after.json
    }
    return .object(
      members.merging(try EventEffect(position: finding.position, notation: notation).members()) { $1 })
  }
}

extension BisectOutcome {
  /// The code of the reason why no event was found, or `nil` if one was.
  fileprivate var code: String? {
    switch self {
    case .found: nil
    case .neverChanges: "neverChanges"
    case .holdsAtEnd: "holdsAtEnd"
    case .skippedEnd: "skippedEnd"
    case .hidden: "hidden"
    }
  }
}
