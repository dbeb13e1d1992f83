package import EventLog
package import LedgerAudit
internal import LedgerBook
package import LedgerBytes
internal import LedgerPlatform

/// Writes events of the log as lines for people and as JSON.
package struct EventText {
  let notation: Notation
  private let named = Named()

  package init(_ notation: Notation) { self.notation = notation }

  /// Values that are read when they are first needed.
  private final class Named {
    var devices: DeviceNames?
  }

  /// Returns the names of devices, which are read at the first event of another device.
  package func names() throws -> DeviceNames {
    if let devices = named.devices { return devices }
    let devices = try DeviceNames(notation.book)
    named.devices = devices
    return devices
  }

  /// Returns a table with position, time, subject, type and description, under the dates of recording.
  package func table(
    _ events: [StoredEvent], after date: inout String?, showsSubject: Bool = true
  ) throws -> AnswerTable {
    var table = AnswerTable([
      .right(minimum: 5), .left(), .left(minimum: showsSubject ? 8 : 0), .left(minimum: 16),
      .name(shrinksTo: 8),
    ])
    // Events of a receipt are often adjacent, so their subject is cached.
    var subjects: [(stream: StreamID, text: String)] = []
    func subject(of stream: StreamID) throws -> String {
      if let known = subjects.last(where: { $0.stream == stream }) { return known.text }
      if subjects.count == 32 { subjects.removeFirst() }
      let text = try notation.subject(of: stream)
      subjects.append((stream, text))
      return text
    }
    for event in events {
      let recorded = SystemClock.parts(ofMilliseconds: event.recordedAtMilliseconds, inUTC: false)
      let day = recorded.date
      if day != date {
        table.span(.init(day, .strong))
        date = day
      }
      var words = try words(event)
      if let undone = try notation.book.undone(by: event) {
        words = "undo of \(undone.position)" + (words.isEmpty ? "" : " · \(words)")
      }
      if notation.isVerbose { words += " · \(event.actor)" }
      table.row([
        .init("\(event.position)", .quiet), .init(recorded.time, .quiet),
        .init(showsSubject ? try subject(of: event.stream) : ""), .init(event.type),
        .init(words),
      ])
      if let arrival = try arrival(of: event) {
        table.row(["", "", "", "", .init(arrival, .quiet)])
      }
    }
    return table
  }

  /// Returns the lines of events as `table` does, beginning with a date.
  package func block(_ events: [StoredEvent], showsSubject: Bool = true) throws -> Block {
    var date: String?
    return .table(try table(events, after: &date, showsSubject: showsSubject))
  }

  /// Returns the document of an event on record, with all parts of its envelope by name.
  ///
  /// With `arrivals` it has the file that brought the event, too.
  package func json(_ event: StoredEvent, _ arrivals: EventArrivals? = nil) throws -> JSONValue {
    let document = try notation.book.json(event)
    guard let arrivals else { return document }
    return document.adding(["file": .optional(arrivals.file(of: event))])
  }

  /// Returns the document of one event, as `show` prints it.
  package func document(of event: StoredEvent) throws -> JSONValue {
    try json(event, event.receivedAtMilliseconds == 0 ? nil : EventArrivals(notation.book))
  }
}
