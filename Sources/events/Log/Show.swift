internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

extension Command {
  static let show = Command(
    path: ["show"], section: .log, summary: "Show one event with all its parts, or all events of one record",
    operands: [Operand("P", "A position, DEVICE:SEQUENCE, a transaction or a group")],
    run: { try $0.withLedger(showEvents) })

  private static func showEvents(_ ledger: OpenLedger) throws -> ExitCode {
    let text = ledger.arguments.operands[0]
    if let event = try ledger.event(text, orRecord: true) {
      if ledger.invocation.isJSON {
        try ledger.invocation.print(json: try EventText(ledger: ledger).document(of: event))
      } else {
        try printEvent(event, ledger)
      }
      return .ok
    }
    let stream = try ledger.stream(text)
    let events = try ledger.book.log.events(of: stream)
    guard !events.isEmpty else { throw Failure(.noInput, "there are no events of “\(text)”") }
    if ledger.invocation.isJSON {
      let form = EventText(ledger: ledger)
      for event in events { try ledger.invocation.print(json: try form.json(event)) }
      return .ok
    }
    var date: String?
    try ledger.invocation.print("\(visible(stream.description)) · \(counted(events.count, "event"))")
    try ledger.invocation.print(try EventText(ledger: ledger).table(events, after: &date, showsSubject: false))
    return .ok
  }

  private static func printEvent(_ event: StoredEvent, _ ledger: OpenLedger) throws {
    let words = try EventText(ledger: ledger).words(event)
    try ledger.invocation.print(Line("\(event.position)  \(event.type)", .strong))
    if !words.isEmpty { try ledger.invocation.print(visible(words)) }
    try ledger.invocation.print()
    var table = TextTable([.left(), .left()], indent: 2)
    for (name, value) in parts(event, ledger.book) { table.row([.init(name, .quiet), .init(visible(value))]) }
    if let undone = try ledger.book.undone(by: event) {
      table.row([.init("undo of", .quiet), .init("event \(undone.position)")])
    }
    if let undoing = try ledger.book.undoing(of: event) {
      table.row([.init("undone by", .quiet), .init("event \(undoing.position)")])
    }
    try ledger.invocation.print(table)
    try ledger.invocation.print()
    try ledger.invocation.print(PayloadText.lines(event.payload).map { "  \($0)" })
  }

  private static func parts(_ event: StoredEvent, _ book: Book) -> [(String, String)] {
    var parts: [(String, String)] = [
      ("stream", event.stream.description), ("version", "\(event.version)"),
      ("recorded", "\(localTime(milliseconds: event.recordedAtMilliseconds)) by \(event.actor)"),
      ("device", event.reference.device.description), ("sequence", "\(event.reference.sequence)"),
      (
        "time",
        "\(isoTime(milliseconds: Int64(clamping: event.time.milliseconds))), counter \(event.time.counter)"
      ),
    ]
    if event.receivedAtMilliseconds != 0 {
      parts.append(("received", localTime(milliseconds: event.receivedAtMilliseconds)))
      if let file = EventArrivals(book).file(of: event) { parts.append(("file", file)) }
    }
    for seen in event.seen { parts.append(("seen", seen.description)) }
    parts.append(("correlation", event.correlation.description))
    if let cause = event.cause { parts.append(("cause", cause.description)) }
    parts.append(("schema", "\(event.schema)"))
    parts.append((event.payload == nil ? "commitment" : "salt", hexadecimal(event.salt)))
    parts.append(("leaf", event.leaf.description))
    return parts
  }
}

/// A payload as indented lines.
enum PayloadText {
  static func lines(_ payload: [UInt8]?) -> [String] {
    guard let payload else { return ["The payload was redacted; header and proof stand."] }
    guard let value = try? JSONValue(parsing: payload, as: .exchange) else {
      return ["The payload is not JSON: " + visible(String(decoding: payload.prefix(200), as: UTF8.self))]
    }
    return lines(value)
  }

  private static func lines(_ value: JSONValue) -> [String] {
    switch value {
    case .object(let members) where !members.isEmpty:
      let entries = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return framed("{", entries.map { (key: scalar(.string($0.key)) + ": ", value: $0.value) }, "}")
    case .array(let elements) where !elements.isEmpty:
      return framed("[", elements.map { (key: "", value: $0) }, "]")
    case .object, .array, .string, .integer, .fraction, .boolean, .null:
      return [scalar(value)]
    }
  }

  private static func framed(_ open: String, _ entries: [(key: String, value: JSONValue)], _ close: String)
    -> [String]
  {
    var result = [open]
    for (index, entry) in entries.enumerated() {
      var nested = lines(entry.value)
      nested[0] = entry.key + nested[0]
      if index < entries.count - 1 { nested[nested.count - 1] += "," }
      result += nested.map { "  \($0)" }
    }
    return result + [close]
  }

  private static func scalar(_ value: JSONValue) -> String {
    visible(String(decoding: value.encoded(), as: UTF8.self))
  }
}
