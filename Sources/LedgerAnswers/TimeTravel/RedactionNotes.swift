internal import EventLog
internal import LedgerAudit
package import LedgerBook
package import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The redacted events that an answer may lack, and the author, time and reason of each redaction.
///
/// Nobody can tell what a redacted event contained. So an answer about a figure names all that may have changed it.
package struct RedactionNotes {
  /// An event whose content was erased.
  package struct Erased {
    let event: StoredEvent
    let request: StoredEvent
    let why: String
  }

  private let book: Book
  package let erased: [Erased]
  private static let linesMax = 10

  /// Finds the redacted events of a stretch of the log.
  ///
  /// - Parameters:
  ///   - book: The ledger.
  ///   - stream: The record that they are about, or `nil` for all records.
  ///   - position: The position after which they are.
  ///   - last: The last position, or `nil` for the end of what the answer is about.
  /// - Complexity: O(redactions), and a look-up for each.
  package init(
    _ book: Book, of stream: StreamID? = nil, after position: Position = 0,
    through last: Position? = nil
  ) throws {
    self.book = book
    var found: [EventReference: Erased] = [:]
    let end = last ?? book.horizon.position
    try book.forEachEvent(ofType: EventType.eventRedacted.rawValue) { request in
      let decoded = EventCodec.current.decode(
        type: request.type, schema: request.schema, stream: request.stream, payload: request.payload)
      guard case .event(.ledger(.eventRedacted(let redaction))) = decoded, found[redaction.event] == nil,
        let event = try book.event(redaction.event), event.payload == nil,
        event.position > position, event.position <= end, stream == nil || event.stream == stream
      else { return }
      found[redaction.event] = Erased(event: event, request: request, why: redaction.why)
    }
    erased = found.values.sorted { $0.event.position < $1.event.position }
  }

  /// The notes: how many events, then a line for each.
  private func lines(_ what: String) throws -> [Line] {
    guard !erased.isEmpty else { return [] }
    let names = try DeviceNames(book)
    let count = erased.count == 1 ? "1 event was" : "\(grouped(Int64(erased.count))) events were"
    let lines = erased.prefix(Self.linesMax).map { erased -> Line in
      let by = erased.request.actor + " on " + names.words(erased.request.reference.device)
      return "event \(erased.event.position), \(erased.event.type), redacted "
        + "\(localTime(milliseconds: erased.request.recordedAtMilliseconds).dropLast(3)) by \(by): \(erased.why)"
    }
    let more = erased.count - lines.count
    return ["Note: \(count) redacted, so \(what):"] + lines
      + (more > 0 ? ["… and \(counted(more, "event")) more: \(step: .redactions)"] : [])
  }

  /// Returns the notes for people.
  ///
  /// - Parameter what: What follows from the redactions, such as `the total does not contain what they had`.
  package func blocks(_ what: String) throws -> [Block] { try lines(what).map { .paragraph($0) } }

  private var json: JSONValue {
    .array(
      erased.map { erased in
        [
          "actor": .string(erased.request.actor),
          "device": .string(erased.request.reference.device.description),
          "position": .integer(erased.event.position),
          "recorded": .string(isoTime(milliseconds: erased.request.recordedAtMilliseconds)),
          "type": .string(erased.event.type), "why": .string(erased.why),
        ]
      })
  }

  /// Returns a document with the notes as a further member, if there are any.
  package func adding(to document: JSONValue) -> JSONValue {
    guard !erased.isEmpty, case .object(var members) = document else { return document }
    members["redacted"] = json
    return .object(members)
  }
}
