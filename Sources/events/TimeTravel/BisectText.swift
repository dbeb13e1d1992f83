internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

/// Prints the outcome of a bisection for people and programs.
///
/// It shows the event with its causes, its author and device, and its effects.
struct BisectText {
  let ledger: OpenLedger
  private var log: LedgerLog { ledger.book.log }

  init(ledger: OpenLedger) { self.ledger = ledger }

  private static let redactedWords = "the condition is judged without what they had"

  func report(_ outcome: BisectOutcome, _ words: BisectWords) throws -> ExitCode {
    switch outcome {
    case .found(let finding):
      if ledger.invocation.isJSON {
        try ledger.invocation.print(json: try RedactionNotes(ledger).adding(to: json(finding, words)))
      } else {
        try print(finding, words)
        try RedactionNotes(ledger).print(Self.redactedWords)
      }
      try ledger.openPageIfAsked(at: "at=\(finding.position)&view=changes")
      return .ok
    case .neverChanges(let isTrue, let from, let through, let turns):
      let truth = isTrue ? "true" : "false"
      let stretch = from == 0 ? "from the beginning to" : "at \(from) and at"
      let between =
        turns.isEmpty
        ? "" : " Between them it turns \(counted(turns.count, "time")): at \(events(turns)). Name other ends."
      let redactions = try RedactionNotes(ledger, after: from, through: through)
      let verdict = redactions.erased.isEmpty ? "It never changes" : "No event that has its content changes it"
      return try nothing(
        "\(verdict): \(visible(words.condition)) is \(truth) \(stretch) \(through).\(between)",
        turns.isEmpty && from == 0 ? nil : "Other ends: --good P, --bad P", words)
    case .holdsAtEnd(let position, let lastFalse):
      let was = lastFalse.map {
        " It was false last from event \(max(1, $0.lowerBound)) to \($0.upperBound - 1): --bad \($0.upperBound - 1) looks there."
      }
      return try nothing(
        "There is nothing to find: \(visible(words.condition)) is true at \(position).\(was ?? "")",
        was == nil ? "Name a point at which it is false: --bad P" : nil, words)
    case .skippedEnd(let position):
      return try nothing("The end, event \(position), cannot be judged.", "Name another one", words)
    case .hidden(let range, let steps):
      return try nothing(
        "It is one of the events \(range.lowerBound) to \(range.upperBound): those before the last one were skipped. "
          + "Looked at in \(counted(steps, "step")).", nil, words, steps: steps)
    }
  }

  private func events(_ turns: [Position]) -> String {
    turns.prefix(8).map(\.description).joined(separator: ", ") + (turns.count > 8 ? ", …" : "")
  }

  /// Prints that no event was found.
  private func nothing(
    _ line: String, _ advice: String?, _ words: BisectWords, steps: Int? = nil
  ) throws -> ExitCode {
    if ledger.invocation.isJSON {
      let document: JSONValue = [
        "condition": .string(words.condition), "event": .null, "found": .boolean(false), "position": .null,
        "reason": .string(line), "steps": steps.map { .count($0) } ?? .null,
      ]
      try ledger.invocation.print(json: try RedactionNotes(ledger).adding(to: document))
    } else {
      try ledger.invocation.print(paragraph: line)
      try RedactionNotes(ledger).print(Self.redactedWords)
      if let advice { try ledger.invocation.print(advice) }
    }
    return .no
  }

  // MARK: For people

  private func print(_ finding: BisectFinding, _ words: BisectWords) throws {
    let invocation = ledger.invocation
    let verb = finding.turnsTrue ? "true" : "false"
    try invocation.print(
      paragraph: "\(visible(words.condition)) is \(verb) since event \(finding.position).")
    if let (before, after) = words.values(at: finding.position) {
      try invocation.print("\(ledger.words(before)) before it, \(ledger.words(after)) after it")
    }
    try invocation.print(
      paragraph: "Found in \(counted(finding.steps, "step"))" + (words.how.isEmpty ? "" : ": \(words.how)")
        + ".")
    // If the condition had changed before, shows since which event it had its old value.
    let before = finding.otherTurns.last { $0 < finding.position }
    if let before {
      try invocation.print("It was \(finding.turnsTrue ? "false" : "true") since event \(before).")
    }
    if finding.otherTurns.count > (before == nil ? 0 : 1) {
      try invocation.print(
        paragraph:
          "It is not the only change: it changed \(counted(finding.otherTurns.count, "more time")), at "
          + "\(events(finding.otherTurns)). Narrow the search with --good and --bad.")
    }
    try printEvent(finding.position)
  }

  /// Prints the event with its causes, its author, and its effects.
  func printEvent(_ position: Position) throws {
    let invocation = ledger.invocation
    guard let event = try log.event(at: position) else { return }
    let text = EventText(ledger: ledger)
    try invocation.print()
    var date: String?
    try invocation.print(try text.table([event], after: &date))
    let causes = try causes(of: event)
    if !causes.isEmpty {
      try invocation.print()
      try invocation.print("Because of:")
      try invocation.print(try text.table(causes, after: &date))
    }
    try invocation.print()
    try invocation.print(paragraph: visible(try origin(of: event, text)))
    let batch = try batch(of: event)
    if let first = batch.first, let last = batch.last {
      let isWhole = first.distance(to: last) + 1 == Int64(batch.count)
      try invocation.print(
        paragraph: "It is one of the \(grouped(Int64(batch.count))) events of one command, "
          + (isWhole ? "\(first) to \(last)." : "which came in pieces between \(first) and \(last)."))
    }
    try invocation.print()
    let difference = DifferenceText(ledger: ledger)
    let sums = try StateDifference.of(log, from: position - 1, through: position) { try difference.print($0) }
    if sums.recordCount == 0 {
      try invocation.print("Nothing that a screen shows of a record was changed by it.")
    }
    try ledger.print(sums.totals, sums.groups, "did")
  }

  private func origin(of event: StoredEvent, _ text: EventText) throws -> String {
    let device = try text.names().words(event.reference.device)
    let recorded =
      "Recorded by \(event.actor) on \(device), \(localTime(milliseconds: event.recordedAtMilliseconds))"
    guard event.receivedAtMilliseconds != 0 else { return "\(recorded), this device's own." }
    let late = event.latenessMilliseconds ?? 0
    let came = "it came here \(localTime(milliseconds: event.receivedAtMilliseconds))"
    if late >= 60_000 { return "\(recorded); \(came), \(EventText.span(late)) late." }
    if late <= -60_000 { return "\(recorded), by a clock that is \(EventText.span(-late)) ahead; \(came)." }
    return "\(recorded); \(came)."
  }

  /// Returns the events that caused an event, the nearest first.
  private func causes(of event: StoredEvent) throws -> [StoredEvent] {
    var causes: [StoredEvent] = []
    var cause = event.cause
    while let reference = cause, causes.count < 100, let found = try log.event(reference) {
      causes.append(found)
      cause = found.cause
    }
    return causes
  }

  /// Returns the positions of all events of the same command, ascending. Empty if the event is the only one.
  private func batch(of event: StoredEvent) throws -> [Position] {
    let positions = try log.batch(of: event).map(\.position).sorted()
    return positions.count > 1 ? positions : []
  }

  // MARK: For programs

  private func json(_ finding: BisectFinding, _ words: BisectWords) throws -> JSONValue {
    var members: [String: JSONValue] = [
      "condition": .string(words.condition), "found": .boolean(true), "how": .string(words.how),
      "otherTurns": .array(finding.otherTurns.map { .integer($0) }), "position": .integer(finding.position),
      "steps": .count(finding.steps), "turnsTrue": .boolean(finding.turnsTrue),
    ]
    if let (before, after) = words.values(at: finding.position) {
      members["before"] = before.json
      members["after"] = after.json
    }
    return .object(members.merging(try json(position: finding.position)) { $1 })
  }

  /// Returns the document of the event with its causes, its author, and its effects.
  func json(position: Position) throws -> [String: JSONValue] {
    guard let event = try log.event(at: position) else { return [:] }
    let text = EventText(ledger: ledger)
    var records: [JSONValue] = []
    let sums = try StateDifference.of(log, from: position - 1, through: position) {
      records.append($0.json)
    }
    let batch = try batch(of: event)
    return [
      "batch": batch.isEmpty ? .null : .array([.integer(batch[0]), .integer(batch[batch.count - 1])]),
      "causes": .array(try causes(of: event).map { try text.json($0) }),
      "deviceName": .optional(try text.names()[event.reference.device]),
      "difference": [
        "groups": try sums.groups.json(ledger.groupName), "records": .array(records),
        "totals": sums.totals.json,
      ], "event": try text.json(event),
      "latenessMilliseconds": event.latenessMilliseconds.map { .integer($0) } ?? .null,
    ]
  }
}
