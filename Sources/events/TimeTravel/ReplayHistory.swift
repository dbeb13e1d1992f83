internal import EventLog
internal import LedgerAnswers

private enum Options {
  static let extractor = Option.flag("extractor", "Read all recorded texts again with today's extractor")
  static let without = Option.value("without", "P[,P…]", "Omit these events", repeats: true)
  static let patch = Option.value("patch", "FILE", "Replace recorded events by those of a file")
  static let order = Option.value(
    "order", "ORDER", "Fold events in their order of arrival here", choices: ["arrival"])
  static let propose = Option.flag(
    "propose", "Propose today's different readings for fields that no person has settled")
  static let all = [extractor, without, patch, order, propose]
}

extension Command {
  static let replay = Command(
    path: ["replay"], section: .travel, summary: "Replay history with a change, and show what would differ",
    options: Options.all, shared: Option.destroying,
    run: { invocation in
      let given = Options.all.filter { invocation.arguments.has($0) }
      guard given.count == 1 else {
        throw Failure.usage(
          "choose one of \(Options.all.map { "--\($0.name)" }.joined(separator: ", "))", command: "replay")
      }
      return try invocation.withLedger { ledger in
        if ledger.arguments.has(Options.propose) { return try ReplayPropose(ledger: ledger).run() }
        let question = try question(ledger)
        return try ledger.answer(
          question, question == .readingAgain ? "Reading again: event" : "Replaying: event")
      }
    })

  private static func question(_ ledger: OpenLedger) throws -> LedgerQuestion {
    if ledger.arguments.has(Options.extractor) { return .readingAgain }
    if ledger.arguments.has(Options.order) { return .orderOfArrival }
    if let path = ledger.arguments[Options.patch] {
      let input = path == "-" ? ledger.invocation.input : try TextInput(path: path)
      return .patched(try input.readAll(limit: patchBytesMax), named: input.name)
    }
    let names = ledger.arguments.all(Options.without).flatMap { $0.split(separator: ",").map(String.init) }
    guard !names.isEmpty else { throw Failure.usage("--without needs an event", command: "replay") }
    return .without(
      try names.map { text in
        if let event = try ledger.event(text) { return event.reference }
        throw Failure(
          .dataError, "“\(text)” is not an event", advice: "Name it by its position, or DEVICE:SEQUENCE")
      })
  }

  /// The largest file of events that replaces recorded ones.
  private static let patchBytesMax = 256 << 20
}
