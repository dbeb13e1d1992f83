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
  func table(_ events: [StoredEvent], after date: inout String?, showsSubject: Bool = true) throws -> Table {
    var table = Table([
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
    let before = EventReference(device: event.reference.device, sequence: event.reference.sequence &- 1)
    let document = json(event, after: try ledger.book.log.leaf(of: before))
    guard let arrivals, case .object(var members) = document else { return document }
    members["file"] = .optional(arrivals.file(of: event))
    return .object(members)
  }

  /// Returns the document of an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - previous: The leaf of the event before it on its device, or `nil` for the first.
  func json(_ event: StoredEvent, after previous: SHA256Digest?) -> JSONValue {
    let isRedacted = event.payload == nil
    let isTransaction = event.stream.kind == StreamKind.transaction.rawValue
    let recorded = event.recordedAtMilliseconds
    var members: [String: JSONValue] = [
      "actor": .string(event.actor),
      "cause": event.cause.map(\.json) ?? .null,
      "commitment": isRedacted ? .string(hexadecimal(event.salt)) : .null,
      "correlation": .string(event.correlation.description),
      "counter": .integer(Int64(event.time.counter)),
      "device": .string(event.reference.device.description),
      "deviceSequence": .integer(Int64(clamping: event.reference.sequence)),
      "leaf": .string(event.leaf.description),
      "ledger": .string(ledger.book.log.ledgerID.description),
      "offsetMinutes": .integer(Int64(event.offsetMinutes)),
      "payload": event.payload.map { payload($0) } ?? .null,
      "position": .integer(event.position),
      "previous": previous.map { .string($0.description) } ?? .null,
      "received": event.receivedAtMilliseconds == 0
        ? .null : .string(isoTime(milliseconds: event.receivedAtMilliseconds)),
      "recorded": .string(isoTime(milliseconds: recorded)),
      "salt": isRedacted ? .null : .string(hexadecimal(event.salt)),
      "schema": .integer(Int64(event.schema)),
      "seen": .array(event.seen.map(\.json)),
      "stream": event.stream.json,
      "time": .string(isoTime(milliseconds: Int64(clamping: event.time.milliseconds))),
      "transaction": isTransaction ? .string(event.stream.id.description) : .null,
      "type": .string(event.type),
      "version": .integer(event.version),
    ]
    // The bytes were hashed. If they cannot be restored from the object, they are added in base64.
    if let bytes = event.payload, members["payload"]?.encoded() != bytes {
      members["payloadBase64"] = .string(Base64.encode(bytes))
    }
    return .object(members)
  }

  /// Returns the payload as JSON, or as text if it is not JSON. Another device may send such a payload.
  private func payload(_ bytes: [UInt8]) -> JSONValue {
    (try? JSONValue(parsing: bytes, as: .exchange)) ?? .string(String(decoding: bytes, as: UTF8.self))
  }
}

/// Returns the bytes in hexadecimal digits, in lower case.
func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef")
  return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
