package import EventLog
package import LedgerBook
package import LedgerBytes
internal import LedgerDomain

extension Book {
  /// Returns the document of an event on record, with all parts of its envelope by name.
  package func json(_ event: StoredEvent) throws -> JSONValue {
    event.json(in: ledgerID, after: try leaf(before: event))
  }
}

extension StoredEvent {
  /// Returns the document of an event.
  ///
  /// - Parameters:
  ///   - ledger: The identifier of the ledger.
  ///   - previous: The leaf of the event before it on its device, or `nil` for the first.
  package func json(in ledger: UniqueID, after previous: SHA256Digest?) -> JSONValue {
    let isRedacted = payload == nil
    let content = payload.map(Self.json) ?? .null
    let document: JSONValue = [
      "actor": .string(actor), "cause": cause?.json ?? .null,
      "commitment": isRedacted ? .string(hexadecimal(salt)) : .null,
      "correlation": .string(correlation.description), "counter": .integer(Int64(time.counter)),
      "device": .string(reference.device.description),
      "deviceSequence": .integer(Int64(clamping: reference.sequence)), "leaf": .string(leaf.description),
      "ledger": .string(ledger.description), "offsetMinutes": .integer(Int64(offsetMinutes)),
      "payload": content, "position": .integer(position), "previous": .optional(previous?.description),
      "received": receivedAtMilliseconds == 0
        ? .null : .string(isoTime(milliseconds: receivedAtMilliseconds)),
      "recorded": .string(isoTime(milliseconds: recordedAtMilliseconds)),
      "salt": isRedacted ? .null : .string(hexadecimal(salt)), "schema": .integer(Int64(schema)),
      "seen": .array(seen.map(\.json)), "stream": stream.json,
      "time": .string(isoTime(milliseconds: Int64(clamping: time.milliseconds))),
      "transaction": stream.kind == StreamKind.transaction.rawValue
        ? .string(stream.id.description) : .null,
      "type": .string(type), "version": .integer(version),
    ]
    // The bytes were hashed. If they cannot be restored from the object, they are added in base64.
    guard let payload, content.encoded() != payload else { return document }
    return document.adding(["payloadBase64": .string(Base64.encode(payload))])
  }

  /// Returns the payload as JSON, or as text if it is not JSON. Another device may send such a payload.
  private static func json(_ payload: [UInt8]) -> JSONValue {
    (try? JSONValue(parsing: payload, as: .exchange)) ?? .string(String(decoding: payload, as: UTF8.self))
  }
}

/// Returns the bytes in hexadecimal digits, in lower case.
package func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef")
  return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}

extension ForeignEvent {
  /// Returns the event as a log would hold it at a position.
  package func stored(at position: Position) -> StoredEvent {
    StoredEvent(
      position: position, version: 0, receivedAtMilliseconds: 0, reference: reference, time: time,
      recordedAtMilliseconds: recordedAtMilliseconds, offsetMinutes: offsetMinutes, stream: stream, seen: seen,
      type: type, schema: schema, correlation: correlation, cause: cause, actor: actor, salt: salt,
      payload: payload, leaf: leaf)
  }
}
