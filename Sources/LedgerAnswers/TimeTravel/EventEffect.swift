internal import EventLog
internal import LedgerAudit
internal import LedgerBook
package import LedgerBytes

/// An event with its causes, its author, and its effects on what screens show.
package struct EventEffect {
  let position: Position
  let notation: Notation
  private var book: Book { notation.book }

  /// Returns the event for people, or nothing if there is no such event.
  package func blocks() throws -> [Block] {
    guard let event = try book.event(at: position) else { return [] }
    let text = EventText(notation)
    var date: String?
    var blocks: [Block] = [.gap, .table(try text.table([event], after: &date))]
    let causes = try causes(of: event)
    if !causes.isEmpty {
      blocks += [.gap, .line("Because of:"), .table(try text.table(causes, after: &date))]
    }
    blocks += [.gap, .paragraph(Line(try origin(of: event, text)))]
    let batch = try batch(of: event)
    if let first = batch.first, let last = batch.last {
      let isWhole = first.distance(to: last) + 1 == Int64(batch.count)
      blocks.append(
        .paragraph(
          Line(
            "It is one of the \(grouped(Int64(batch.count))) events of one command, "
              + (isWhole ? "\(first) to \(last)." : "which came in pieces between \(first) and \(last)."))))
    }
    blocks.append(.gap)
    let sums = try StateDifference.of(book, from: position - 1, through: position) {
      blocks += try RecordDifferenceAnswer($0).blocks(notation)
    }
    if sums.recordCount == 0 {
      blocks.append(.line("Nothing that a screen shows of a record was changed by it."))
    }
    return try blocks + notation.effect(sums.totals, sums.categories, sums.groups, "did")
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
    while let reference = cause, causes.count < 100, let found = try book.event(reference) {
      causes.append(found)
      cause = found.cause
    }
    return causes
  }

  /// Returns the positions of all events of the same command, ascending. Empty if the event is the only one.
  private func batch(of event: StoredEvent) throws -> [Position] {
    let positions = try book.batch(of: event).map(\.position).sorted()
    return positions.count > 1 ? positions : []
  }

  /// Returns the members of the document, or nothing if there is no such event.
  package func members() throws -> [String: JSONValue] {
    guard let event = try book.event(at: position) else { return [:] }
    let text = EventText(notation)
    var records: [JSONValue] = []
    let sums = try StateDifference.of(book, from: position - 1, through: position) {
      records.append($0.json)
    }
    let batch = try batch(of: event)
    return [
      "batch": batch.isEmpty ? .null : .array([.integer(batch[0]), .integer(batch[batch.count - 1])]),
      "causes": .array(try causes(of: event).map { try text.json($0) }),
      "deviceName": .optional(try text.names()[event.reference.device]),
      "difference": [
        "categories": sums.categories.json, "groups": try sums.groups.json(notation.groupName),
        "records": .array(records),
        "totals": sums.totals.json,
      ], "event": try text.json(event),
      "latenessMilliseconds": event.latenessMilliseconds.map { .integer($0) } ?? .null,
    ]
  }
}
