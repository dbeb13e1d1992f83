internal import EventLog
internal import LedgerBook
internal import LedgerBytes

extension EventText {
  /// An event as CloudEvents 1.0 in its JSON format: for whatever speaks it.
  ///
  /// `id` and `source` together name an event everywhere: its device and number there, and the ledger. `time` is the
  /// author's wall clock. What CloudEvents has no word for are extensions, whose names it wants in small letters; the
  /// position is a text because its integers have 32 bits. A payload that is no JSON comes in base64, a redacted one
  /// not at all.
  func cloudEvent(_ event: StoredEvent) -> JSONValue {
    var members: [String: JSONValue] = [
      "actor": .string(event.actor),
      "correlationid": .string(event.correlation.description),
      "id": .string(event.reference.description),
      "leaf": .string(event.leaf.description),
      "payloadschema": .string("\(event.schema)"),
      "position": .string("\(event.position)"),
      "source": .string("urn:uuid:\(ledger.book.log.ledgerID)"),
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
