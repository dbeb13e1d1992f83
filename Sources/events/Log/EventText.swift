internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerScreens

/// Writes events of the log as lines for people and as JSON.
struct EventText {
  let ledger: OpenLedger
  private let named = Named()

  init(ledger: OpenLedger) { self.ledger = ledger }

  /// Values that are read when they are first needed.
  private final class Named {
    var devices: DeviceNames?
  }

  /// Returns the names of devices, which are read at the first event of another device.
  func names() throws -> DeviceNames {
    if let devices = named.devices { return devices }
    let devices = try DeviceNames(ledger.book.log)
    named.devices = devices
    return devices
  }

  /// Returns a table with position, time, subject, type and description, under the dates of recording.
  func table(_ events: [StoredEvent], after date: inout String?, showsSubject: Bool = true) throws -> TextTable
  {
    var table = TextTable([
      .right(minimum: 5), .left(), .left(minimum: showsSubject ? 8 : 0), .left(minimum: 16),
      .name(shrinksTo: 8),
    ])
    // Events of a receipt are often adjacent, so their subject is cached.
    var subjects: [(stream: StreamID, text: String)] = []
    func subject(of stream: StreamID) throws -> String {
      if let known = subjects.last(where: { $0.stream == stream }) { return known.text }
      if subjects.count == 32 { subjects.removeFirst() }
      let text = try ledger.subject(of: stream)
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
      var words = visible(try words(event))
      if let undone = try ledger.book.undone(by: event) {
        words = "undo of \(undone.position)" + (words.isEmpty ? "" : " · \(words)")
      }
      if ledger.arguments.has(.verbose) { words += " · \(visible(event.actor))" }
      table.row([
        .init("\(event.position)", .quiet), .init(recorded.time, .quiet),
        .init(showsSubject ? try ledger.subject(of: event.stream) : ""), .init(visible(event.type)),
        .init(words),
      ])
      if let arrival = try arrival(of: event) {
        table.row(["", "", "", "", .init(visible(arrival), .quiet)])
      }
    }
    return table
  }

  /// Returns the document of an event on record, with all parts of its envelope by name.
  ///
  /// With `arrivals` it has the file that brought the event, too.
  func json(_ event: StoredEvent, _ arrivals: EventArrivals? = nil) throws -> JSONValue {
    let document = try ledger.book.log.json(event)
    guard let arrivals else { return document }
    return document.adding(["file": .optional(arrivals.file(of: event))])
  }

  /// Returns the document of one event, as `show` prints it.
  func document(of event: StoredEvent) throws -> JSONValue {
    try json(event, event.receivedAtMilliseconds == 0 ? nil : EventArrivals(ledger.book))
  }
}
