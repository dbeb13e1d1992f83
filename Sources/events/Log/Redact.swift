internal import EventLog
internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSync

/// The options of the command.
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
    run: { try $0.withLedger(redactEvents) })

  private static func redactEvents(_ ledger: OpenLedger) throws -> ExitCode {
    let (events, asides) = try ledger.eventsToRedact()
    let references = events.map(\.reference) + asides
    let plan = try ledger.book.redactionPlan(of: references)
    let left = events.filter { plan.events.contains($0.reference) }
    let isDryRun = ledger.arguments.has(.dryRun)
    let why = ledger.arguments[Options.why]
    guard isDryRun || why != nil else {
      throw Failure.usage("“redact” needs --why, a reason that stays on record", command: "redact")
    }
    if plan.events.isEmpty {
      let done = isDryRun ? plan : try ledger.book.redact(references, why: why ?? "")
      return try ledger.report(done, left, "Their content was erased before; nothing is left to erase")
    }
    let aside = plan.events.count - left.count
    let words =
      "the content of \(counted(plan.events.count, "event"))"
      + (aside > 0 ? ", \(grouped(Int64(aside))) of them on branches that are kept aside" : "") + pages(plan)
    if isDryRun {
      if !ledger.invocation.isJSON { try ledger.printEvents(left) }
      return try ledger.report(plan, left, "Would erase \(words) for good.")
    }
    if !ledger.invocation.isJSON { try ledger.printEvents(left) }
    if try !ledger.invocation.agrees(to: "Erase \(words) for good. Go on?") { return .no }
    let progress = RebuildMeter("Building the read models", ledger.invocation)
    defer { progress.finish() }
    let done = try ledger.book.redact(plan.events, why: why ?? "") { progress.update($0) }
    progress.finish()
    return try ledger.report(done, left, "Erased \(words)")
  }

  private static func pages(_ plan: Redaction) -> String {
    plan.pages.isEmpty ? "" : ", with \(counted(plan.pages.count, "scan")), \(byteSize(plan.pageBytes))"
  }
}

extension OpenLedger {
  /// Returns the events that the command names, by position, and those of branches that are kept aside.
  fileprivate func eventsToRedact() throws -> (events: [StoredEvent], asides: [EventReference]) {
    var events: [StoredEvent] = []
    var asides: [EventReference] = []
    for text in arguments.operands {
      if let event = try event(text, orRecord: true) {
        events.append(event)
        continue
      }
      let found = try book.log.events(of: try stream(text))
      guard !found.isEmpty else { throw Failure(.noInput, "there are no events of “\(text)”") }
      events += found
    }
    if let text = arguments[Options.containing] {
      let wanted = NFC.foldedForComparison(text)
      guard !wanted.isEmpty else { throw Failure.usage("--containing needs a text", command: "redact") }
      let exempt: Set<String> = Set([EventType.ledgerCreated, .eventRedacted, .eventSkipped].map(\.rawValue))
      let progress = invocation.progress("Searching: event")
      defer { progress.finish() }
      let last = try book.log.lastPosition().rawValue
      try book.log.forEachEvent { event in
        if event.position.rawValue.isMultiple(of: 1_024) { progress.update(event.position.rawValue, of: last) }
        if !exempt.contains(event.type), event.payload.map({ Self.contains($0, wanted) }) ?? false {
          events.append(event)
        }
      }
      for (name, event) in try book.log.eventsAside() where try book.log.event(name) == nil {
        if !exempt.contains(event.type), event.payload.map({ Self.contains($0, wanted) }) ?? false {
          asides.append(name)
        }
      }
      guard !events.isEmpty || !asides.isEmpty else {
        // An earlier run may have been interrupted when it had erased them all.
        if let why = arguments[Options.why], !arguments.has(.dryRun) { try book.redact([], why: why) }
        throw Failure(.no, "the content of no event contains “\(text)”")
      }
    }
    guard !events.isEmpty || !asides.isEmpty else {
      throw Failure.usage("“redact” needs events, or --containing", command: "redact")
    }
    var seen: Set<EventReference> = []
    return (
      events.filter { seen.insert($0.reference).inserted }.sorted { $0.position < $1.position }, asides.sorted()
    )
  }

  /// Whether a text in a payload contains a folded one.
  private static func contains(_ payload: [UInt8], _ wanted: String) -> Bool {
    func contains(_ value: JSONValue) -> Bool {
      switch value {
      case .string(let text): NFC.contains(text, folded: wanted)
      case .array(let elements): elements.contains { contains($0) }
      case .object(let members): members.values.contains { contains($0) }
      case .integer, .fraction, .boolean, .null: false
      }
    }
    guard let value = try? JSONValue(parsing: payload, as: .exchange) else {
      return NFC.contains(String(decoding: payload, as: UTF8.self), folded: wanted)
    }
    return contains(value)
  }

  fileprivate func printEvents(_ events: [StoredEvent]) throws {
    var date: String?
    try invocation.print(try EventText(notation).table(events, after: &date))
  }

  /// Prints the erased contents: for people a sentence, otherwise positions and the number of scans.
  fileprivate func report(_ redaction: Redaction, _ events: [StoredEvent], _ words: String) throws -> ExitCode {
    if invocation.isJSON {
      try invocation.print(json: [
        "bytes": .integer(redaction.pageBytes), "dryRun": .boolean(arguments.has(.dryRun)),
        "events": .array((redaction.done?.positions ?? []).map { .integer($0) }),
        "pages": .count(redaction.pages.count), "remains": .strings(redaction.remains.map(\.code)),
        "redacted": .array(events.map { .integer($0.position) }), "setAside": .strings(book.foldersSetAside),
      ])
    } else {
      try invocation.print(paragraph: words)
      for remains in redaction.remains { try invocation.print(paragraph: remains.words) }
      if redaction.done != nil {
        for folder in book.foldersSetAside {
          try invocation.print(
            paragraph:
              "Still in the damaged folder that a recovery set aside, if it could be read there. Delete that "
              + "folder once you need nothing of it: \(folder)")
        }
        if let others = try otherPlaces() { try invocation.print(paragraph: others) }
      }
    }
    return .ok
  }
}

extension OpenLedger {
  /// Returns where the content remains until the next sync, or `nil` if there was no sync.
  private func otherPlaces() throws -> String? {
    let folders = book.syncStatus().folders.map { FigureWords.quoted($0.folder) }
    guard let folder = folders.first else { return nil }
    let names = try DeviceNames(book.log)
    let others = try book.log.devices().map(\.device).filter { book.log.identity != .own($0) }
    let devices =
      others.isEmpty ? "" : "; then a sync on \(listed(others.map { names.words($0) })) removes it there"
    return "Still in the shared folder: events sync \(folder) removes it\(devices)"
  }
}
