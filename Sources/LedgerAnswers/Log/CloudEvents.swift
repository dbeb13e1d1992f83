package import EventLog
internal import LedgerBook
package import LedgerBytes

extension EventText {
  /// Returns the event in the JSON format of CloudEvents 1.0.
  ///
  /// `id` is the device and the event's number there, and `source` is the ledger. `time` is the author's wall clock.
  /// Other properties are extensions, whose names must be in lower case. The position is a text, because integers have
  /// 32 bits there. A payload that is not JSON is in base64, and a redacted one is left out.
  package func cloudEvent(_ event: StoredEvent) -> JSONValue {
    var members: [String: JSONValue] = [
      "actor": .string(event.actor),
      "correlationid": .string(event.correlation.description),
      "id": .string(event.reference.description),
      "leaf": .string(event.leaf.description),
      "payloadschema": .string("\(event.schema)"),
      "position": .string("\(event.position)"),
      "source": .string("urn:uuid:\(notation.book.ledgerID)"),
      "specversion": "1.0",
      "subject": .string(event.stream.description),
      "time": .string(isoTime(milliseconds: event.recordedAtMilliseconds)),
      "type": .string(event.type),
    ]
    if let cause = event.cause { members["causationid"] = .string(cause.description) }
    if event.receivedAtMilliseconds != 0 {
      members["received"] = .string(isoTime(milliseconds: event.receivedAtMilliseconds))
    }
    guard let payload = event.payload else { return .object(members) }
    if let value = try? JSONValue(parsing: payload, as: .exchange) {
      members["data"] = value
      members["datacontenttype"] = "application/json"
    } else {
      members["data_base64"] = .string(Base64.encode(payload))
      members["datacontenttype"] = "application/octet-stream"
    }
    return .object(members)
  }
}
