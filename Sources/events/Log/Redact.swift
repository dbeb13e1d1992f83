internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

private enum Options {
  static let why = Option.value("why", "TEXT", "The reason, which is recorded")
  static let containing = Option.value(
    "containing", "TEXT", "All events that contain this text, in upper or lower case")
}

extension Command {
  static let redact = Command(
    path: ["redact"], section: .log, summary: "Erase the content of events permanently",
    operands: [
      Operand(
        "P", "A position, DEVICE:SEQUENCE, or a receipt or group with all its events", isOptional: true,
        repeats: true)
    ],
    options: [Options.why, Options.containing], shared: Option.destroying,
    run: onLedger(redactEvents))

  private static func redactEvents(_ ledger: OpenLedger) throws -> ExitCode {
    let references = try ledger.eventsToRedact()
    let plan = try ledger.book.redactionPlan(of: references)
    let left = try plan.events.compactMap { try ledger.book.event($0) }.sorted { $0.position < $1.position }
    let isDryRun = ledger.arguments.has(.dryRun)
    let why = ledger.arguments[Options.why]
    guard isDryRun || why != nil else {
      throw Failure.usage("“redact” needs --why, a reason that stays on record", command: "redact")
    }
    if plan.events.isEmpty {
      let done = isDryRun ? plan : try ledger.book.redact(references, why: why ?? "")
      let words = "Their content was erased before; nothing is left to erase"
      return try ledger.show(done.reply(left, words, isDryRun: isDryRun, ledger.book))
    }
    let aside = plan.events.count - left.count
    let words =
      "the content of \(counted(plan.events.count, "event"))"
      + (aside > 0 ? ", \(grouped(Int64(aside))) of them on branches that are kept aside" : "") + pages(plan)
    _ = try ledger.show(CommandAnswer(nil) { [try EventText($0).block(left)] })
    if isDryRun {
      return try ledger.show(
        plan.reply(left, "Would erase \(words) for good.", isDryRun: true, ledger.book))
    }
    if try !ledger.invocation.agrees(to: "Erase \(words) for good. Go on?") { return .no }
    let progress = RebuildMeter("Building the read models", ledger.invocation)
    defer { progress.finish() }
    let done = try ledger.book.redact(plan.events, why: why ?? "") { progress.update($0) }
    progress.finish()
    return try ledger.show(done.reply(left, "Erased \(words)", ledger.book))
  }

  private static func pages(_ plan: Redaction) -> String {
    plan.pages.isEmpty ? "" : ", with \(counted(plan.pages.count, "scan")), \(byteSize(plan.pageBytes))"
  }
}

extension OpenLedger {
  /// Returns the events that the command names, those of branches that are kept aside included.
  fileprivate func eventsToRedact() throws -> [EventReference] {
    var events: [StoredEvent] = []
    var asides: [EventReference] = []
    for text in arguments.operands {
      if let event = try event(text, orRecord: true) {
        events.append(event)
        continue
      }
      let found = try book.events(of: try stream(text))
      guard !found.isEmpty else { throw Failure(.noInput, "there are no events of “\(text)”") }
      events += found
    }
    if let text = arguments[Options.containing] {
      guard !NFC.foldedForComparison(text).isEmpty else {
        throw Failure.usage("--containing needs a text", command: "redact")
      }
      let progress = invocation.progress("Searching: event")
      defer { progress.finish() }
      let found = try book.redactableEvents(containing: text) { progress.update($0, of: $1) }
      events += found.events
      asides = found.asides
      guard !events.isEmpty || !asides.isEmpty else {
        // An earlier run may have been interrupted when it had erased them all.
        if let why = arguments[Options.why], !arguments.has(.dryRun) { try book.redact([], why: why) }
        throw Failure(.no, "the content of no event contains “\(text)”")
      }
    }
    guard !events.isEmpty || !asides.isEmpty else {
      throw Failure.usage("“redact” needs events, or --containing", command: "redact")
    }
    return events.map(\.reference) + asides
  }
}
