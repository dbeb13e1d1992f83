internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension Command {
  static let undo = Command(
    path: ["undo"], section: .record, summary: "Undo the last action, or any earlier one",
    operands: [
      Operand(
        "P", "An event of it: a position, HEAD, HEAD~10 or DEVICE:SEQUENCE (default: the last action)",
        isOptional: true)
    ],
    options: [UndoOptions.list],
    shared: Option.destroying,
    run: { try $0.withLedger(undoOne) })

  private static func undoOne(_ ledger: OpenLedger) throws -> ExitCode {
    let isList = ledger.arguments.has(UndoOptions.list)
    guard let text = ledger.arguments.operand(0) else {
      return try isList
        ? ledger.printActions() : ledger.takeBack(ledger.lastAction(), advice: "Bring it back: events redo")
    }
    if isList { throw Failure.usage("--list and an event exclude one another", command: "undo") }
    guard let event = try ledger.event(text) else {
      throw Failure(
        .dataError, "“\(text)” is no event; undo takes a position, HEAD or DEVICE:SEQUENCE",
        advice: "The last events: events tail; of one receipt: events show \(text)")
    }
    return try ledger.takeBack(event.reference)
  }
}

extension OpenLedger {
  /// Undoes the action of an event, after a summary of the effect.
  ///
  /// - Parameters:
  ///   - reference: An event of the action.
  ///   - advice: How to go back, or `nil` for the undo of this undo.
  func takeBack(_ reference: EventReference, advice: String? = nil) throws -> ExitCode {
    let ledger = self
    let plan = try ledger.book.undoPlan(of: reference)
    let words = UndoText(ledger: ledger, plan: plan)
    let isDryRun = ledger.arguments.has(.dryRun)
    guard !plan.steps.isEmpty else {
      // The words of a refusal are the same with and without trying.
      try ledger.book.undo(reference)
      return .no
    }
    if isDryRun, ledger.invocation.isJSON {
      try ledger.invocation.print(json: words.json(isDryRun: true))
      return .ok
    }
    if !ledger.invocation.isJSON { try words.print(isDryRun ? "Would undo" : "Undo of") }
    if isDryRun {
      try ledger.invocation.print("Nothing was done.")
      return .ok
    }
    if plan.hasDependents, try !ledger.invocation.agrees(to: "Undo it all the same?") { return .no }
    let outcome = try ledger.book.undo(reference)
    // Transactions that now follow their rule again belong to the undo too.
    let positions = outcome.positions + (outcome.generated?.positions ?? [])
    if ledger.invocation.isJSON {
      guard case .object(var members) = words.json(isDryRun: false) else { return .ok }
      members["events"] = .array(positions.map { .integer($0) })
      try ledger.invocation.print(json: .object(members))
    } else if let first = positions.first {
      let count = counted(positions.count, "event")
      let next = advice ?? "Undo the undo: events undo \(first)"
      try ledger.invocation.print("Done: \(count) recorded. \(next)")
    }
    if outcome.generated == nil, plan.steps.contains(where: { $0.stream.kind == StreamKind.rule.rawValue }) {
      ledger.invocation.remark(
        "events: its transactions could not be made now; events rule generate makes them")
    }
    return .ok
  }
}

/// The effect of an undo, in words.
private struct UndoText {
  let ledger: OpenLedger
  let plan: UndoPlan

  /// How many lines a person is likely to read.
  private static let printedItemsMax = 10

  /// Prints the action, the events to append, and the remarks.
  func print(_ verb: String) throws {
    let positions = plan.batch.map(\.position)
    let range =
      positions.count == 1
      ? "event \(positions[0])" : "events \(positions[0])–\(positions[positions.count - 1])"
    try ledger.invocation.print("\(verb) \(range):")
    let batch = try plan.batch.prefix(Self.printedItemsMax).map {
      ($0.type, try ledger.subject(of: $0.stream), $0.words.summary)
    }
    try printLines(batch, of: plan.batch.count)
    try ledger.invocation.print("by:")
    let steps = try plan.steps.prefix(Self.printedItemsMax).map {
      ($0.event.type.rawValue, try ledger.subject(of: $0.stream), $0.event.words.summary)
    }
    try printLines(steps, of: plan.steps.count)
    for remark in plan.remarks.prefix(Self.printedItemsMax) {
      let advice = remark.remedy?.advice(in: ledger.locale).first
      try ledger.invocation.print(
        paragraph: "Note: \(remark.sentence).\(advice.map { " \($0)" } ?? "")")
    }
    if plan.remarks.count > Self.printedItemsMax {
      try ledger.invocation.print(
        "Note: and \(counted(plan.remarks.count - Self.printedItemsMax, "other thing")) like these.")
    }
  }

  private func printLines(_ lines: [(type: String, subject: String, words: String)], of count: Int) throws {
    var table = Table([.left(), .left(), .name(shrinksTo: 8)], indent: 2)
    for line in lines {
      table.row([.init(line.type), .init(line.subject), .init(line.words)])
    }
    try ledger.invocation.print(table)
    if count > lines.count { try ledger.invocation.print("  and \(grouped(Int64(count - lines.count))) more") }
  }

  /// `{"events":[],"remarks":[…],"steps":[…],"undoes":[positions]}`.
  func json(isDryRun: Bool) -> JSONValue {
    var members: [String: JSONValue] = [
      "events": .array([]),
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
    if isDryRun { members["dryRun"] = true }
    return .object(members)
  }

  /// The transaction of the action, if it concerns a single one.
  private var transaction: JSONValue {
    let streams = Set(plan.batch.map(\.stream))
    guard let only = streams.first, streams.count == 1, only.kind == StreamKind.transaction.rawValue else {
      return .null
    }
    return .string(only.id.description)
  }
}
