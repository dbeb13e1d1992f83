internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// What it takes by name.
private enum Options {
  static let extractor = Option.flag("extractor", "Read every text on record again with today's extractor")
  static let without = Option.value("without", "P[,P…]", "As if these events had not happened", repeats: true)
  static let patch = Option.value("patch", "FILE", "With the events of a file in the place of those on record")
  static let order = Option.value(
    "order", "ORDER", "Folded in the order in which events arrived here", choices: ["arrival"])
  static let all = [extractor, without, patch, order]
}

extension Command {
  static let replay = Command(
    path: ["replay"], section: .travel, summary: "Run history another way, and show what would be different",
    options: Options.all,
    discussion: [
      "Nothing is written. --without also leaves out what an event made necessary in its own batch: with a group's "
        + "deletion, what it did to the receipts.",
      "The file of --patch has an event a line, in the form of show --json: an event is found by its position, or by "
        + "device and deviceSequence, and payload, type, schema and actor that stand there take the place of its own. "
        + "An event that the log does not have is added.",
      "--order arrival is what a merge would have shown that ignores when things happened.",
      "--extractor compares what it reads now with what people left standing: which corrections would not have been "
        + "needed, and which would be new.",
    ],
    examples: [
      "events replay --without 27", "events show 27 --json | sed s/7950/8450/ | events replay --patch -",
      "events replay --extractor",
    ],
    run: { invocation in
      let given = Options.all.filter { invocation.arguments.has($0) }
      guard given.count == 1 else {
        throw Failure.usage(
          "say how: one of \(Options.all.map { "--\($0.name)" }.joined(separator: ", "))", command: "replay")
      }
      return try invocation.withLedger { ledger in
        if ledger.arguments.has(Options.extractor) { return try ExtractorReplayText(ledger).run() }
        return try ReplayText(ledger).run(try change(ledger))
      }
    })

  private static func change(_ ledger: OpenLedger) throws -> Replay.Change {
    if let path = ledger.arguments[Options.patch] { return .patched(try EventPatch(path, ledger).events()) }
    if ledger.arguments.has(Options.order) { return .arrivalOrder }
    let names = ledger.arguments.all(Options.without).flatMap { $0.split(separator: ",").map(String.init) }
    guard !names.isEmpty else { throw Failure.usage("--without needs an event", command: "replay") }
    return .without(
      try names.map { text in
        guard let event = try ledger.event(text) else {
          throw Failure(
            .dataError, "'\(text)' is not an event", advice: "Name it by its position, or DEVICE:SEQUENCE")
        }
        return event
      })
  }
}

/// The events of `--patch`.
private struct EventPatch {
  private let input: TextInput
  private let ledger: OpenLedger

  init(_ path: String, _ ledger: OpenLedger) throws(Failure) {
    self.ledger = ledger
    input = path == "-" ? ledger.invocation.input : try TextInput(path: path)
  }

  func events() throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    var number = 0
    while let line = try input.nextLine(limit: EventLine.limit) {
      number += 1
      guard case .bytes(let bytes) = line else { throw wrong(number, "the line is too long") }
      if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
      guard let object = try? JSONValue(parsing: bytes, as: .exchange), case .object = object else {
        throw wrong(number, "not a JSON object")
      }
      if let known = try known(object) {
        events.append(try patched(known, object, number))
      } else {
        do throws(Failure) {
          events.append(try EventLine.event(bytes).stored(at: .max))
        } catch {
          throw wrong(number, "no event on record, and no whole one: \(error.message)")
        }
      }
    }
    guard !events.isEmpty else { throw Failure(.dataError, "\(input.name) holds no event") }
    return events
  }

  private func known(_ object: JSONValue) throws -> StoredEvent? {
    if case .string(let device)? = object["device"], case .integer(let sequence)? = object["deviceSequence"],
      let id = UniqueID(device), sequence > 0
    {
      return try ledger.book.log.event(EventReference(device: id, sequence: UInt64(sequence)))
    }
    guard case .integer(let position)? = object["position"] else { return nil }
    return try ledger.book.log.event(at: position)
  }

  private func patched(_ event: StoredEvent, _ object: JSONValue, _ number: Int) throws -> StoredEvent {
    var (payload, type, schema, actor) = (event.payload, event.type, event.schema, event.actor)
    switch object["payload"] {
    case .object(let members)?: payload = JSONValue.object(members).encoded()
    case .null: payload = nil
    case nil: break
    case .array, .string, .integer, .fraction, .boolean: throw wrong(number, "\"payload\" is not an object")
    }
    if case .string(let text)? = object["type"] { type = text }
    if case .string(let text)? = object["actor"] { actor = text }
    if case .integer(let value)? = object["schema"], let value = UInt32(exactly: value) { schema = value }
    let other = StoredEvent(
      position: event.position, version: event.version, receivedAtMilliseconds: event.receivedAtMilliseconds,
      reference: event.reference, time: event.time, recordedAtMilliseconds: event.recordedAtMilliseconds,
      offsetMinutes: event.offsetMinutes, stream: event.stream, seen: event.seen, type: type, schema: schema,
      correlation: event.correlation, cause: event.cause, actor: actor, salt: event.salt, payload: payload,
      leaf: event.leaf)
    if let problem = other.words.problem { throw wrong(number, problem) }
    return other
  }

  private func wrong(_ number: Int, _ words: String) -> Failure {
    Failure(.dataError, "\(input.name):\(number): \(words)")
  }
}
