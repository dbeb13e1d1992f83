package import EventLog
internal import LedgerBook
package import LedgerBytes

/// One event with all its parts.
package struct EventAnswer: Answer {
  let event: StoredEvent

  package init(_ event: StoredEvent) { self.event = event }

  package func document(_ notation: Notation) throws -> Document {
    .value(try EventText(notation).document(of: event))
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let words = try EventText(notation).words(event)
    var table = AnswerTable([.left(), .left()], indent: 2)
    for (name, value) in parts(notation.book) { table.row([.init(name, .quiet), .init(value)]) }
    if let undone = try notation.book.undone(by: event) {
      table.row([.init("undo of", .quiet), .init("event \(undone.position)")])
    }
    if let undoing = try notation.book.undoing(of: event) {
      table.row([.init("undone by", .quiet), .init("event \(undoing.position)")])
    }
    return [.line(Line("\(event.position)  \(event.type)", .strong))]
      + (words.isEmpty ? [] : [.line(Line(words))]) + [.gap, .table(table), .gap]
      + PayloadText.lines(event.payload).map { .line("  \($0)") }
  }

  private func parts(_ book: Book) -> [(String, String)] {
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

/// All events of one record.
package struct RecordEventsAnswer: Answer {
  let stream: StreamID
  let events: [StoredEvent]

  package init(_ stream: StreamID, _ events: [StoredEvent]) { (self.stream, self.events) = (stream, events) }

  package func document(_ notation: Notation) throws -> Document {
    let text = EventText(notation)
    return .lines(try events.map { try text.json($0) })
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    [
      .line("\(stream.description) · \(counted(events.count, "event"))"),
      try EventText(notation).block(events, showsSubject: false),
    ]
  }
}

/// A payload as indented lines.
package enum PayloadText {
  package static func lines(_ payload: [UInt8]?) -> [String] {
    guard let payload else { return ["The payload was erased. Its header and proof are still here."] }
    guard let value = try? JSONValue(parsing: payload, as: .exchange) else {
      return ["The payload is not JSON: " + String(decoding: payload.prefix(200), as: UTF8.self)]
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
    String(decoding: value.encoded(), as: UTF8.self)
  }
}
