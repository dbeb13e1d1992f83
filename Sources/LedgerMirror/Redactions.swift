internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

/// The redacted events of a log.
struct Redactions {
  private let events: [EventReference]

  /// Reads the events that redact others.
  ///
  /// - Complexity: O(events of the ledger's own stream).
  init(_ log: LedgerLog) throws {
    let stream = StreamID(kind: StreamKind.ledger.rawValue, id: log.ledgerID)
    events = try log.events(of: stream).compactMap { event in
      guard event.type == EventType.eventRedacted.rawValue, let payload = event.payload,
        let value = try? JSONValue(parsing: payload, as: .payload),
        case .string(let device)? = value["event"]?["device"], let device = UniqueID(device),
        case .integer(let sequence)? = value["event"]?["sequence"], sequence > 0
      else { return nil }
      return EventReference(device: device, sequence: UInt64(sequence))
    }
  }

  /// Returns the SQL that erases redacted payloads from the mirror.
  ///
  /// It covers all redacted events whenever something is sent. Repeating it changes no row.
  func statements(_ log: LedgerLog) throws -> [String] {
    try events.compactMap { reference in
      guard let event = try log.event(reference), event.payload == nil, event.salt.count == 32 else {
        return nil
      }
      let salt = SHA256Digest(bytes: event.salt)?.description ?? ""
      return """
        UPDATE mirror.event SET payload = NULL, exact = NULL, salt = '\\x\(salt)'
          WHERE ledger = '\(log.ledgerID)' AND device = '\(event.reference.device)'
            AND sequence = \(event.reference.sequence) AND (payload IS NOT NULL OR exact IS NOT NULL);
        """
    }
  }
}
